#pragma once

#include "session/simulation.hpp"
#include "trace/run_record.hpp"

namespace stallscope::session {

/// Summary of a run at the end of its present cycle: counters, ledger, registers, status. The
/// caller adds timeline, legend and output if recorded.
[[nodiscard]] trace::RunRecord summary_of(const Simulation& simulation);

} // namespace stallscope::session
