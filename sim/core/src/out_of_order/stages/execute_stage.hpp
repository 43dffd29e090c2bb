#pragma once

// Execution: the completion events of functional units. Operations that end resolve branches and
// check memory order.

#include "out_of_order/stages/recovery.hpp"
#include "out_of_order/stages/wake_up.hpp"

namespace stallscope::core {

/// The ends of executions and of waits in known cycles.
template <class Cycle> class ExecuteStage {
  using LoadStoreUnit = core::LoadStoreUnit<Cycle>;
  using Recovery = core::Recovery<Cycle>;
  using WakeUp = core::WakeUp<Cycle>;

public:
  /// Handles the completion events of this cycle: micro-ops that become ready, and executions that
  /// end.
  static void completion_events(Cycle& c) {
    Slot slot = c.s.completions.take(c.now);
    while (slot != kNoSlot) {
      WindowOp& op = c.op_at(slot);
      const Slot next = op.wheel_next;
      op.wheel_bucket = kNoBucket;
      if (op.progress == Progress::executing) {
        if (op.ends_at > c.now)
          c.s.completions.schedule(c.s.rob, slot, op.ends_at, c.now);
        else
          end_execution(c, slot);
      } else {
        WakeUp::become_ready(c, op, slot);
      }
      slot = next;
    }
  }

  /// Ends a micro-op's execution: this is its last cycle.
  static void end_execution(Cycle& c, Slot slot) {
    WindowOp& op = c.op_at(slot);
    if (c.writes_at_once()) {
      op.progress = Progress::timed;
      op.written_at = c.now + 1;
    } else if (c.policy.completes_without_result(*op.planned)) {
      complete(c, op);
    } else {
      op.progress = Progress::executed;
      c.s.completions.executed.insert(slot);
    }
    if (op.is_control)
      Recovery::resolve(c, slot);
    if (op.planned->writes_address)
      LoadStoreUnit::Disambiguation::address_known(c, op);
  }

private:
  /// Completes a micro-op without a result in its last execution cycle, instead of write().
  static void complete(Cycle& c, WindowOp& op) {
    c.observer.enter(op, c.now + 1, c.plan.done_lane);
    WakeUp::finish(c, op);
  }
};

} // namespace stallscope::core
