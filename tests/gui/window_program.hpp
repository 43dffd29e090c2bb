#pragma once

#include "temporary_folder.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace stallscope::gui::test {

/// The window's program as it was run, without a display.
struct Ended {
  int exit_code = 0;
  std::string errors; ///< what it said on standard error
};

/// Runs it with arguments, and with further words of `env`: "HOME=/nowhere -u PATH". Mesa keeps
/// memory to its end, which is not looked for.
[[nodiscard]] Ended run_window_program(const std::string& arguments,
                                       const std::string& environment = {});

[[nodiscard]] std::vector<std::uint8_t> contents(const std::filesystem::path& file);

} // namespace stallscope::gui::test
