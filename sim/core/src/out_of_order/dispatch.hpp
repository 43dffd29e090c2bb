#pragma once

// Dispatch: register renaming, and allocation of the entries a micro-op needs in the back end:
// reorder buffer, issue queue (station), load and store queue, physical registers from the free
// list.

#include "out_of_order/window.hpp"

namespace stallscope::core {

/// The register's youngest writer had not written it at the end of the previous cycle.
template <class Sink, Known kKnown> bool Window<Sink, kKnown>::write_pending(RegId reg) const {
  const RenameEntry& entry = s_.rename_map[reg];
  if (!is_here(entry))
    return false;
  const WindowOp& writer = op_at(entry.slot);
  return writer.progress != Progress::written ||
         (writer.written_at == now() && !machine_.reuse_same_cycle);
}

/// Dispatch stall: why the next micro-op must stay in the front end; none when it can be
/// dispatched, into `station` when it needs execution.
template <class Sink, Known kKnown>
inline Reason Window<Sink, kKnown>::dispatch_hazard(const PlannedOp& planned,
                                                    unsigned& station) const {
  if (planned.serialises && planned.op.first && !is_alone()) [[unlikely]]
    return Reason::serialising;
  if (planned.slots != 0 && s_.rob.used + (freed_.reorder & freed_now()) >= plan_.reorder_entries)
    return Reason::reorder_full;
  if (planned.is_memory) {
    if (planned.is_load && s_.lsq.loads.used + (freed_.loads & freed_now()) >= plan_.load_entries)
      return Reason::load_full;
    if (planned.writes_address &&
        s_.lsq.stores.used + (freed_.stores & freed_now()) >= plan_.store_entries)
      return Reason::store_full;
  }
  if (planned.registers != 0 &&
      !has_registers(s_.free_lists, planned, freed_.registers, freed_now()))
    return Reason::no_register;
  if (planned.ports != 0) {
    station =
        s_.stations.emptiest(planned.stations, plan_.station_entries, freed_.stations, freed_now());
    if (station == kMaxStations)
      return Reason::station_full;
  }
  if (!kSuperscalar && machine_.renaming == Renaming::none)
    for (const RegId reg : planned.op.destinations())
      if (write_pending(reg))
        return Reason::waw;
  return Reason::none;
}

/// The back end is empty: all dispatched micro-ops have completed, and their stores are in the
/// cache.
template <class Sink, Known kKnown> inline bool Window<Sink, kKnown>::is_alone() const {
  return s_.rob.oldest == s_.rob.undispatched && s_.store_buffer.empty();
}

/// The same, with the operation for which dispatch waits (the culprit).
template <class Sink, Known kKnown>
Cause Window<Sink, kKnown>::dispatch_cause(const PlannedOp& planned, Reason why) const {
  // An entry freed in this cycle can be allocated from the next cycle on.
  if (why == Reason::station_full && freed_now() != 0)
    for (unsigned stations = planned.stations; stations != 0; stations &= stations - 1)
      if (const auto st = static_cast<unsigned>(std::countr_zero(stations));
          freed_.stations[st] != 0)
        return {why, kNoRegister, freed_.by[st]};
  if (const OpId next = observer_.frees_entry(*this, planned, why))
    return {why, kNoRegister, next};
  if (why == Reason::station_full)
    for (std::uint64_t at = frees_at_issue() ? std::max(s_.rob.unissued, s_.rob.oldest)
                                             : s_.rob.oldest;
         at < s_.rob.undispatched; ++at)
      if (const WindowOp& older = op_at(slot_at(at));
          older.in_station && (planned.stations >> older.station & 1U) != 0)
        return {why, kNoRegister, older.id};
  if (why == Reason::load_full && s_.lsq.loads.oldest < s_.lsq.loads.end)
    return {why, kNoRegister, op_at(s_.lsq.loads.at(s_.lsq.loads.oldest)).id};
  if (why == Reason::store_full && s_.lsq.stores.oldest < s_.lsq.stores.end)
    return {why, kNoRegister, store_at(s_.lsq.stores.oldest).id};
  if (why == Reason::waw)
    for (const RegId reg : planned.op.destinations())
      if (write_pending(reg))
        return {why, reg, s_.rename_map[reg].writer};
  if (why == Reason::serialising && s_.rob.oldest == s_.rob.undispatched)
    return {why, kNoRegister, s_.store_buffer.first().id};
  return {why, kNoRegister, op_at(slot_at(s_.rob.oldest)).id};
}

/// Dispatch waits for a serialising micro-op that is still in the back end.
template <class Sink, Known kKnown> bool Window<Sink, kKnown>::waits_for_serialising() {
  if (!is_here(s_.serialising)) {
    s_.serialising = {};
    return false;
  }
  const WindowOp& next = op_at(slot_at(s_.rob.undispatched));
  if (next.arrives_at > now())
    return true;
  dispatch_gap_ = {Reason::serialising, kNoRegister, s_.serialising.writer};
  observer_.hold(next, now(), dispatch_gap_, plan_.front_lane);
  return true;
}

/// Dispatches micro-ops in program order, at most dispatch_width.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::dispatch() {
  dispatched_from_ = s_.rob.undispatched;
  const unsigned width = machine_.dispatch_width;
  unsigned slots = 0;
  unsigned wrong = 0;
  while (s_.rob.undispatched < s_.rob.end) {
    if (s_.serialising.writer && waits_for_serialising()) [[unlikely]]
      break;
    const Slot slot = slot_at(s_.rob.undispatched);
    WindowOp& op = op_at(slot);
    const PlannedOp& planned = *op.planned;
    if (slots == width && planned.slots != 0)
      break;
    if (op.arrives_at > now()) {
      // The program has ended for as many cycles as the front end has, and micro-ops of the right
      // path are still in the front end: they are there because of a replay.
      if (op.replayed ||
          (s_.fetch.gap(now() - front_cycles_).why == Reason::drain && !op.wrong_path))
        dispatch_gap_ = {Reason::memory_order, kNoRegister, s_.replay.load};
      break;
    }
    unsigned station = 0;
    if (const Reason why = dispatch_hazard(planned, station); why != Reason::none) [[unlikely]] {
      const Cause cause = dispatch_cause(planned, why);
      dispatch_gap_ = cause;
      observer_.hold(op, now(), cause, plan_.front_lane);
      break;
    }
    dispatch_one(op, slot, station);
    ++s_.rob.undispatched;
    if (planned.serialises && planned.op.last)
      s_.serialising = {op.id, slot, kNoPhysical};
    if (planned.slots == 0)
      continue; // shares the slot of the micro-op before it
    ++slots;
    wrong += op.wrong_path ? 1 : 0;
    if (op.replayed && !op.wrong_path) [[unlikely]]
      ++dispatched_again_;
  }
  dispatched_ = slots;
  dispatched_wrong_ = wrong;
  if (s_.rob.undispatched != dispatched_from_) {
    moved_ = true;
    if (s_.dispatch_gap.why != Reason::none)
      s_.delayed_groups[now() % kDelayedGroups] = {now(), dispatched_from_, s_.dispatch_gap};
  }
  if (slots < width && dispatch_gap_.why == Reason::none)
    dispatch_gap_ = s_.fetch.gap(now() - front_cycles_);
}

