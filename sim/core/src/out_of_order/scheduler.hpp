#pragma once

// Wake-up and select. A result wakes the operands in its producer's wake-up list; micro-ops with
// all operands are in the ready set of the issue queues (stations) and selected oldest first.
// Waiting micro-ops are never polled.

#include "core/out_of_order/waits.hpp"
#include "out_of_order/window.hpp"

namespace stallscope::core {

/// Handles the completion events of this cycle: micro-ops that become ready, and executions that
/// end.
template <class Sink, Known kKnown> inline void Window<Sink, kKnown>::completion_events() {
  Slot slot = s_.completions.take(now());
  while (slot != kNoSlot) {
    WindowOp& op = op_at(slot);
    const Slot next = op.wheel_next;
    op.wheel_bucket = kNoBucket;
    if (op.progress == Progress::executing) {
      if (op.ends_at > now())
        s_.completions.schedule(s_.rob, slot, op.ends_at, now());
      else
        end_execution(slot);
    } else {
      become_ready(op, slot);
    }
    slot = next;
  }
}

/// All operands are available: the micro-op enters the ready set.
template <class Sink, Known kKnown>
inline void Window<Sink, kKnown>::become_ready(WindowOp& op, Slot slot) {
  if (is_captured(*op.planned)) {
    s_.stations.end_demand(*op.planned);
    if (binds_ports())
      s_.units.unbind(op.ports);
    op.ends_at = now();
    write(slot);
    return;
  }
  if (op.planned->is_load && !op.ordered) {
    order_load(op, slot);
    if (op.missing != 0)
      return;
  }
  op.progress = Progress::ready;
  enter_ready(s_, slot);
}

/// Wake-up: consumers can use the result from a cycle on.
template <class Sink, Known kKnown>
inline void Window<Sink, kKnown>::wake_waiting(WindowOp& producer, std::uint64_t usable_from) {
  Slot slot = producer.waiting_first;
  if (slot == kNoSlot)
    return;
  unsigned operand = producer.waiting_operand;
  producer.waiting_first = kNoSlot;
  while (slot != kNoSlot) {
    WindowOp& op = op_at(slot);
    const Operand taken = op.operands[operand];
    const unsigned delay = bypass_delay(op, operand, producer);
    const std::uint64_t usable = usable_from + delay;
    wait_until(op, operand, producer, usable, delay);
    observer_.taken(op, operand, producer, usable);
    op.missing = static_cast<std::uint16_t>(op.missing & ~(1U << operand));
    if (op.missing == 0)
      become_ready(op, slot);
    observer_.woken(op, slot);
    slot = taken.next;
    operand = taken.next_operand;
  }
}

template <class Sink, Known kKnown>
inline unsigned Window<Sink, kKnown>::latency_of(const WindowOp& op, unsigned port) const {
  const PlannedOp& planned = *op.planned;
  if (planned.is_load && op.forwarded)
    return machine_.forward_cycles;
  return planned.latency != 0 ? planned.latency : plan_.latency[port][planned.port_class];
}

/// Select: every port takes the oldest ready micro-op of its station that it can execute.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::issue() {
  std::uint32_t ports = ~0U; // ports still free in this cycle
  unsigned left = plan_.issue_width;
  const OpId undecided = waits_behind_branches() ? undecided_branch() : kNoOp;
  s_.stations.ready.from(slot_at(s_.rob.oldest), [&](Slot slot) {
    WindowOp& op = op_at(slot);
    const std::uint32_t free = op.ports & ports;
    if (free == 0 || op.ready_at > now() || left == 0 || (undecided && undecided < op.id))
      return;
    if (op.planned->is_load && !may_issue_load(op, slot)) {
      observer_.held_by(op, [&] { return load_hold(op); });
      return;
    }
    const unsigned port = s_.units.first_free(free, op.planned->alone, now());
    if (port == kMaxPorts)
      return;
    ports &= ~(1U << port);
    --left;
    issue_one(op, slot, port);
    observer_.selected(op, port);
  });
  observer_.end_select(*this, left == 0);
}

template <class Sink, Known kKnown>
inline void Window<Sink, kKnown>::issue_one(WindowOp& op, Slot slot, unsigned port) {
  const PlannedOp& planned = *op.planned;
  std::uint64_t ends_at = now() + read_cycles_ + latency_of(op, port) - 1;
  moved_ = true;
  if (plan_.data_cache && planned.is_load && op.bytes != 0 && !op.forwarded) {
    const auto more = access_data(op, isa::writes_memory(program_.instruction(op.instruction)));
    if (!more) { // nothing else can issue on the port in this cycle
      op.ready_at = now() + 1;
      op.late_operand = kNoOperand;
      observer_.held(op, {op.refusal});
      return;
    }
    ends_at += *more;
  }
  ++issued_;
  if (binds_ports())
    s_.units.unbind(1U << port);
  if (op.wrong_path)
    ++issued_wrong_;
  else if (op.replayed) [[unlikely]]
    ++issued_again_;
  s_.stations.ready.erase(slot);
  s_.stations.end_demand(planned);
  op.progress = Progress::executing;
  op.port = static_cast<std::uint16_t>(port);
  op.ready_at = now();
  op.ends_at = ends_at;
  if (planned.is_load && passed_over_ != kNoSlot)
    check_memory_order(op_at(passed_over_));
  if ((planned.alone >> port & 1U) != 0) // the next operation's operand read overlaps with the last
                                         // execution cycles
    s_.units.busy_until[port] = ends_at - read_cycles_;
  observer_.enter(op, now(), plan_.ports[port].lane);
  if (frees_at_issue())
    leave_station(op);
  if (bypasses())
    wake_waiting(op, ends_at + 1 - read_cycles_);
  if (writes_at_once() && !op.is_control && !planned.writes_address) {
    op.progress = Progress::timed;
    op.written_at = ends_at + 1;
    return;
  }
  if (ends_at == now())
    end_execution(slot);
  else
    s_.completions.schedule(s_.rob, slot, ends_at, now());
}

} // namespace stallscope::core
