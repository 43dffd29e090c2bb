#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// Elements that open over or beside a panel, by keys and clicks; screenshots name them.
enum class OverlayId : std::uint8_t {
  palette, ///< the searchable list of commands
  help,    ///< the page of keyboard commands
  chooser, ///< program, machine and order of run A
  open,    ///< the file dialog for opening
  save,    ///< the file dialog for saving
  exports, ///< the menu of exports
  go_to,   ///< the field for a cycle, an instruction, a line, an address or a label
  quiz,    ///< question: positions in the next cycle
  reason,  ///< question: reason of a stall
  tour,    ///< the introduction to the window, in five steps
  what_is, ///< explanations of the element under the pointer or with the keyboard focus
  chain,   ///< the chain of causes of a cell that waits in the current cycle
};

/// The overlay with a command-line name such as "palette"; nothing for other names.
[[nodiscard]] std::optional<OverlayId> overlay_named(std::string_view name);
[[nodiscard]] const std::vector<std::string>& overlay_names();

} // namespace stallscope::gui
