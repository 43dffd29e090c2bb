#pragma once

// Wake-up and selection. A result wakes those who wait for it, by their list; what has all operands
// is found by the bits of its station, oldest first. Nothing looks at those who wait.

#include "out_of_order/window.hpp"

namespace stallscope::core {

template <class Sink> void Window<Sink>::set_alarm(Slot slot, std::uint64_t cycle) {
  WindowOp& op = op_at(slot);
  const std::uint64_t at = std::min(cycle, now() + kWheelCycles - 1); // it is set again then
  op.wheel_bucket = static_cast<std::uint16_t>(at % kWheelCycles);
  op.wheel_previous = kNoSlot;
  op.wheel_next = s_.wheel[op.wheel_bucket];
  if (op.wheel_next != kNoSlot)
    op_at(op.wheel_next).wheel_previous = slot;
  s_.wheel[op.wheel_bucket] = slot;
}

template <class Sink> void Window<Sink>::cancel_alarm(Slot slot) {
  WindowOp& op = op_at(slot);
  if (op.wheel_bucket == kNoBucket)
    return;
  if (op.wheel_previous != kNoSlot)
    op_at(op.wheel_previous).wheel_next = op.wheel_next;
  else
    s_.wheel[op.wheel_bucket] = op.wheel_next;
  if (op.wheel_next != kNoSlot)
    op_at(op.wheel_next).wheel_previous = op.wheel_previous;
  op.wheel_bucket = kNoBucket;
}

/// What becomes ready in this cycle, and what ends in it.
template <class Sink> void Window<Sink>::alarms() {
  Slot slot = s_.wheel[now() % kWheelCycles];
  s_.wheel[now() % kWheelCycles] = kNoSlot;
  while (slot != kNoSlot) {
    WindowOp& op = op_at(slot);
    const Slot next = op.wheel_next;
    op.wheel_bucket = kNoBucket;
    if (op.progress == Progress::executing) {
      if (op.ends_at > now())
        set_alarm(slot, op.ends_at);
      else
        end_execution(slot);
    } else {
      become_ready(op, slot);
    }
    slot = next;
  }
}

/// Nothing is missing any more. What becomes ready soon is looked at meanwhile, which takes less
/// than an alarm.
template <class Sink> void Window<Sink>::become_ready(WindowOp& op, Slot slot) {
  constexpr std::uint64_t kSoon = 3;
  if (op.planned.is_load && !op.ordered) {
    order_load(op, slot);
    if (op.missing != 0)
      return;
  }
  op.progress = Progress::ready;
  if (op.ready_at > now() + kSoon)
    set_alarm(slot, op.ready_at);
  else
    s_.ready[op.station].insert(slot);
}

/// Tells those who wait that they can use the result from a cycle on.
template <class Sink>
void Window<Sink>::wake_waiting(WindowOp& producer, std::uint64_t usable_from) {
  Slot slot = producer.waiting_first;
  unsigned operand = producer.waiting_operand;
  producer.waiting_first = kNoSlot;
  while (slot != kNoSlot) {
    WindowOp& op = op_at(slot);
    const Operand& taken = op.operands[operand];
    op.ready_at = std::max(op.ready_at, usable_from);
    if constexpr (Sink::kActive)
      report_taken(op, operand, producer, usable_from);
    const Slot next = taken.next;
    const unsigned next_operand = taken.next_operand;
    op.missing = static_cast<std::uint16_t>(op.missing & ~(1U << operand));
    if (op.missing == 0)
      become_ready(op, slot);
    if constexpr (Sink::kActive)
      report_wait(op, now() + 1);
    slot = next;
    operand = next_operand;
  }
}

template <class Sink> unsigned Window<Sink>::latency_of(const WindowOp& op, unsigned port) const {
  if (op.planned.is_load && is_here(op.store))
    return machine_.forward_cycles;
  return plan_.latency[port][op.planned.port_class];
}

/// Every port takes the oldest operation of its station that it can execute.
template <class Sink> void Window<Sink>::issue() {
  std::uint32_t taken = 0; // ports of this cycle
  [[maybe_unused]] std::array<OpId, Sink::kActive ? kMaxPorts : 1> taken_by{};
  const Slot oldest = slot_at(s_.oldest);
  for (unsigned st = 0; st < plan_.station_ports.size(); ++st) {
    if (s_.ready[st].empty())
      continue;
    const std::uint32_t ports = plan_.station_ports[st];
    s_.ready[st].from(oldest, [&, ports](Slot slot) {
      WindowOp& op = op_at(slot);
      const std::uint32_t free = op.planned.ports & ports & ~taken;
      if (free == 0 || op.ready_at > now())
        return true;
      if (op.planned.is_load && !may_issue_load(op, slot)) {
        if constexpr (Sink::kActive)
          report_wait(op, now());
        return true;
      }
      const unsigned port = port_for(op, free);
      if (port == kMaxPorts)
        return true;
      taken |= 1U << port;
      if constexpr (Sink::kActive)
        taken_by[port] = op.id;
      issue_one(op, slot, port);
      return (ports & ~taken) != 0;
    });
  }
  if constexpr (Sink::kActive)
    report_unselected(taken_by);
}

/// The first of the ports on which an operation can begin; kMaxPorts when it cannot, because it
/// would run there alone and another of its class still does.
template <class Sink>
inline unsigned Window<Sink>::port_for(const WindowOp& op, std::uint32_t free) const {
  const std::uint32_t alone = plan_.alone_on[op.planned.port_class];
  for (; free != 0; free &= free - 1) {
    const auto port = static_cast<unsigned>(std::countr_zero(free));
    if ((alone >> port & 1U) == 0 || s_.port_busy_until[port] < now())
      return port;
  }
  return kMaxPorts;
}

template <class Sink> void Window<Sink>::issue_one(WindowOp& op, Slot slot, unsigned port) {
  std::uint64_t ends_at = now() + machine_.read_cycles + latency_of(op, port) - 1;
  moved_ = true;
  if (plan_.data_cache && op.planned.is_load && op.bytes != 0 && !is_here(op.store)) {
    const auto more = access_data(op, isa::writes_memory(program_.instruction(op.instruction)));
    if (!more) { // it has had the port for nothing
      op.ready_at = now() + 1;
      if constexpr (Sink::kActive)
        report_held(op, {op.refusal});
      return;
    }
    ends_at += *more;
  }
  s_.ready[op.station].erase(slot);
  op.progress = Progress::executing;
  op.port = static_cast<std::uint16_t>(port);
  op.ends_at = ends_at;
  if (op.planned.is_load && passed_over_ != kNoSlot)
    find_overtaken(op_at(passed_over_));
  if ((plan_.alone_on[op.planned.port_class] >> port & 1U) != 0)
    s_.port_busy_until[port] = ends_at;
  if constexpr (Sink::kActive)
    sink_.report(What::enter, Cycle{now()}, op.id, kNoOp, {}, plan_.ports[port].lane, 0);
  if (machine_.release == machine::EntryRelease::issue)
    leave_station(op);
  if (machine_.wakeup == machine::Wakeup::bypass && op.waiting_first != kNoSlot)
    wake_waiting(op, ends_at + 1 - machine_.read_cycles);
  if constexpr (!Sink::kActive)
    if (plan_.writes_at_once && !op.is_control && !op.planned.writes_address) {
      op.progress = Progress::timed;
      op.written_at = ends_at + 1;
      return;
    }
  if (ends_at == now())
    end_execution(slot);
  else
    set_alarm(slot, ends_at);
}

} // namespace stallscope::core
