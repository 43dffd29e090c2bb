#pragma once

#include "model/language/strings.hpp"
#include "view/looks/icons.hpp"
#include "view/window/panel.hpp"

#include <array>

namespace stallscope::gui {

/// A panel in the list on the left; its position gives the digit that opens it, 0 for the tenth.
struct PanelEntry {
  PanelId id;
  const char* name;
  Icon icon;
  Text title;
};

inline constexpr std::array<PanelEntry, 10> kPanels{{
    {PanelId::table, "table", Icon::table, Text::panel_table},
    {PanelId::diagram, "diagram", Icon::diagram, Text::panel_diagram},
    {PanelId::processor, "processor", Icon::processor, Text::panel_processor},
    {PanelId::schedule, "schedule", Icon::schedule, Text::panel_schedule},
    {PanelId::ledger, "ledger", Icon::ledger, Text::panel_ledger},
    {PanelId::machine, "machine", Icon::machine, Text::panel_machine},
    {PanelId::structures, "structures", Icon::structures, Text::panel_structures},
    {PanelId::editor, "editor", Icon::editor, Text::panel_editor},
    {PanelId::examples, "examples", Icon::examples, Text::panel_examples},
    {PanelId::lesson, "lessons", Icon::lesson, Text::panel_lessons},
}};

} // namespace stallscope::gui
