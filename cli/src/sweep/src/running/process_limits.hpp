#pragma once

#include "sweep/experiment.hpp"

namespace stallscope::sweep {

// Limits of a simulating process, in addition to those of the simulated run.

/// Processor time limit for hangs outside the simulated run: SIGXCPU ends the process. Must be set
/// before each point, since the limit counts from the start of the process.
void bound_processor_time(const PointLimits& limits);

/// Memory limit for growth that is not checked elsewhere, or is not guest memory: exceeding it
/// throws std::bad_alloc. Also disables core files.
void bound_memory(const PointLimits& limits);

} // namespace stallscope::sweep
