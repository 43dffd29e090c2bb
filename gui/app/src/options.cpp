#include "options.hpp"

#include "base/byte_size.hpp"
#include "man_page/man_page.hpp"
#include "view/window/interface.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <cstring>

namespace stallscope::gui {

namespace {

constexpr unsigned kMaxSide = 16384;

/// Parses "1280x720"; returns the error, or an empty string.
std::string read_size(const std::string& text, unsigned& width, unsigned& height) {
  int used = 0;
  unsigned w = 0;
  unsigned h = 0;
  if (std::sscanf(text.c_str(), "%5ux%5u%n", &w, &h, &used) != 2 ||
      static_cast<std::size_t>(used) != text.size() || w < 320 || h < 240 || w > kMaxSide ||
      h > kMaxSide)
    return fmt::format("'{}' is no size; expected WIDTHxHEIGHT such as 1280x720, from 320x240 to "
                       "{}x{}",
                       text, kMaxSide, kMaxSide);
  width = w;
  height = h;
  return {};
}

std::vector<std::string> theme_names() {
  std::vector<std::string> names;
  for (const ThemeId id : kThemes)
    names.emplace_back(theme(id).code);
  return names;
}

std::vector<std::string> lesson_names() {
  std::vector<std::string> names;
  for (const Lesson& lesson : lessons())
    names.push_back(lesson.name);
  return names;
}

/// Options for output files instead of a window.
void describe_files(CLI::App& app, Options& options) {
  auto* shot = app.add_option("--screenshot", options.screenshot,
                              "Writes a picture of the window and ends; needs no display")
                   ->type_name("FILE.png");
  auto* gif =
      app.add_option("--gif", options.gif,
                     "Writes an animated GIF, a picture a cycle, and ends; needs no display")
          ->type_name("FILE.gif");
  auto* webp = app.add_option("--webp", options.webp,
                              "Writes an animated WebP, in all colours, a picture a cycle, and "
                              "ends; needs no display")
                   ->type_name("FILE.webp");
  auto* series = app.add_option("--series", options.series,
                                "Writes a picture a cycle, FILE-0001.png and so on, and ends")
                     ->type_name("FILE.png");
  app.add_option("--from", options.from, "First cycle of --gif, --webp and --series")
      ->type_name("N");
  app.add_option("--to", options.to,
                 "Last cycle of --gif, --webp and --series (default: of the run)")
      ->type_name("N");
  app.add_option("--speed", options.speed, "Cycles a second of --gif and --webp (default: 2)")
      ->check(CLI::Range(0.25, 50.0))
      ->type_name("N");
  auto* drawing =
      app.add_option("--export", options.export_file,
                     "Writes what the panel shows as a drawing or as data, and ends; needs "
                     "neither display nor OpenGL")
          ->check(CLI::Validator(
              [](const std::string& file) {
                for (const char* ending : {".svg", ".pdf", ".csv", ".json"})
                  if (file.size() > std::strlen(ending) && file.ends_with(ending))
                    return std::string();
                return fmt::format("'{}' has none of the endings .svg, .pdf, .csv and .json", file);
              },
              ""))
          ->type_name("FILE.svg|pdf|csv|json");
  for (CLI::Option* one : {gif, webp, series, drawing, shot})
    for (CLI::Option* other : {gif, webp, series, drawing, shot})
      if (one != other)
        one->excludes(other);
}

/// Options for the content: a program, plan or graph, and the one compared with it.
void describe_runs(CLI::App& app, Options& options) {
  auto* program = app.add_option("program", options.program,
                                 "Program: a shipped one (lecture/p4) or a file; also a plan file, "
                                 "an order file (.csv) or a graph (.graph)")
                      ->type_name("PROGRAM");
  auto* plan =
      app.add_option("--train", options.plan,
                     "A training plan: a schedule ('stallscope train --list' lists them), "
                     "a plan file, an order file or a scenario; --set changes its keys, --compare "
                     "shows another one, or another variant of a scenario, beside it")
          ->type_name("NAME|FILE")
          ->excludes(program);
  app.add_option("--graph", options.graph,
                 "A computation graph: an example ('stallscope graph --list') or a .graph file; "
                 "--compare shows another one, or eager or static beside it")
      ->type_name("NAME|FILE")
      ->excludes(program)
      ->excludes(plan);
  app.add_option("-m,--machine", options.machine, "Machine: a preset or a file")
      ->type_name("NAME|FILE");
  app.add_option("--set", options.settings,
                 "Changes an option of the machine, plan or graph; repeatable")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  app.add_flag_callback(
      "--warm", [&options] { options.settings.emplace_back("main_memory.warm=true"); },
      "Warm caches: the program's accesses pass through them once before the first cycle");
  auto* against = app.add_option("--against", options.against, "Second run: another program")
                      ->type_name("PROGRAM2");
  app.add_option("--compare", options.compare,
                 "Second run: on another machine; of a plan or graph, another one")
      ->type_name("NAME|FILE");
  app.add_option("--schedule", options.schedule,
                 "Second run: the program in the order of a scheduler, such as weighted")
      ->type_name("NAME")
      ->excludes(against);
  app.add_option_function<std::string>(
         "--limit-memory",
         [&options](const std::string& text) {
           const auto bytes = parse_byte_size(text);
           if (!bytes)
             throw CLI::ValidationError("--limit-memory", "expected a size such as 512MiB");
           options.limit_memory = *bytes;
         },
         "Give a program up that has written so much memory, e.g. 512MiB (default: 4GiB)")
      ->type_name("SIZE");
}

/// Options for the initial scene: a lesson, panels, a cycle.
void describe_scene(CLI::App& app, Options& options) {
  app.add_option("--lesson", options.lesson, "Begins a lesson")
      ->check(CLI::IsMember(lesson_names()))
      ->type_name("NAME");
  app.add_option("--step", options.step, "Step of the lesson, from 1")
      ->check(CLI::Range(1U, 1000U))
      ->type_name("N");
  app.add_option("--panel", options.panels, "What is shown; given again, beside it (at most three)")
      ->check(CLI::IsMember(panel_names()))
      ->type_name("NAME")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--overlay", options.overlay,
                 "What is open over it or beside it: a list, a dialog, a quiz")
      ->check(CLI::IsMember(overlay_names()))
      ->type_name("NAME")
      ->excludes(app.get_option("--export"));
  app.add_option("--cycle", options.cycle,
                 "The cycle that is shown (default: the first; of a "
                 "picture the last)")
      ->type_name("N");
}

/// Options for the looks.
void describe_looks(CLI::App& app, Options& options) {
  app.add_option_function<std::string>(
         "--size",
         [&options](const std::string& text) {
           const std::string problem = read_size(text, options.width, options.height);
           if (!problem.empty())
             throw CLI::ValidationError("--size", problem);
         },
         "Of window or picture, in pixels")
      ->type_name("WxH");
  app.add_option("--scale", options.scale, "Pixels of the display for one of the design")
      ->check(CLI::Range(0.5F, 8.0F))
      ->type_name("S");
  app.add_option("--lang", options.language, "Language")
      ->check(CLI::IsMember({"en", "zh", "zh-Hant"}))
      ->type_name("en|zh|zh-Hant");
  app.add_option("--theme", options.theme, "Theme")
      ->check(CLI::IsMember(theme_names()))
      ->type_name("NAME");
  app.add_flag("--presenter", options.presenter, "Large letters and lines, for a lecture hall");
}

void describe(CLI::App& app, Options& options) {
  describe_runs(app, options);
  describe_files(app, options);
  describe_scene(app, options);
  describe_looks(app, options);
  app.add_flag("--manual", options.manual, "Writes its man page to standard output and ends");
  app.add_flag("--time-start", options.time_start,
               "Says how long it took to the first frame that shows the run, and ends");
  app.set_version_flag("--version", "stallscope-gui " STALLSCOPE_VERSION);
}

} // namespace

ReadOptions read_options(int argc, const char* const* argv) {
  ReadOptions read;
  CLI::App app("Stallscope's window: two runs side by side, cycle by cycle", "stallscope-gui");
  describe(app, read.options);
  app.footer(fmt::format("Examples:\n{}", kExamples));
  try {
    app.parse(argc, argv);
    if (read.options.panels.size() > PanelSplit::kMost)
      throw CLI::ValidationError(
          "--panel", fmt::format("at most {} panels stand beside each other", PanelSplit::kMost));
  } catch (const CLI::ParseError& problem) {
    read.exit_code = app.exit(problem) == 0 ? 0 : 2;
  }
  return read;
}

std::string option_entries() {
  Options options;
  CLI::App app;
  describe(app, options);
  return man_page::options(app);
}

} // namespace stallscope::gui
