#pragma once

#include "session/simulation.hpp"
#include "trace/run_record.hpp"

namespace stallscope::session {

/// What is known of a run at the end of its present cycle, for those who show it: counts, ledger,
/// registers, how it stands. Without timeline, legend and output, which whoever records adds.
[[nodiscard]] trace::RunRecord summary_of(const Simulation& simulation);

} // namespace stallscope::session
