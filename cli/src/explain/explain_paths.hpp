#pragma once

#include "arguments/arguments.hpp"
#include "subject/simulated.hpp"

namespace stallscope::cli {

/// `explain --why-chain` and `explain --critical-path`: output and exit code.
int explain_chain(const ExplainArguments& arguments, const Simulated& subject);
int explain_critical_path(const ExplainArguments& arguments, const Simulated& subject);

} // namespace stallscope::cli
