#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// What opens over or beside a panel. Keys and clicks open them; pictures name them.
enum class OverlayId : std::uint8_t {
  palette, ///< every command by a part of its name
  help,    ///< every key
  chooser, ///< program, machine and order of run A
  open,    ///< a folder's files
  save,    ///< the same, to name one that is written
  exports, ///< the files that can be written of what is on screen
  go_to,   ///< the field for a cycle, an instruction, a line, an address or a label
  quiz,    ///< where everything is in the next cycle
  reason,  ///< why something waits
  tour,    ///< a first look around, in five steps
  what_is, ///< what the pointer or the keyboard is on, in words
  chain,   ///< why what waits in the present cycle does, back to the root
};

/// As they are named on the command line: "palette"; nothing for other names.
[[nodiscard]] std::optional<OverlayId> overlay_named(std::string_view name);
[[nodiscard]] const std::vector<std::string>& overlay_names();

} // namespace stallscope::gui
