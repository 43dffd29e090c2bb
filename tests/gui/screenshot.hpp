#pragma once

// Pictures that stallscope-gui takes of itself.

#include "window_program.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::gui::test {

struct Picture {
  int exit_code = 0;
  std::string errors;
  std::vector<std::uint8_t> bytes;

  /// The big-endian number at a place of the PNG's header.
  [[nodiscard]] std::uint32_t number(std::size_t at) const {
    return static_cast<std::uint32_t>(bytes[at]) << 24 |
           static_cast<std::uint32_t>(bytes[at + 1]) << 16 |
           static_cast<std::uint32_t>(bytes[at + 2]) << 8 | bytes[at + 3];
  }
};

/// Runs the window's program without a display, for a picture or for a window.
inline Picture taken(const std::string& arguments, bool for_picture = true) {
  const TemporaryFolder folder;
  const std::string file = folder.file("picture.png");
  const Ended ended =
      run_window_program(arguments + (for_picture ? " --screenshot " + file : std::string()));
  return {ended.exit_code, ended.errors, contents(file)};
}

} // namespace stallscope::gui::test
