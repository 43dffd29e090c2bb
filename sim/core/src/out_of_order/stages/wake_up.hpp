#pragma once

// Wake-up. A result that is written or about to be bypassed wakes the operands in its producer's
// wake-up list; a micro-op with all operands enters the ready set of its issue queue (station),
// from which IssueStage selects. Waiting micro-ops are never polled.

#include "out_of_order/stages/load_store_unit.hpp"

namespace stallscope::core {

/// What the write of a result does to its producer and consumers.
template <class Cycle> class WakeUp {
  using LoadStoreUnit = core::LoadStoreUnit<Cycle>;
  using OperandLinks = core::OperandLinks<Cycle>;

public:
  /// All operands are available: the micro-op enters the ready set.
  static void become_ready(Cycle& c, WindowOp& op, Slot slot) {
    if (c.policy.captures(*op.planned)) {
      c.s.stations.end_demand(*op.planned);
      c.policy.unbind_port(c.s.units, op.ports);
      op.ends_at = c.now;
      write(c, slot);
      return;
    }
    if (op.planned->is_load && !op.ordered) {
      LoadStoreUnit::Disambiguation::order_load(c, op, slot);
      if (op.missing != 0)
        return;
    }
    op.progress = Progress::ready;
    enter_ready(c.s, slot);
  }

  /// Wake-up: consumers can use the result from a cycle on.
  static void wake_waiting(Cycle& c, WindowOp& producer, std::uint64_t usable_from) {
    Slot slot = producer.waiting_first;
    if (slot == kNoSlot)
      return;
    unsigned operand = producer.waiting_operand;
    producer.waiting_first = kNoSlot;
    while (slot != kNoSlot) {
      WindowOp& op = c.op_at(slot);
      const Operand taken = op.operands[operand];
      const unsigned delay = OperandLinks::bypass_delay(c, op, operand, producer);
      const std::uint64_t usable = usable_from + delay;
      OperandLinks::wait_until(c, op, operand, producer, usable, delay);
      c.observer.taken(op, operand, producer, usable);
      op.missing = static_cast<std::uint16_t>(op.missing & ~(1U << operand));
      if (op.missing == 0)
        become_ready(c, op, slot);
      c.observer.woken(op, slot);
      slot = taken.next;
      operand = taken.next_operand;
    }
  }

  [[gnu::noinline]] static void write(Cycle& c, Slot slot) {
    WindowOp& op = c.op_at(slot);
    c.s.completions.executed.erase(slot);
    c.observer.written(op);
    finish(c, op);
  }

  /// Wakes the micro-ops that wait for the result, and frees its station.
  static void finish(Cycle& c, WindowOp& op) {
    op.progress = Progress::written;
    op.written_at = c.now;
    c.completed.own.slots += op.faulting || op.planned->op.fused ? 0 : 1;
    wake_waiting(c, op, c.now + 1);
    if (op.in_station)
      leave_station(c, op);
    c.moved = true;
  }

  static void leave_station(Cycle& c, WindowOp& op) {
    op.in_station = false;
    c.s.stations.leave(op.station);
    if (c.observer.names_releaser(c.completed.own.freed[op.station]))
      c.completed.own.freed_by[op.station] = op.id;
    ++c.completed.own.freed[op.station];
  }
};

} // namespace stallscope::core
