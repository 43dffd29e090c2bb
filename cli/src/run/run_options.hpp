#pragma once

#include "arguments/arguments.hpp"

namespace stallscope::cli {

/// A second machine or program is to be shown beside the first.
[[nodiscard]] bool names_second(const RunArguments& a);

/// The options go together; prints what does not.
[[nodiscard]] bool options_agree(const RunArguments& a);

} // namespace stallscope::cli
