#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::gui {

/// The command line of stallscope-gui.
struct Options {
  std::string program;
  std::string machine;
  std::vector<std::string> settings;
  std::string against;
  std::string compare; ///< a second machine
  std::string schedule;
  std::string lesson; ///< by name
  unsigned step = 1;  ///< of it, from 1
  std::string screenshot;
  std::string panel; ///< empty: as it was left, else the table
  std::optional<std::uint64_t> cycle;
  unsigned width = 0; ///< 0: not said
  unsigned height = 0;
  std::optional<float> scale;
  std::string language;
  std::string theme;
  bool presenter = false;
};

/// Reads it. Otherwise the exit code: 0 when help was asked for, 2 when something is wrong, said on
/// standard error.
struct ReadOptions {
  Options options;
  std::optional<int> exit_code;
};
[[nodiscard]] ReadOptions read_options(int argc, const char* const* argv);

} // namespace stallscope::gui
