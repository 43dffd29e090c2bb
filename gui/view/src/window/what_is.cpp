#include "view/window/what_is.hpp"

#include "model/language/strings.hpp"
#include "view/widgets/focus.hpp"
#include "view/window/interface.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace stallscope::gui {

namespace {

/// Explanations by the prefix of an element's name.
constexpr std::array<std::pair<std::string_view, Text>, 42> kElements{{
    {"strip_", Text::what_strip},
    {"scrub", Text::what_scrub},
    {"choose_", Text::what_heading},
    {"saved", Text::what_saved},
    {"lock_", Text::what_lock},
    {"table_", Text::what_table},
    {"current_row_", Text::what_table},
    {"legend_", Text::what_table},
    {"diagram_", Text::what_diagram},
    {"axis_", Text::what_diagram},
    {"search_state_", Text::what_diagram},
    {"processor_", Text::what_processor},
    {"part_", Text::what_processor},
    {"graph", Text::what_schedule},
    {"order", Text::what_schedule},
    {"sched_", Text::what_schedule},
    {"over_time_", Text::what_ledger},
    {"line_", Text::what_lines},
    {"editor_", Text::what_editor},
    {"example_", Text::what_examples},
    {"scene_", Text::what_examples},
    {"lesson_", Text::what_lesson},
    {"quiz_", Text::what_lesson},
    {"panel_area_table", Text::what_table},
    {"panel_area_diagram", Text::what_diagram},
    {"panel_area_processor", Text::what_processor},
    {"panel_area_structures", Text::what_structures},
    {"panel_area_schedule", Text::what_schedule},
    {"panel_area_ledger", Text::what_ledger},
    {"panel_area_lines", Text::what_lines},
    {"panel_area_machine", Text::what_machine},
    {"panel_area_editor", Text::what_editor},
    {"panel_area_examples", Text::what_examples},
    {"panel_area_lessons", Text::what_lesson},
    {"panel_area_", Text::what_control}, // areas of panels without headings
    {"panel_", Text::what_rail},
    {"reg_", Text::what_structures},
    {"start", Text::transport_start},
    {"play", Text::transport_play},
    {"step", Text::transport_step},
    {"end", Text::transport_end},
    {"cycle_number", Text::go_to},
}};

} // namespace

std::string what_is(std::string_view name) {
  if (name.size() > 2 && name[1] == '/') // prefix of a panel beside another
    name.remove_prefix(2);
  for (const auto& [begin, words] : kElements)
    if (name.starts_with(begin))
      return tr(words);
  return {};
}

void WhatIs::draw(Ui& ui, PanelId panel, const Shared& shared) const {
  if (!on_)
    return;
  const std::string tip = take_tooltip(); // tooltip of a control
  keep_tooltips(false);
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  std::string words;
  std::optional<Rect> element;
  if (pointer.x >= 0 && pointer.y >= 0 && pointer.x < size.x && pointer.y < size.y) {
    for (const std::string& name : names_at(point(pointer)))
      if (words = what_is(name); !words.empty()) {
        element = place_of(name);
        break;
      }
    if (words.empty() && tip.empty())
      words = tr(Text::what_nothing);
    for (const std::string& special : {shared.sentence, tip})
      if (!special.empty())
        words = special + (words.empty() ? "" : "\n") + words;
  } else {
    const std::string name =
        focused().empty() ? "panel_area_" + panel_name(panel) : std::string(focused());
    words = what_is(name);
    if (words.empty())
      words = tr(Text::what_control);
    element = place_of(name);
    if (element)
      ImGui::SetNextWindowPos({element->left + ui.px(24), element->top + ui.px(48)});
  }
  if (element)
    ui.canvas.outline(*element, ui.colours().accent, ui.style.stroke_strong, ui.px(6));
  tooltip(ui, words);
}

} // namespace stallscope::gui
