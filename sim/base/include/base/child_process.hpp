#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stallscope {

/// What keeps a program that is run for us within bounds; 0: no bound. It does not matter whether
/// the program or one that it started itself passes one.
struct ChildLimits {
  double wall_seconds = 0;             ///< then it is ended with all it has started
  std::uint64_t processor_seconds = 0; ///< of each process
  std::uint64_t memory_bytes = 0;      ///< of address space, of each process
  std::uint64_t file_bytes = 0;        ///< of a file it writes
  std::uint64_t output_bytes = 0;      ///< of standard output and of standard error, each
};

/// How a program is run.
struct ChildOptions {
  std::string folder; ///< working directory; empty: ours
  /// Messages in English and without colours, whatever the environment says.
  bool plain_messages = false;
  ChildLimits limits = {};
  /// Asked about every 0.1 s, with the seconds it has run; false ends it.
  std::function<bool(double)> go_on = {};
};

/// What came of a program that was run to its end.
struct ChildOutput {
  bool started = false;
  bool timed_out = false;   ///< ChildLimits::wall_seconds
  bool too_long = false;    ///< ChildLimits::output_bytes; what had come till then is there
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
