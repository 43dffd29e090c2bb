#pragma once

#include "arguments/arguments.hpp"

namespace stallscope::cli {

/// A second machine or program is to be compared with the first.
[[nodiscard]] bool names_second(const RunArguments& a);

/// Checks options for contradictions; prints them.
[[nodiscard]] bool options_agree(const RunArguments& a);

} // namespace stallscope::cli
