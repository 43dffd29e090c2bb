#pragma once

// Functional units behind ports, and the completion events of operations in them.

#include "core/out_of_order/reorder_buffer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace stallscope::core {

struct FunctionalUnits {
  /// By port: the last cycle in which an unpipelined operation occupies it.
  std::array<std::uint64_t, kMaxPorts> busy_until{};
  /// By port: micro-ops in stations that are bound to the port (machine::PortChoice::least_loaded).
  std::array<std::uint16_t, kMaxPorts> bound{};
  /// By port, only in a copy of the state made by counterfactual.hpp in which the result of an
  /// unpipelined micro-op has been delivered early: that micro-op, which still occupies the port.
  /// Otherwise kNoOp.
  std::array<OpId, kMaxPorts> keeps_port{};

  /// The port of a set (a bit mask) with the fewest bound micro-ops; among equals the port with the
  /// highest index. Returned as a bit.
  [[nodiscard]] std::uint32_t least_loaded(std::uint32_t ports) const;
  /// A micro-op in a station is bound to one port, given as a bit; until it issues or is squashed.
  void bind(std::uint32_t port) { ++bound[static_cast<unsigned>(std::countr_zero(port))]; }
  void unbind(std::uint32_t port) { --bound[static_cast<unsigned>(std::countr_zero(port))]; }
  /// Select: the first port of a set on which a micro-op can begin; kMaxPorts: those that it would
  /// occupy exclusively (`alone`) are all still busy.
  [[nodiscard]] unsigned first_free(std::uint32_t ports, std::uint32_t alone,
                                    std::uint64_t now) const {
    if (alone == 0) [[likely]]
      return static_cast<unsigned>(std::countr_zero(ports));
    for (; ports != 0; ports &= ports - 1) {
      const auto port = static_cast<unsigned>(std::countr_zero(ports));
      if ((alone >> port & 1U) == 0 || busy_until[port] < now)
        return port;
    }
    return kMaxPorts;
  }
  /// A micro-op that occupies its port exclusively is squashed: frees the port, unless another has
  /// it since.
  void vacate(unsigned port, std::uint64_t until) {
    if (busy_until[port] == until)
      busy_until[port] = 0;
  }
};

inline std::uint32_t FunctionalUnits::least_loaded(std::uint32_t ports) const {
  auto best = static_cast<unsigned>(std::countr_zero(ports));
  for (ports &= ports - 1; ports != 0; ports &= ports - 1)
    if (const auto port = static_cast<unsigned>(std::countr_zero(ports));
        bound[port] <= bound[best])
      best = port;
  return 1U << best;
}

/// Completion events: the cycle in which a micro-op ends its execution, or in which one in a
/// station becomes ready. A timing wheel with a list of micro-ops a cycle, linked through
/// WindowOp::wheel_next and sorted by age, so that the order of events within a cycle does not
/// depend on when they were scheduled.
struct CompletionQueue {
  static constexpr unsigned kCycles = 1024;
  std::array<Slot, kCycles> buckets{};
  SlotSet executed; ///< micro-ops that have completed execution and wait for write-back

  /// Schedules the event of a micro-op that has none. An event further away than the wheel's size
  /// is delivered early and scheduled again on delivery.
  void schedule(ReorderBuffer& rob, Slot slot, std::uint64_t cycle, std::uint64_t now) {
    WindowOp& op = rob.ops[slot];
    const std::uint64_t at = std::min(cycle, now + kCycles - 1);
    op.wheel_bucket = static_cast<std::uint16_t>(at % kCycles);
    op.wheel_previous = kNoSlot;
    op.wheel_next = buckets[op.wheel_bucket];
    while (op.wheel_next != kNoSlot && rob.ops[op.wheel_next].id < op.id) {
      op.wheel_previous = op.wheel_next;
      op.wheel_next = rob.ops[op.wheel_next].wheel_next;
    }
    if (op.wheel_next != kNoSlot)
      rob.ops[op.wheel_next].wheel_previous = slot;
    if (op.wheel_previous != kNoSlot)
      rob.ops[op.wheel_previous].wheel_next = slot;
    else
      buckets[op.wheel_bucket] = slot;
  }
  void cancel(ReorderBuffer& rob, Slot slot) {
    WindowOp& op = rob.ops[slot];
    if (op.wheel_bucket == kNoBucket)
      return;
    if (op.wheel_previous != kNoSlot)
      rob.ops[op.wheel_previous].wheel_next = op.wheel_next;
    else
      buckets[op.wheel_bucket] = op.wheel_next;
    if (op.wheel_next != kNoSlot)
      rob.ops[op.wheel_next].wheel_previous = op.wheel_previous;
    op.wheel_bucket = kNoBucket;
  }
  /// No event is due in this cycle; valid for up to kCycles - 1 cycles ahead.
  [[nodiscard]] bool is_empty_at(std::uint64_t cycle) const {
    return buckets[cycle % kCycles] == kNoSlot;
  }
  /// Removes this cycle's list of micro-ops from the wheel and returns its first one; kNoSlot: the
  /// list is empty.
  Slot take(std::uint64_t now) {
    const Slot first = buckets[now % kCycles];
    if (first != kNoSlot)
      buckets[now % kCycles] = kNoSlot;
    return first;
  }
  void clear() {
    buckets.fill(kNoSlot);
    executed = {};
  }
};

} // namespace stallscope::core
