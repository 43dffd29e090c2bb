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
    const unsigned used =
        s_.entries_used[st] + (machine_.reuse_same_cycle ? 0 : entries_freed_[st]);
    if (machine_.stations[st].entries > used + most) {
      station = st;
      most = machine_.stations[st].entries - used;
    }
  }
  return station;
}

/// What keeps the next micro-op in the front end; none when it may go, into `station` when there is
/// something to execute.
template <class Sink>
Cause Window<Sink>::dispatch_hazard(const WindowOp& op, unsigned& station) const {
  const auto freed = [this](unsigned count) { return machine_.reuse_same_cycle ? 0 : count; };
  const auto full = [this] {
    return Cause{Reason::queue_full, kNoRegister, op_at(slot_at(s_.oldest)).id};
  };
  if (machine_.reorder_entries != 0 &&
      s_.reordered + freed(reorder_freed_) >= machine_.reorder_entries)
    return full();
  if (op.planned.is_load && machine_.load_entries != 0 &&
      s_.loads + freed(loads_freed_) >= machine_.load_entries)
    return full();
  if (op.planned.writes_address && machine_.store_entries != 0 &&
      s_.stores + freed(stores_freed_) >= machine_.store_entries)
    return full();
  if (op.planned.ports != 0) {
    station = station_for(op);
    if (station == kMaxStations)
      return {Reason::unit_busy, kNoRegister, op_at(slot_at(s_.oldest)).id};
  }
  if (machine_.renaming == Renaming::none)
    for (const RegId reg : op.planned.op.destinations())
      if (write_pending(reg))
        return {Reason::waw, reg, s_.map[reg].writer};
  return {};
}

/// In program order, at most dispatch_width.
template <class Sink> void Window<Sink>::dispatch() {
  while (dispatched_ < machine_.dispatch_width && s_.undispatched < s_.end) {
    const Slot slot = slot_at(s_.undispatched);
    WindowOp& op = op_at(slot);
    if (op.arrives_at > now())
      break;
    unsigned station = 0;
    const Cause cause = dispatch_hazard(op, station);
    if (cause.why != Reason::none) {
      dispatch_gap_ = cause;
      if constexpr (Sink::kActive)
        sink_.report(What::hold, Cycle{now()}, op.id, cause.culprit, cause, plan_.fetch_lane, 0);
      break;
    }
    dispatch_one(slot, station);
    ++s_.undispatched;
    ++dispatched_;
    dispatched_wrong_ += op.wrong_path ? 1 : 0;
    moved_ = true;
  }
  if (dispatched_ < machine_.dispatch_width && dispatch_gap_.why == Reason::none)
    dispatch_gap_ = s_.fetch_gaps[(now() - machine_.front_cycles) % kFrontHistory];
}

template <class Sink> void Window<Sink>::dispatch_one(Slot slot, unsigned station) {
  WindowOp& op = op_at(slot);
  const isa::CrackedOp& micro_op = op.planned.op;
  op.progress = Progress::waiting;
  op.ready_at = now() + 1;
  s_.reordered += machine_.reorder_entries != 0 ? 1 : 0;
  for (unsigned i = 0; i < micro_op.read_count; ++i)
    link(op, slot, i, s_.map[micro_op.reads[i].reg]);
  if (op.planned.is_load) {
    ++s_.loads;
    link_memory(op, slot);
  }
  s_.stores += op.planned.writes_address ? 1 : 0;
  if (op.planned.writes_data)
    s_.store_queue[s_.end_of_stores++ % kWindowSlots] = slot;
  for (unsigned d = 0; d < micro_op.write_count; ++d) {
    RenameEntry& entry = s_.map[micro_op.writes[d]];
    op.earlier[d] = entry;
    entry = {op.id, slot};
  }
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
}

/// An operand comes from a producer: now, at a known time, or when the producer says so.
template <class Sink>
void Window<Sink>::link(WindowOp& op, Slot slot, unsigned operand, const RenameEntry& producer) {
  if (!is_here(producer))
    return;
  WindowOp& from = op_at(producer.slot);
  if (is_written(from)) {
    op.ready_at = std::max(op.ready_at, from.written_at + 1);
    return;
  }
  if (machine_.wakeup == machine::Wakeup::bypass &&
      (from.progress == Progress::executing || from.progress == Progress::timed ||
       from.progress == Progress::executed)) {
    op.ready_at = std::max(op.ready_at, from.ends_at + 1 - machine_.read_cycles);
    return;
  }
  op.operands[operand] = {producer.slot, from.waiting_first, from.waiting_operand};
  from.waiting_first = slot;
  from.waiting_operand = static_cast<std::uint16_t>(operand);
  op.missing = static_cast<std::uint16_t>(op.missing | 1U << operand);
}

/// A load waits for the youngest older store in flight that writes something it reads.
template <class Sink> void Window<Sink>::link_memory(WindowOp& load, Slot slot) {
  load.store = {};
  if (load.bytes == 0)
    return;
  for (std::uint64_t position = s_.end_of_stores; position > s_.oldest_store;) {
    const Slot at = s_.store_queue[--position % kWindowSlots];
    const WindowOp& store = op_at(at);
    if (store.bytes == 0 || store.address >= load.address + load.bytes ||
        load.address >= store.address + store.bytes)
      continue;
    load.store = {store.id, at};
    link(load, slot, kMemoryOperand, load.store);
    return;
  }
}

} // namespace stallscope::core
