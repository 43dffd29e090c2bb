#pragma once

#include "arguments/arguments.hpp"
#include "subject/simulated.hpp"
#include "trace/run_record.hpp"

namespace stallscope::cli {

/// Prints how a run ended unless it ended normally, and returns the exit code. With
/// `guest_exit_code` the exit code is the simulated program's own (--exit-code).
[[nodiscard]] int report_end(const trace::RunRecord& run, const Subject& subject,
                             bool guest_exit_code = false);

/// For commands that show a part of a run: reports only whether the program certainly never ends,
/// if that is detected within session::kMaxRemedyCycles cycles.
[[nodiscard]] int report_repetition(const Simulated& simulated, const Subject& subject);

} // namespace stallscope::cli
