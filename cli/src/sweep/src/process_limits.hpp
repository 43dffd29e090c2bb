#pragma once

#include "sweep/experiment.hpp"

namespace stallscope::sweep {

// Bounds of a process that simulates, beside what the simulated run itself is held to.

/// For what gets out of hand outside the simulated run, where nobody looks at a clock: the process
/// ends by SIGXCPU. To be set before each point, as the time counts from the start of the process.
void bound_processor_time(const PointLimits& limits);

/// For memory that grows faster than it is looked at, or is none of the guest's: std::bad_alloc.
/// Also lets the process leave no core file.
void bound_memory(const PointLimits& limits);

} // namespace stallscope::sweep