template <class Sink, Known kKnown>
inline void Window<Sink, kKnown>::dispatch_one(WindowOp& op, Slot slot, unsigned station) {
  const PlannedOp& planned = *op.planned;
  op.progress = Progress::waiting;
  op.ready_at = now() + 1;
  op.late_operand = kNoOperand;
  s_.rob.used += speculates() ? planned.slots : 0U;
  op.station = static_cast<std::uint16_t>(station);
  if (planned.ports != 0)
    for (unsigned i = 0; i < planned.op.read_count; ++i)
      link(op, slot, i, s_.rename_map[planned.op.reads[i].reg]);
  if (planned.is_memory)
    enter_memory_queues(op, slot);
  rename_destinations(s_.rename_map, s_.free_lists, op, slot);
  if (planned.ports == 0) {                          // the micro-op needs no execution
    observer_.hold(op, now(), {}, plan_.front_lane); // the write-back is reported next instead
    op.ends_at = now();
    op.written_at = now() + 1;
    op.progress = writes_at_once() ? Progress::timed : Progress::executed;
    if (!writes_at_once())
      s_.completions.executed.insert(slot);
    return;
  }
  op.ports = planned.ports & plan_.station_ports[station];
  if (binds_ports()) {
    op.ports = s_.units.least_loaded(op.ports);
    s_.units.bind(op.ports);
  }
  op.in_station = true;
  s_.stations.begin_demand(planned);
  s_.stations.enter(station);
  observer_.enter(op, now(), static_cast<LaneId>(plan_.station_lane + station));
  if (op.missing == 0)
    become_ready(op, slot);
  observer_.wait(op, now() + 1);
}

/// Records the operand that becomes available last so far. `delay`: the cycles of that time spent
/// on the bypass network. Not inline, because few machines have bypass delays.
template <class Sink, Known kKnown>
[[gnu::noinline]] void Window<Sink, kKnown>::note_late(WindowOp& op, unsigned operand,
                                                       const WindowOp& from, std::uint64_t usable,
                                                       unsigned delay) {
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

/// An operand is available from a given cycle on; the latest of these cycles determines when the
/// micro-op is ready.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void
Window<Sink, kKnown>::wait_until(WindowOp& op, unsigned operand, const WindowOp& from,
                                 std::uint64_t usable, unsigned delay) {
  if (delays_bypasses())
    note_late(op, operand, from, usable, delay);
  op.ready_at = std::max(op.ready_at, usable);
}

/// Links a source operand to its producer: the value is available, its cycle is known, or the
/// operand enters the producer's wake-up list.
template <class Sink, Known kKnown>
inline void Window<Sink, kKnown>::link(WindowOp& op, Slot slot, unsigned operand,
                                       const RenameEntry& producer) {
  if (!is_here(producer))
    return;
  WindowOp& from = op_at(producer.slot);
  if (is_written(from)) {
    const unsigned delay = bypass_delay(op, operand, from);
    wait_until(op, operand, from,
               std::max(from.written_at + 1, delay != 0 ? leaves_unit(machine_, from) + delay : 0),
               delay);
    observer_.taken(op, operand, from, now());
    return;
  }
  if (bypasses() && from.progress >= Progress::executing) {
    const unsigned delay = bypass_delay(op, operand, from);
    const std::uint64_t usable = from.ends_at + 1 - read_cycles_ + delay;
    wait_until(op, operand, from, usable, delay);
    observer_.taken(op, operand, from, std::max(now(), usable));
    return;
  }
  enter_wake_up_list(s_.rob, producer.slot, slot, operand);
}

} // namespace stallscope::core
