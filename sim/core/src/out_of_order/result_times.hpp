#pragma once

// When the results that a micro-op waits for can be used: known cycles, and estimates.

#include "core/out_of_order/out_of_order_core.hpp"

#include <array>
#include <bitset>
#include <cstdint>

namespace stallscope::core {

/// Search depth: the maximum number of successive micro-ops with several missing operands whose
/// producers are followed.
inline constexpr unsigned kForks = 3;

/// The position of a micro-op in the window.
[[nodiscard]] inline std::uint64_t place_of(const OutOfOrderState& state, const WindowOp& op) {
  return state.position_of(static_cast<Slot>(&op - state.rob.ops.data()));
}

/// The youngest older micro-op that writes a register; nullptr: none is in the window.
[[nodiscard]] const WindowOp* producer_of(const OutOfOrderState& state, const WindowOp& op,
                                          RegId reg);

/// Cycles from the last cycle of a producer's execution to the first cycle of a consumer's. A
/// micro-op without a result, such as a store address, may be complete in its last cycle of
/// execution.
[[nodiscard]] unsigned result_delay(const machine::Dynamic& machine, const WindowOp& maker);

/// The smallest latency of a micro-op on some ports; for a load, that of a cache hit.
[[nodiscard]] unsigned least_latency(const OutOfOrderCore& core, const PlannedOp& planned,
                                     std::uint32_t ports);
/// The same on the ports that it can use, with what is known of store-to-load forwarding.
[[nodiscard]] unsigned least_latency(const OutOfOrderCore& core, const WindowOp& op);

/// Estimates of when micro-ops execute, in one state. Each is made once, as those of dependent
/// micro-ops contain each other.
class ResultEstimates {
public:
  ResultEstimates(const OutOfOrderCore& core, const OutOfOrderState& state)
      : core_(core), state_(state) {}

  /// The first cycle of execution of a micro-op in its station, by the rules of ends().
  [[nodiscard]] std::uint64_t executes(const WindowOp& op, unsigned forks = kForks);

  /// The last cycle of a micro-op's execution, as far as is known: known when it executes;
  /// otherwise the earliest possible one, after the estimated ends of the producers for which it
  /// waits.
  [[nodiscard]] std::uint64_t ends(const WindowOp& op, unsigned forks = kForks);

private:
  static constexpr std::size_t kCount = std::size_t{kWindowSlots} * (kForks + 1);

  [[nodiscard]] std::uint64_t executes_anew(const WindowOp& op, unsigned forks);
  [[nodiscard]] std::uint64_t ends_from_front(const WindowOp& op, unsigned forks);

  const OutOfOrderCore& core_;
  const OutOfOrderState& state_;
  std::bitset<kCount> known_;
  std::array<std::uint64_t, kCount> executes_; ///< by slot and forks, where known
};

/// `a` has its result later than `b`, by the estimate; of equal estimates the younger micro-op's.
[[nodiscard]] bool ends_later(const OutOfOrderCore& core, const OutOfOrderState& state,
                              const WindowOp& a, const WindowOp& b);

/// First cycle in which the result of a producer can be used; 0 when that is not known yet.
[[nodiscard]] std::uint64_t usable_from(const OutOfOrderCore& core, const OutOfOrderState& state,
                                        const WindowOp& producer);

/// The same for a consumer that was in its station before the result was written, and has taken the
/// value from the unit.
[[nodiscard]] std::uint64_t comes_at(const OutOfOrderCore& core, const OutOfOrderState& state,
                                     const WindowOp& producer);

} // namespace stallscope::core
