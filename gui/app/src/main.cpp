#include "animation.hpp"
#include "base/check.hpp"
#include "export_file.hpp"
#include "main_loop.hpp"
#include "manual.hpp"
#include "model/language/strings.hpp"
#include "options.hpp"
#include "picture.hpp"
#include "training/scenarios/scenario_keys.hpp"
#include "view/window/remembered.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <imgui.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stallscope::gui {

namespace {

/// The runs of the command line; by default the lecture's example, before and after scheduling.
/// Prints problems.
std::optional<RunSpec> first_run(const Options& options) {
  RunSpec spec;
  spec.program.name = options.program.empty() ? "lecture/p4" : options.program;
  spec.subject = !options.plan.empty()    ? Subject::plan
                 : !options.graph.empty() ? Subject::graph
                                          : subject_of_file(options.program);
  if (!options.plan.empty() || !options.graph.empty())
    spec.program.name = options.plan.empty() ? options.graph : options.plan;
  if (!options.machine.empty())
    spec.machine = options.machine;
  spec.limit_memory_bytes = options.limit_memory;
  for (const std::string& text : options.settings) {
    const auto setting = machine::parse_setting(text);
    if (!setting) {
      fmt::print(stderr, "{}", format(setting.diagnostics()));
      return std::nullopt;
    }
    spec.settings.push_back(*setting);
  }
  return spec;
}

bool nothing_asked(const Options& options) {
  return options.program.empty() && options.machine.empty() && options.plan.empty() &&
         options.graph.empty();
}

/// Restores the runs of the last session.
void recall_runs(const Settings& settings, const Options& options, Comparison& runs) {
  const auto recalled = [&options](const RememberedRun& run) {
    RunSpec spec = recall(run);
    spec.limit_memory_bytes = options.limit_memory;
    return spec;
  };
  runs.open_a(recalled(*settings.run_a));
  if (settings.run_b)
    runs.open_b(recalled(*settings.run_b));
}

/// The second run of a plan or graph comparison: another plan or graph with the same settings,
/// except those of its size if it is a file; for a graph also the same graph with other settings,
/// for a scenario the same one with another variant.
RunSpec other_course(RunSpec spec, const std::string& other) {
  if (spec.subject == Subject::graph && (other == "eager" || other == "static")) {
    spec.settings.push_back({"style", other});
    return spec;
  }
  if (const auto kind = training::scenario_called(spec.program.name)) {
    const training::ScenarioKey& choice = training::scenario_keys(*kind).front();
    if (std::find(choice.words.begin(), choice.words.end(), other) != choice.words.end()) {
      spec.settings.push_back({std::string(choice.name), other});
      return spec;
    }
  }
  if (other.ends_with(".toml"))
    spec.settings.clear();
  if (other.ends_with(".csv"))
    std::erase_if(spec.settings, [](const machine::Setting& setting) {
      return setting.key == "devices" || setting.key == "micro_batches" || setting.key == "chunks";
    });
  spec.program.name = other;
  return spec;
}

void open_runs(const Options& options, RunSpec first, Comparison& runs) {
  RunSpec second = first;
  const bool nothing_said = nothing_asked(options);
  const bool two = nothing_said || !options.against.empty() || !options.compare.empty() ||
                   !options.schedule.empty();
  if (!options.against.empty())
    second.program.name = options.against;
  else if (nothing_said && options.schedule.empty() && options.compare.empty())
    second.program.name = "lecture/p4_swapped";
  if (!options.compare.empty() && second.subject != Subject::program)
    second = other_course(second, options.compare);
  else if (!options.compare.empty())
    second.machine = options.compare;
  second.scheduler = options.schedule;
  runs.open_a(std::move(first));
  if (two)
    runs.open_b(std::move(second));
}

void set_looks(const Options& options, Interface& interface) {
  Looks& looks = interface.looks;
  if (!options.theme.empty())
    looks.theme = theme_from_code(options.theme);
  if (!options.language.empty())
    looks.language = language_from_code(options.language);
  if (!options.panels.empty()) {
    std::vector<PanelId> panels;
    for (const std::string& name : options.panels)
      panels.push_back(panel_named(name).value_or(PanelId::table));
    looks.panel = panels.front();
    interface.split().set(std::move(panels));
  }
  looks.presenter = looks.presenter || options.presenter;
  looks.scale = options.scale.value_or(1.0F);
  if (const auto overlay = overlay_named(options.overlay))
    interface.show(*overlay);
}

void begin_lesson(const Options& options, Shared& shared) {
  for (const Lesson& lesson : lessons())
    if (lesson.name == options.lesson) {
      shared.lesson.start(lesson);
      while (shared.lesson.step_number() + 1 < options.step && shared.lesson.next()) {
      }
      shared.scene_changed = true;
    }
}

/// Prints why the runs cannot be shown. True when there are problems.
bool report_problems(const Comparison& runs) {
  bool failed = false;
  for (const Side side : {Side::a, Side::b}) {
    if (side == Side::b && !runs.has_b())
      break;
    const Run& run = runs.run(side);
    if (!run.problems().empty())
      fmt::print(stderr, "{}", format(run.problems()));
    failed = failed || run.state() == Run::State::failed;
  }
  return failed;
}

/// Writes the requested pictures or export, without a window.
int run_headless(const Options& options, Comparison& runs, Interface& interface) {
  runs.wait();
  runs.update(0);
  if (report_problems(runs))
    return 2;
  const std::uint64_t last = runs.transport().last_cycle();
  if (const std::string why =
          why_no_cycle(options.cycle.value_or(1), std::max<std::uint64_t>(last, 1));
      !why.empty()) {
    fmt::print(stderr, "error: {}\n", why);
    return 2;
  }
  runs.transport().seek(options.cycle.value_or(last));
  return options.export_file.empty() ? write_pictures(options, runs, interface)
                                     : write_export(options, runs, interface);
}

int run(const Options& options) {
  std::optional<RunSpec> first = first_run(options);
  if (!first)
    return 2;
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  if (!options.export_file.empty()) // draw lists are not rendered, so their length is unlimited
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  const bool window = !options.headless(); // a picture does not depend on saved settings
  ImGui::GetIO().ConfigInputTextCursorBlink = window;
  const Threads threads = window ? Threads::background : Threads::none;
  Comparison runs(threads);
  const Folders folders = window ? user_folders() : Folders();
  Interface interface(runs, threads, folders);
  SettingsFile file(folders);
  const Settings settings = window ? file.load() : Settings();
  if (window) {
    restore_looks(settings, interface, runs);
    interface.shared.message = file.problem();
  }
  set_looks(options, interface);
  set_language(interface.looks.language); // for messages before the first frame
  if (options.cycle == std::uint64_t{0}) {
    fmt::print(stderr, "error: {}\n", why_no_cycle(0, 0));
    return 2;
  }
  if (const std::string why = interface.font_problem(); !why.empty()) {
    if (window)
      interface.shared.message = why;
    else
      fmt::print(stderr, "warning: {}\n", why);
  }
  if (window && nothing_asked(options) && settings.run_a)
    recall_runs(settings, options, runs);
  else
    open_runs(options, *std::move(first), runs);
  if (window && nothing_asked(options) && options.lesson.empty() && options.overlay.empty() &&
      !interface.tour().seen())
    interface.show(OverlayId::tour);
  begin_lesson(options, interface.shared);
  const int code = window ? run_window(options, runs, interface, settings, file)
                          : run_headless(options, runs, interface);
  ImGui::DestroyContext();
  return code;
}

} // namespace

} // namespace stallscope::gui

int main(int argc, char** argv) {
  try {
    const auto read = stallscope::gui::read_options(argc, argv);
    if (read.exit_code)
      return *read.exit_code;
    if (read.options.manual) {
      fmt::print("{}", stallscope::gui::manual());
      return 0;
    }
    return stallscope::gui::run(read.options);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "internal error: %s\n", problem.what());
    return 70;
  }
}
