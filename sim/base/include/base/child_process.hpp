#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stallscope {

/// Limits of a child process and of its descendants; 0: unlimited.
struct ChildLimits {
  double wall_seconds = 0;             ///< limit of wall-clock time, after which the process group
                                       ///< is killed
  std::uint64_t processor_seconds = 0; ///< processor time of each process
  std::uint64_t memory_bytes = 0;      ///< address space of each process
  std::uint64_t file_bytes = 0;        ///< size of each file it writes
  std::uint64_t output_bytes = 0;      ///< size of standard output and of standard error, each
};

/// How a program is run.
struct ChildOptions {
  std::string folder; ///< working directory; empty: that of this process
  /// Sets the locale to C and disables colours, independent of the environment.
  bool plain_messages = false;
  ChildLimits limits = {};
  /// Called about every 0.1 s with the elapsed seconds; returning false kills the child.
  std::function<bool(double)> go_on = {};
};

/// The result of a child process.
struct ChildOutput {
  bool started = false;
  bool timed_out = false;   ///< ended by ChildLimits::wall_seconds
  bool too_long = false;    ///< ended by ChildLimits::output_bytes; the output up to the limit is
                            ///< kept
  bool interrupted = false; ///< ended by ChildOptions::go_on
  int exit_code = -1;       ///< 128 + signal number when a signal ended the process
  std::string out;
  std::string err; ///< standard error without the final newline

  [[nodiscard]] bool succeeded() const {
    return started && exit_code == 0 && !timed_out && !too_long && !interrupted;
  }
};

/// Runs a program found in PATH, without a shell and without input. The child does not receive
/// Ctrl-C.
[[nodiscard]] ChildOutput run_program(const std::vector<std::string>& words,
                                      const ChildOptions& options = {});

/// Path of a program found in PATH; a name with a slash is a path already. Empty: not found.
[[nodiscard]] std::string program_on_path(const std::string& name);

} // namespace stallscope
