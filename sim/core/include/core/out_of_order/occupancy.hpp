#pragma once

#include "core/out_of_order/out_of_order_core.hpp"
#include "trace/run_record.hpp"

#include <vector>

namespace stallscope::core {

/// How full the structures of the machine have been at the ends of the cycles up to now: of each
/// the mean, the most, and where there is a limit the cycles in which no entry was free.
[[nodiscard]] std::vector<trace::UnitCount> occupancy_counts(const OutOfOrderCore& core,
                                                             const OutOfOrderState& state);

} // namespace stallscope::core
