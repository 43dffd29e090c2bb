#pragma once

#include "session/runner.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::gui {

/// The command line of stallscope-gui.
struct Options {
  std::string program;
  std::string plan;  ///< a named schedule, a plan file or an order file
  std::string graph; ///< an example or a file
  std::string machine;
  std::vector<std::string> settings;
  std::string against;
  std::string compare; ///< a second machine
  std::string schedule;
  std::uint64_t limit_memory = session::kStandardMemoryBytes; ///< limit for guest memory
  std::string lesson;                                         ///< by name
  unsigned step = 1;                                          ///< step of the lesson, from 1
  std::string screenshot;
  std::string gif;    ///< an animation of the cycles
  std::string webp;   ///< an animation of the cycles
  std::string series; ///< a picture for each cycle
  std::uint64_t from = 1;
  std::optional<std::uint64_t> to; ///< nullopt: the last cycle
  double speed = 2;                ///< cycles per second in animations
  std::string export_file;         ///< .svg, .pdf, .csv or .json
  std::vector<std::string> panels; ///< empty: as in the last session, otherwise the table panel
  std::string overlay;             ///< empty: no overlay
  std::optional<std::uint64_t> cycle;
  unsigned width = 0; ///< 0: not given
  unsigned height = 0;
  std::optional<float> scale;
  std::string language;
  std::string theme;
  bool presenter = false;
  bool manual = false;     ///< print the man page
  bool time_start = false; ///< print the start-up time, and exit

  [[nodiscard]] bool animates() const { return !gif.empty() || !webp.empty() || !series.empty(); }
  /// The options request files, so that no window is opened.
  [[nodiscard]] bool headless() const {
    return animates() || !screenshot.empty() || !export_file.empty();
  }
  /// Display time of a cycle, in hundredths of a second.
  [[nodiscard]] unsigned centiseconds() const {
    return static_cast<unsigned>(std::lround(100 / speed));
  }
};

/// Parses the command line. If the program must not continue, exit_code is set: 0 for help, 2 for
/// an error, printed to standard error.
struct ReadOptions {
  Options options;
  std::optional<int> exit_code;
};
[[nodiscard]] ReadOptions read_options(int argc, const char* const* argv);

/// The options as entries of a man page.
[[nodiscard]] std::string option_entries();

/// One line for each of the most common uses.
inline constexpr std::string_view kExamples =
    "  stallscope-gui lecture/p4 -m lecture-4 --against lecture/p4_swapped\n"
    "  stallscope-gui my.s -m mips-5 --compare dual-5\n"
    "  stallscope-gui my.s -m mips-5 --schedule weighted --panel diagram\n"
    "  stallscope-gui --train gpipe --compare 1f1b --set devices=4 --set micro_batches=8\n"
    "  stallscope-gui --graph mlp --set differentiate=L --set passes=all\n"
    "  stallscope-gui --lesson 1_pipeline\n"
    "  stallscope-gui my.s --cycle 12 --screenshot cycle12.png";

} // namespace stallscope::gui
