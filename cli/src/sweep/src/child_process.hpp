#pragma once

#include <string>
#include <vector>

namespace stallscope::sweep {

/// What came of a program that was run to its end.
struct ChildOutput {
  bool started = false;
  int exit_code = -1; ///< 128 + signal when a signal ended it
  std::string out;
  std::string err; ///< without the line end behind it
};

/// Runs a program from the search path, without a shell and without input. Ctrl-C does not reach
/// it.
[[nodiscard]] ChildOutput run_program(const std::vector<std::string>& words);

} // namespace stallscope::sweep
