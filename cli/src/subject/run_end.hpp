#pragma once

#include "arguments/arguments.hpp"
#include "subject/simulated.hpp"
#include "trace/run_record.hpp"

namespace stallscope::cli {

/// Prints how a run ended if it did not end well, and returns the exit code for it. With
/// `guest_exit_code` that is the simulated program's own (--exit-code).
[[nodiscard]] int report_end(const trace::RunRecord& run, const Subject& subject,
                             bool guest_exit_code = false);

/// The same for a command that shows a part of a run: only whether the program certainly never
/// ends, if that is found within session::kMaxRemedyCycles cycles.
[[nodiscard]] int report_repetition(const Simulated& simulated, const Subject& subject);

} // namespace stallscope::cli
