#pragma once

// From the front end into the back half: renaming, and room for everything a micro-op needs there.

#include "out_of_order/window.hpp"

namespace stallscope::core {

/// The value of a register is still to be written by somebody, as far as the end of the last cycle
/// shows.
template <class Sink> bool Window<Sink>::write_pending(RegId reg) const {
  const RenameEntry& entry = s_.map[reg];
  if (!is_here(entry))
    return false;
  const WindowOp& writer = op_at(entry.slot);
  return writer.progress != Progress::written ||
         (writer.written_at == now() && !machine_.reuse_same_cycle);
}

/// Of the stations in front of ports that execute a micro-op, the one with most free entries;
/// kMaxStations when none has any.
template <class Sink> unsigned Window<Sink>::station_for(const WindowOp& op) const {
  unsigned station = kMaxStations;
  unsigned most = 0;
  for (unsigned stations = op.planned.stations; stations != 0; stations &= stations - 1) {
    const auto st = static_cast<unsigned>(std::countr_zero(stations));
    const unsigned used = s_.entries_used[st] + (entries_freed_[st] & plan_.freed_now);
    const unsigned entries = machine_.stations[st].entries;
    if (entries > used + most) {
      station = st;
      most = entries - used;
    }
  }
  return station;
}

/// What keeps the next micro-op in the front end; none when it may go, into `station` when there is
/// something to execute.
template <class Sink>
inline Reason Window<Sink>::dispatch_hazard(const WindowOp& op, unsigned& station) const {
  const PlannedOp& planned = op.planned;
  if (!planned.op.fused &&
      s_.reordered + (reorder_freed_ & plan_.freed_now) >= plan_.reorder_entries)
    return Reason::reorder_full;
  if (planned.is_load && s_.loads + (loads_freed_ & plan_.freed_now) >= plan_.load_entries)
    return Reason::load_full;
  if (planned.writes_address &&
      s_.stores + (stores_freed_ & plan_.freed_now) >= plan_.store_entries)
    return Reason::store_full;
  if (planned.registers != 0 && !has_registers(planned))
    return Reason::no_register;
  if (planned.ports != 0) {
    station = station_for(op);
    if (station == kMaxStations)
      return Reason::station_full;
  }
  if (machine_.renaming == Renaming::none)
    for (const RegId reg : planned.op.destinations())
      if (write_pending(reg))
        return Reason::waw;
  return Reason::none;
}

/// The same with the operation that is waited for.
template <class Sink> Cause Window<Sink>::dispatch_cause(const WindowOp& op, Reason why) const {
  if (why == Reason::waw)
    for (const RegId reg : op.planned.op.destinations())
      if (write_pending(reg))
        return {why, reg, s_.map[reg].writer};
  return {why, kNoRegister, op_at(slot_at(s_.oldest)).id};
}

/// In program order, at most dispatch_width.
template <class Sink> void Window<Sink>::dispatch() {
  while (s_.undispatched < s_.end) {
    const Slot slot = slot_at(s_.undispatched);
    WindowOp& op = op_at(slot);
    if (dispatched_ == machine_.dispatch_width && !op.planned.op.fused)
      break;
    if (op.arrives_at > now()) {
      if (op.replayed)
        dispatch_gap_ = {Reason::memory_order, kNoRegister, s_.replay.load};
      break;
    }
    unsigned station = 0;
    if (const Reason why = dispatch_hazard(op, station); why != Reason::none) {
      const Cause cause = dispatch_cause(op, why);
      dispatch_gap_ = cause;
      if constexpr (Sink::kActive)
        sink_.report(What::hold, Cycle{now()}, op.id, cause.culprit, cause, plan_.front_lane, 0);
      break;
    }
    dispatch_one(slot, station);
    ++s_.undispatched;
    moved_ = true;
    if (op.planned.op.fused)
      continue; // in the slot of the one before it
    ++dispatched_;
    dispatched_wrong_ += op.wrong_path ? 1 : 0;
    dispatched_again_ += op.replayed && !op.wrong_path ? 1 : 0;
  }
  if (dispatched_ < machine_.dispatch_width && dispatch_gap_.why == Reason::none)
    dispatch_gap_ = s_.fetch_gaps[(now() - machine_.front_cycles) % kFrontHistory];
}

template <class Sink> void Window<Sink>::dispatch_one(Slot slot, unsigned station) {
  WindowOp& op = op_at(slot);
  const isa::CrackedOp& micro_op = op.planned.op;
  op.progress = Progress::waiting;
  op.ready_at = now() + 1;
  s_.reordered += machine_.reorder_entries != 0 && !micro_op.fused ? 1 : 0;
  for (unsigned i = 0; i < micro_op.read_count && op.planned.ports != 0; ++i)
    link(op, slot, i, s_.map[micro_op.reads[i].reg]);
  if (op.planned.is_load || op.planned.writes_address || op.planned.writes_data)
    enter_memory_queues(op, slot);
  rename(op, slot);
  if (op.planned.ports == 0) { // nothing to do for any unit
    op.progress = Progress::executed;
    op.ends_at = now();
    s_.executed.insert(slot);
    return;
  }
  op.station = static_cast<std::uint16_t>(station);
  op.in_station = true;
  ++s_.entries_used[station];
  if constexpr (Sink::kActive)
    sink_.report(What::enter, Cycle{now()}, op.id, kNoOp, {},
                 static_cast<LaneId>(plan_.station_lane + station), 0);
  if (op.missing == 0)
    become_ready(op, slot);
  if constexpr (Sink::kActive)
    report_wait(op, now() + 1);
}

/// An operand comes from a producer: now, at a known time, or when the producer says so.
template <class Sink>
void Window<Sink>::link(WindowOp& op, Slot slot, unsigned operand, const RenameEntry& producer) {
  if (!is_here(producer))
    return;
  WindowOp& from = op_at(producer.slot);
  if (is_written(from)) {
    op.ready_at = std::max(op.ready_at, from.written_at + 1);
    if constexpr (Sink::kActive)
      report_taken(op, operand, from, now());
    return;
  }
  if (machine_.wakeup == machine::Wakeup::bypass &&
      (from.progress == Progress::executing || from.progress == Progress::timed ||
       from.progress == Progress::executed)) {
    op.ready_at = std::max(op.ready_at, from.ends_at + 1 - machine_.read_cycles);
    if constexpr (Sink::kActive)
      report_taken(op, operand, from, std::max(now(), from.ends_at + 1 - machine_.read_cycles));
    return;
  }
  op.operands[operand] = {producer.slot, from.waiting_first, from.waiting_operand};
  from.waiting_first = slot;
  from.waiting_operand = static_cast<std::uint16_t>(operand);
  op.missing = static_cast<std::uint16_t>(op.missing | 1U << operand);
}

/// There are physical registers for the results of a micro-op.
template <class Sink> bool Window<Sink>::has_registers(const PlannedOp& op) const {
  for (unsigned kind = 0; kind < kRegisterKinds; ++kind)
    if ((op.registers >> 4 * kind & 15U) >
        s_.free_registers[kind].size() - (registers_freed_[kind] & plan_.freed_now))
      return false;
  return true;
}

/// Its destinations are this micro-op's from now on.
template <class Sink> void Window<Sink>::rename(WindowOp& op, Slot slot) {
  const isa::CrackedOp& micro_op = op.planned.op;
  for (unsigned d = 0; d < micro_op.write_count; ++d) {
    const RegId reg = micro_op.writes[d];
    RenameEntry& entry = s_.map[reg];
    op.earlier[d] = entry;
    entry.writer = op.id;
    entry.slot = slot;
    if (takes_register(reg)) {
      FreeList& list = s_.free_registers[plan_.register_kind[reg]];
      entry.physical = list.ring[list.first++ % FreeList::kMost];
    }
  }
}

} // namespace stallscope::core
