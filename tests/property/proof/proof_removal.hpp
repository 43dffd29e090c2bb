#pragma once

#include "core/out_of_order/out_of_order_core.hpp"
#include "machine/description.hpp"

#include <cstdint>

namespace stallscope::property {

/// An empty cell of the last lane, and the cycle in which the next operation to arrive there was
/// held for what the cell names.
struct HeldBefore {
  OpId op;
  std::uint64_t latency = 0; ///< the least that it executes
  std::uint64_t held = 0;    ///< the cycle
  Cause cause;
  std::uint64_t empty = 0; ///< the cell's cycle
};

/// What becomes of the operation up to the cell's cycle without the obstacle.
enum class WithoutObstacle : std::uint8_t {
  stands,   ///< it is in the lane in the cell's cycle
  is_held,  ///< it is held for something else in between
  neither,  ///< it is as late as with the obstacle, and nothing else is said to hold it
  unproven, ///< the obstacle cannot be removed for more than a cycle
};

/// Removes the obstacle from a copy of the state in front of the cycle in which the operation is
/// held, and steps that up to the cell's cycle.
[[nodiscard]] WithoutObstacle step_without(const core::OutOfOrderCore& core,
                                           const core::OutOfOrderState& before,
                                           const HeldBefore& cell);

} // namespace stallscope::property
