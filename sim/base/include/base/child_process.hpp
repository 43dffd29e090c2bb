#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stallscope {

/// Limits of a child process and of its descendants; 0: unlimited.
struct ChildLimits {
  double wall_seconds = 0;             ///< wall-clock limit; the process group is killed then
  std::uint64_t processor_seconds = 0; ///< of each process
  std::uint64_t memory_bytes = 0;      ///< address space of each process
  std::uint64_t file_bytes = 0;        ///< size of a file it writes
  std::uint64_t output_bytes = 0;      ///< of standard output and of standard error, each
};

/// How a program is run.
struct ChildOptions {
  std::string folder; ///< working directory; empty: ours
  /// Messages in English and without colours, whatever the environment says.
  bool plain_messages = false;
  ChildLimits limits = {};
  /// Called about every 0.1 s with the elapsed seconds; false kills it.
  std::function<bool(double)> go_on = {};
};

/// The result of a child process.
struct ChildOutput {
  bool started = false;
  bool timed_out = false;   ///< ChildLimits::wall_seconds
  bool too_long = false;    ///< ChildLimits::output_bytes; the output up to then is kept
  bool interrupted = false; ///< ChildOptions::go_on
  int exit_code = -1;       ///< 128 + signal when a signal ended it
  std::string out;
  std::string err; ///< without the line end behind it

  [[nodiscard]] bool succeeded() const {
    return started && exit_code == 0 && !timed_out && !too_long && !interrupted;
  }
};

/// Runs a program from the search path, without a shell and without input. Ctrl-C does not reach
/// it.
[[nodiscard]] ChildOutput run_program(const std::vector<std::string>& words,
                                      const ChildOptions& options = {});

/// Where the search path has a program of that name; a name with a slash is a file. Empty: nowhere.
[[nodiscard]] std::string program_on_path(const std::string& name);

} // namespace stallscope
