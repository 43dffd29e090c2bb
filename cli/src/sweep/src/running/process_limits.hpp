#pragma once

#include "sweep/experiment.hpp"

namespace stallscope::sweep {

// Limits of a simulating process, in addition to those of the simulated run.

/// Processor time limit, for hangs outside the simulated run: ends the process by SIGXCPU. To be
/// set before each point, since time counts from the start of the process.
void bound_processor_time(const PointLimits& limits);

/// Memory limit, for growth that checks miss, or that is not guest memory: std::bad_alloc. Also
/// disables core files.
void bound_memory(const PointLimits& limits);

} // namespace stallscope::sweep
