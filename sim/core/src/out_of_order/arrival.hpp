#pragma once

// When the next operation arrives on the last lane, for a record: see trace::LateArrival.

#include "core/out_of_order/out_of_order_core.hpp"
#include "trace/event.hpp"

namespace stallscope::core {

/// The oldest micro-op that has not reached the last lane: the next to retire; without a reorder
/// buffer the oldest that has not been written. nullptr: no micro-op of the right path is in
/// flight.
[[nodiscard]] const WindowOp* next_to_arrive(const OutOfOrderCore& core,
                                             const OutOfOrderState& state);

/// How late that micro-op is at the end of the state's cycle.
[[nodiscard]] trace::LateArrival late_arrival(const OutOfOrderCore& core,
                                              const OutOfOrderState& state, const WindowOp& op);
/// The same of the instruction that is fetched next on the right path.
[[nodiscard]] trace::LateArrival late_fetch(const OutOfOrderCore& core,
                                            const OutOfOrderState& state);

} // namespace stallscope::core
