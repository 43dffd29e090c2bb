#pragma once

// What happens to a micro-op at a known cycle, and what can leave its station soon: parts of the
// state that stepping keeps up and that unpacking a state of window_memo/ makes anew.

#include "core/out_of_order/window_state.hpp"

#include <algorithm>

namespace stallscope::core {

/// A micro-op comes to its station ...
inline void begin_wanting(OutOfOrderState& s, const PlannedOp& planned) {
  ++s.wanting[planned.want];
  s.wants |= 1U << planned.want;
}

/// ... and begins to execute, or is discarded before.
inline void end_wanting(OutOfOrderState& s, const PlannedOp& planned) {
  if (--s.wanting[planned.want] == 0)
    s.wants &= ~(1U << planned.want);
}

/// For a micro-op that has none. One that is further away than the wheel holds goes off early, and
/// is set again then.
inline void set_alarm(OutOfOrderState& s, Slot slot, std::uint64_t cycle) {
  WindowOp& op = s.ops[slot];
  const std::uint64_t at = std::min(cycle, s.cycle + kWheelCycles - 1);
  op.wheel_bucket = static_cast<std::uint16_t>(at % kWheelCycles);
  op.wheel_previous = kNoSlot;
  op.wheel_next = s.wheel[op.wheel_bucket];
  // Oldest first, so that what happens in one cycle does not depend on when it was known.
  while (op.wheel_next != kNoSlot && s.ops[op.wheel_next].id < op.id) {
    op.wheel_previous = op.wheel_next;
    op.wheel_next = s.ops[op.wheel_next].wheel_next;
  }
  if (op.wheel_next != kNoSlot)
    s.ops[op.wheel_next].wheel_previous = slot;
  if (op.wheel_previous != kNoSlot)
    s.ops[op.wheel_previous].wheel_next = slot;
  else
    s.wheel[op.wheel_bucket] = slot;
}

inline void cancel_alarm(OutOfOrderState& s, Slot slot) {
  WindowOp& op = s.ops[slot];
  if (op.wheel_bucket == kNoBucket)
    return;
  if (op.wheel_previous != kNoSlot)
    s.ops[op.wheel_previous].wheel_next = op.wheel_next;
  else
    s.wheel[op.wheel_bucket] = op.wheel_next;
  if (op.wheel_next != kNoSlot)
    s.ops[op.wheel_next].wheel_previous = op.wheel_previous;
  op.wheel_bucket = kNoBucket;
}

/// A micro-op knows when it can leave its station. What can soon is looked at meanwhile, which
/// takes less than an alarm.
inline void enter_ready(OutOfOrderState& s, Slot slot) {
  constexpr std::uint64_t kSoon = 3; // cycles
  const WindowOp& op = s.ops[slot];
  if (op.ready_at > s.cycle + kSoon)
    set_alarm(s, slot, op.ready_at);
  else
    s.ready.insert(slot);
}

} // namespace stallscope::core
