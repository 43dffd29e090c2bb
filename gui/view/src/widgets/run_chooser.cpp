#include "view/widgets/run_chooser.hpp"

#include "base/ascii.hpp"
#include "graph/notation/examples.hpp"
#include "machine/machine_file.hpp"
#include "model/language/sentences.hpp"
#include "model/language/strings.hpp"
#include "model/plan/scenario_course.hpp"
#include "programs/shipped.hpp"
#include "sched/schedule.hpp"
#include "training/schedules/schedules.hpp"
#include "view/widgets/focus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <imgui_stdlib.h>
#include <utility>

namespace stallscope::gui {

namespace {

constexpr const char* kPopup = "run_chooser";

bool holds(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) { return lower(a) == lower(b); };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

/// An entry of a list; its explanation is shown as tooltip.
bool entry(const Ui& ui, std::string_view name, std::string_view tip, bool chosen) {
  const std::string text(name);
  const bool clicked = list_line(fmt::format("choose_{}", text), text, chosen);
  if (chosen && ImGui::IsWindowAppearing())
    ImGui::SetScrollHereY();
  if (ImGui::IsItemHovered())
    tooltip(ui, tip);
  return clicked && !chosen;
}

} // namespace

void RunChooser::open(Side side, const std::optional<Rect>& heading) {
  side_ = side;
  heading_ = heading;
  opening_ = true;
}

void RunChooser::draw_programs(Ui& ui, RunSpec& spec, bool& changed) {
  heading(ui, tr(Text::program), ui.style.sizes.body);
  ImGui::SetNextItemWidth(-1);
  if (ImGui::IsWindowAppearing())
    ImGui::SetKeyboardFocusHere();
  focus_field(ui, "chooser_filter");
  bool first = ImGui::InputTextWithHint("##filter", tr(Text::examples_filter), &filter_,
                                        ImGuiInputTextFlags_EnterReturnsTrue);
  (void)leave_field("chooser_filter");
  begin_list(ui, "programs");
  for (const programs::ShippedProgram& program : programs::shipped()) {
    const auto words = programs::header_lines(program);
    const std::string_view title = words.empty() ? std::string_view() : words.front();
    if (!holds(program.name, filter_) && !holds(title, filter_))
      continue;
    std::string tip;
    for (const std::string_view word : words)
      tip += fmt::format("{}\n", word);
    const bool other = spec.program.name != program.name;
    if (entry(ui, program.name, tip, !other) || (std::exchange(first, false) && other)) {
      spec.program = {};
      spec.program.name = program.name;
      changed = true;
    }
  }
  end_list();
}

void RunChooser::draw_machines(Ui& ui, RunSpec& spec, bool& changed) {
  heading(ui, tr(Text::machine), ui.style.sizes.body);
  begin_list(ui, "machines");
  for (const machine::PresetInfo& preset : machine::presets())
    if (entry(ui, preset.name, preset.title, spec.machine == preset.name)) {
      spec.machine = preset.name;
      spec.settings.clear();
      changed = true;
    }
  end_list();
}

void RunChooser::draw_orders(Ui& ui, RunSpec& spec, bool& changed) {
  heading(ui, tr(Text::schedule), ui.style.sizes.body);
  begin_list(ui, "orders");
  if (entry(ui, tr(Text::as_written), {}, spec.scheduler.empty())) {
    spec.scheduler.clear();
    changed = true;
  }
  for (const sched::SchedulerInfo& scheduler : sched::schedulers())
    if (scheduler.name != "source" &&
        entry(ui, scheduler.name, scheduler.title, spec.scheduler == scheduler.name)) {
      spec.scheduler = scheduler.name;
      changed = true;
    }
  end_list();
}

void RunChooser::draw_courses(Ui& ui, RunSpec& spec, bool& changed) {
  const auto choose = [&](std::string_view name, std::string_view tip) {
    if (!entry(ui, name, tip, spec.program.name == name))
      return;
    const std::string before = spec.program.name;
    spec.program = {};
    spec.program.name = name;
    spec.order.clear();
    if (is_scenario(name) || is_scenario(before)) // scenarios have keys of their own
      spec.settings.clear();
    std::erase_if(spec.settings, [](const machine::Setting& setting) {
      return setting.key == "chunks" || setting.key == "order";
    });
    changed = true;
  };
  const bool plan = spec.subject == Subject::plan;
  heading(ui, tr(plan ? Text::plan : Text::graph), ui.style.sizes.body);
  begin_list(ui, "courses");
  if (plan)
    for (const training::ScheduleInfo& info : training::schedules())
      choose(info.name, plan_schedule_words(info));
  if (plan)
    for (const std::string_view name : scenario_names())
      choose(name, {});
  else
    for (const graph::ExampleInfo& example : graph::examples())
      choose(example.name, example.text.substr(0, example.text.find('\n')));
  end_list();
}

void RunChooser::draw(Ui& ui, Comparison& runs) {
  if (opening_) {
    ImGui::OpenPopup(kPopup);
    opening_ = false;
    filter_.clear();
  }
  const ImVec2 room = ImGui::GetIO().DisplaySize;
  const ImVec2 size{std::min(ui.style.sizes.body * 46, room.x - ui.px(20)),
                    std::min(ui.style.sizes.body * 29, room.y - ui.px(20))};
  ImGui::SetNextWindowSize(size);
  const Point at = heading_ ? Point{heading_->left, heading_->bottom + ui.px(4)}
                            : Point{(room.x - size.x) / 2, (room.y - size.y) / 3};
  ImGui::SetNextWindowPos(
      {std::min(at.x, room.x - size.x - ui.px(10)), std::min(at.y, room.y - size.y - ui.px(10))});
  if (!ImGui::BeginPopup(kPopup, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoNavInputs))
    return;
  RunSpec spec = runs.run(side_).spec();
  if (is_recorded(spec.subject)) // replaces the trace by a program
    spec = RunSpec();
  bool changed = false;
  if (spec.subject != Subject::program) {
    draw_courses(ui, spec, changed);
  } else if (ImGui::BeginTable("chooser", 3)) {
    ImGui::TableSetupColumn("program", ImGuiTableColumnFlags_WidthStretch, 1.5F);
    ImGui::TableSetupColumn("machine", ImGuiTableColumnFlags_WidthStretch, 0.9F);
    ImGui::TableSetupColumn("order", ImGuiTableColumnFlags_WidthStretch, 0.9F);
    ImGui::TableNextColumn();
    draw_programs(ui, spec, changed);
    ImGui::TableNextColumn();
    draw_machines(ui, spec, changed);
    ImGui::TableNextColumn();
    draw_orders(ui, spec, changed);
    ImGui::EndTable();
  }
  ImGui::EndPopup();
  if (!changed)
    return;
  if (side_ == Side::a)
    runs.open_a(std::move(spec));
  else
    runs.open_b(std::move(spec));
}

} // namespace stallscope::gui
