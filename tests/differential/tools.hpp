#pragma once

#include <string>
#include <vector>

namespace stallscope::differential {

/// Whether a program is found in PATH. When it is not, says on standard output that the test is
/// skipped, which CTest then reports.
[[nodiscard]] bool installed_or_skipped(const std::string& program);

/// Runs a program with its standard output in a file (empty: dropped) and returns its exit code, or
/// 128 + the signal that ended it. Its standard error is this program's.
int run(const std::vector<std::string>& words, const std::string& output_file = {});

} // namespace stallscope::differential
