#pragma once

#include "core/out_of_order/out_of_order_core.hpp"
#include "trace/run_record.hpp"

#include <vector>

namespace stallscope::core {

/// Occupancy of the machine's structures, sampled at the end of every cycle: mean, maximum, and for
/// structures of limited size the cycles in which they were full.
[[nodiscard]] std::vector<trace::UnitCount> occupancy_counts(const OutOfOrderCore& core,
                                                             const OutOfOrderState& state);

} // namespace stallscope::core
