#pragma once

#include "model/language/strings.hpp"
#include "view/looks/icons.hpp"
#include "view/window/panel.hpp"

#include <array>

namespace stallscope::gui {

/// A panel in the list on the left, and the key that opens it: a digit, or a letter that
/// Interface::take_letter() has no other use for.
struct PanelEntry {
  char key;
  PanelId id;
  const char* name;
  Icon icon;
  Text title;
};

inline constexpr std::array<PanelEntry, 11> kPanels{{
    {'1', PanelId::table, "table", Icon::table, Text::panel_table},
    {'2', PanelId::diagram, "diagram", Icon::diagram, Text::panel_diagram},
    {'3', PanelId::processor, "processor", Icon::processor, Text::panel_processor},
    {'4', PanelId::schedule, "schedule", Icon::schedule, Text::panel_schedule},
    {'5', PanelId::ledger, "ledger", Icon::ledger, Text::panel_ledger},
    {'l', PanelId::lines, "lines", Icon::lines, Text::panel_lines},
    {'6', PanelId::machine, "machine", Icon::machine, Text::panel_machine},
    {'7', PanelId::structures, "structures", Icon::structures, Text::panel_structures},
    {'8', PanelId::editor, "editor", Icon::editor, Text::panel_editor},
    {'9', PanelId::examples, "examples", Icon::examples, Text::panel_examples},
    {'0', PanelId::lesson, "lessons", Icon::lesson, Text::panel_lessons},
}};

} // namespace stallscope::gui
