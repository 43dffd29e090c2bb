#pragma once

// Source operands of a micro-op that is dispatched: linked to their producers over the bypass
// network (bypass.hpp), or entered in a wake-up list (core/out_of_order/wake_up.hpp).

#include "out_of_order/cycle_context.hpp"

#include <algorithm>

namespace stallscope::core {

/// Links operands to their producers, and determines when a micro-op has all of them.
template <class Cycle> class OperandLinks {
public:
  /// The bypass network's delay of an operand, in cycles.
  static unsigned bypass_delay(const Cycle& c, const WindowOp& op, unsigned operand,
                               const WindowOp& from) {
    return c.policy.delays_bypasses() && operand != kMemoryOperand
               ? bypass_cycles(c.plan.bypass, from, op)
               : 0;
  }

  /// Links a source operand to its producer: the value is available, its cycle is known, or the
  /// operand enters the producer's wake-up list.
  static void link(Cycle& c, WindowOp& op, Slot slot, unsigned operand,
                   const RenameEntry& producer) {
    if (!c.is_here(producer))
      return;
    WindowOp& from = c.op_at(producer.slot);
    if (is_on_bypass(c, from)) {
      const unsigned delay = bypass_delay(c, op, operand, from);
      const std::uint64_t usable = from.ends_at + 1 - c.read_cycles + delay;
      wait_until(c, op, operand, from, usable, delay);
      c.observer.taken(op, operand, from, c.is_written(from) ? c.now : std::max(c.now, usable));
      return;
    }
    if (c.is_written(from)) {
      const unsigned delay = bypass_delay(c, op, operand, from);
      wait_until(c, op, operand, from, from.written_at + 1 + delay, delay);
      c.observer.taken(op, operand, from, c.now);
      return;
    }
    enter_wake_up_list(c.s.rob, producer.slot, slot, operand);
  }

  /// An operand is available from a given cycle on; the latest of these cycles determines when the
  /// micro-op is ready.
  [[gnu::always_inline]] static void wait_until(Cycle& c, WindowOp& op, unsigned operand,
                                                const WindowOp& from, std::uint64_t usable,
                                                unsigned delay) {
    if (c.policy.delays_bypasses())
      note_late(op, operand, from, usable, delay);
    op.ready_at = std::max(op.ready_at, usable);
  }

private:
  /// The bypass network delivers the result from its unit, from a cycle on that does not depend on
  /// the write: a consumer can be selected in the cycle of the write as well. Over a result bus it
  /// can be selected from the cycle after the write on.
  static bool is_on_bypass(const Cycle& c, const WindowOp& from) {
    return c.policy.bypasses() && from.progress >= Progress::executing;
  }

  /// Records the operand that becomes available last so far. `delay`: the cycles of that time spent
  /// on the bypass network. Not inline, because few machines have bypass delays.
  [[gnu::noinline]] static void note_late(WindowOp& op, unsigned operand, const WindowOp& from,
                                          std::uint64_t usable, unsigned delay) {
    const bool any = op.late_operand != kNoOperand;
    // Of operands that arrive in the same cycle the one with the youngest producer is recorded, a
    // store only when nothing else is.
    const bool is_first = operand == kMemoryOperand || from.id < op.late_from ||
                          (from.id == op.late_from && operand > op.late_operand);
    if (usable < op.ready_at ||
        (usable == op.ready_at && any && op.late_operand != kMemoryOperand && is_first))
      return;
    op.late_operand = static_cast<std::uint16_t>(operand);
    op.late_cycles = static_cast<std::uint16_t>(delay);
    op.late_from = from.id;
  }
};

} // namespace stallscope::core
