#pragma once

// Dispatch: register renaming, and allocation of the entries a micro-op needs in the back end:
// reorder buffer, issue queue (station), load and store queue, physical registers from the free
// list.

#include "out_of_order/entry_forecast.hpp"
#include "out_of_order/stages/wake_up.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::core {

/// Moves micro-ops from the front end into the back end, in program order.
template <class Cycle> class Dispatch {
  using LoadStoreUnit = core::LoadStoreUnit<Cycle>;
  using OperandLinks = core::OperandLinks<Cycle>;
  using WakeUp = core::WakeUp<Cycle>;

public:
  /// Dispatches micro-ops in program order, at most dispatch_width.
  [[gnu::always_inline]] static void dispatch(Cycle& c) {
    c.dispatched.own.from = c.s.rob.undispatched;
    const unsigned width = c.machine.dispatch_width;
    unsigned slots = 0;
    unsigned wrong = 0;
    while (c.s.rob.undispatched < c.s.rob.end) {
      if (c.s.serialising.writer && waits_for_serialising(c)) [[unlikely]]
        break;
      const Slot slot = c.slot_at(c.s.rob.undispatched);
      WindowOp& op = c.op_at(slot);
      const PlannedOp& planned = *op.planned;
      if (slots == width && planned.slots != 0)
        break;
      if (op.arrives_at > c.now) {
        // The program has ended for as many cycles as the front end has, and micro-ops of the right
        // path are still in the front end: they are there because of a replay.
        if (op.replayed ||
            (c.s.fetch.gap(c.now - c.front_cycles).why == Reason::drain && !op.wrong_path))
          c.dispatched.own.gap = {Reason::memory_order, kNoRegister, c.s.replay.load};
        break;
      }
      unsigned station = 0;
      if (const Reason why = hazard(c, planned, station); why != Reason::none) [[unlikely]] {
        const Cause cause = cause_of(c, planned, why);
        c.dispatched.own.gap = cause;
        c.observer.hold(op, c.now, cause, c.plan.front_lane);
        break;
      }
      dispatch_one(c, op, slot, station);
      ++c.s.rob.undispatched;
      if (planned.serialises && planned.op.last)
        c.s.serialising = {op.id, slot, kNoPhysical};
      if (planned.slots == 0)
        continue; // shares the slot of the micro-op before it
      ++slots;
      wrong += op.wrong_path ? 1 : 0;
      if (op.replayed && !op.wrong_path) [[unlikely]]
        ++c.dispatched.own.again;
    }
    c.dispatched.own.slots = slots;
    c.dispatched.own.wrong = wrong;
    if (c.s.rob.undispatched != c.dispatched.own.from) {
      c.moved = true;
      if (c.s.dispatch_gap.why != Reason::none)
        c.s.delayed_groups[c.now % kDelayedGroups] = {c.now, c.dispatched.own.from,
                                                      c.s.dispatch_gap};
    }
    if (slots < width && c.dispatched.own.gap.why == Reason::none)
      c.dispatched.own.gap = c.s.fetch.gap(c.now - c.front_cycles);
  }

  /// Dispatch stall: why the next micro-op must stay in the front end; none when it can be
  /// dispatched, into `station` when it needs execution.
  static Reason hazard(const Cycle& c, const PlannedOp& planned, unsigned& station) {
    if (planned.serialises && planned.op.first && !is_back_end_empty(c)) [[unlikely]]
      return Reason::serialising;
    const FreedEntries& freed = c.retired->freed;
    if (planned.slots != 0 &&
        !c.policy.has_entry(c.s.rob.used, freed.reorder, c.plan.reorder_entries))
      return Reason::reorder_full;
    if (planned.is_memory) {
      if (planned.is_load &&
          !c.policy.has_entry(c.s.lsq.loads.used, freed.loads, c.plan.load_entries))
        return Reason::load_full;
      if (planned.writes_address &&
          !c.policy.has_entry(c.s.lsq.stores.used, freed.stores, c.plan.store_entries))
        return Reason::store_full;
    }
    if (planned.registers != 0 &&
        !has_registers(c.s.free_lists, planned, freed.registers, c.policy.freed_now()))
      return Reason::no_register;
    if (planned.ports != 0) {
      station = c.s.stations.emptiest(planned.stations, c.plan.station_entries, c.completed->freed,
                                      c.policy.freed_now());
      if (station == kMaxStations)
        return Reason::station_full;
    }
    if (c.policy.has_name_hazards())
      for (const RegId reg : planned.op.destinations())
        if (write_pending(c, reg))
          return Reason::waw;
    return Reason::none;
  }

  /// The same, with the operation for which dispatch waits (the culprit).
  [[gnu::noinline]] static Cause cause_of(const Cycle& c, const PlannedOp& planned, Reason why) {
    // An entry freed in this cycle can be allocated from the next cycle on.
    if (why == Reason::station_full && c.policy.freed_now() != 0)
      for (unsigned stations = planned.stations; stations != 0; stations &= stations - 1)
        if (const auto st = static_cast<unsigned>(std::countr_zero(stations));
            c.completed->freed[st] != 0)
          return {why, kNoRegister, c.completed->freed_by[st]};
    if (const OpId next = c.observer.frees_entry(c, planned, why))
      return {why, kNoRegister, next};
    if (why == Reason::station_full)
      for (std::uint64_t at = c.policy.first_in_stations(c.s.rob); at < c.s.rob.undispatched; ++at)
        if (const WindowOp& older = c.at(at);
            older.in_station && (planned.stations >> older.station & 1U) != 0)
          return {why, kNoRegister, older.id};
    if (why == Reason::load_full && c.s.lsq.loads.oldest < c.s.lsq.loads.end)
      return {why, kNoRegister, c.op_at(c.s.lsq.loads.at(c.s.lsq.loads.oldest)).id};
    if (why == Reason::store_full && c.s.lsq.stores.oldest < c.s.lsq.stores.end)
      return {why, kNoRegister, c.store_at(c.s.lsq.stores.oldest).id};
    if (why == Reason::waw)
      for (const RegId reg : planned.op.destinations())
        if (write_pending(c, reg))
          return {why, reg, c.s.rename_map[reg].writer};
    if (why == Reason::serialising && c.s.rob.oldest == c.s.rob.undispatched)
      return {why, kNoRegister, c.s.store_buffer.first().id};
    return {why, kNoRegister, c.at(c.s.rob.oldest).id};
  }

private:
  /// Dispatch waits for a serialising micro-op that is still in the back end.
  static bool waits_for_serialising(Cycle& c) {
    if (!c.is_here(c.s.serialising)) {
      c.s.serialising = {};
      return false;
    }
    const WindowOp& next = c.at(c.s.rob.undispatched);
    if (next.arrives_at > c.now)
      return true;
    c.dispatched.own.gap = {Reason::serialising, kNoRegister, c.s.serialising.writer};
    c.observer.hold(next, c.now, c.dispatched.own.gap, c.plan.front_lane);
    return true;
  }

  static void dispatch_one(Cycle& c, WindowOp& op, Slot slot, unsigned station) {
    const PlannedOp& planned = *op.planned;
    op.progress = Progress::waiting;
    op.ready_at = c.now + 1;
    op.late_operand = kNoOperand;
    c.s.rob.used += c.policy.rob_entries(planned);
    op.station = static_cast<std::uint16_t>(station);
    if (planned.ports != 0)
      for (unsigned i = 0; i < planned.op.read_count; ++i)
        OperandLinks::link(c, op, slot, i, c.s.rename_map[planned.op.reads[i].reg]);
    if (planned.is_memory)
      LoadStoreUnit::enter_memory_queues(c, op, slot);
    rename_destinations(c.s.rename_map, c.s.free_lists, op, slot);
    if (planned.ports == 0) {                            // the micro-op needs no execution
      c.observer.hold(op, c.now, {}, c.plan.front_lane); // the write-back is reported next instead
      op.ends_at = c.now;
      op.written_at = c.now + 1;
      op.progress = c.writes_at_once() ? Progress::timed : Progress::executed;
      if (!c.writes_at_once())
        c.s.completions.executed.insert(slot);
      return;
    }
    op.ports = c.policy.bind_port(c.s.units, planned.ports & c.plan.station_ports[station]);
    op.in_station = true;
    c.s.stations.begin_demand(planned);
    c.s.stations.enter(station);
    c.observer.enter(op, c.now, static_cast<LaneId>(c.plan.station_lane + station));
    if (op.missing == 0)
      WakeUp::become_ready(c, op, slot);
    c.observer.wait(op, c.now + 1);
  }

  /// The back end is empty: all dispatched micro-ops have completed, and their stores are in the
  /// cache.
  static bool is_back_end_empty(const Cycle& c) {
    return c.s.rob.oldest == c.s.rob.undispatched && c.s.store_buffer.empty();
  }

  /// The register's youngest writer had not written it at the end of the previous cycle.
  static bool write_pending(const Cycle& c, RegId reg) {
    const RenameEntry& entry = c.s.rename_map[reg];
    if (!c.is_here(entry))
      return false;
    const WindowOp& writer = c.op_at(entry.slot);
    return writer.progress != Progress::written ||
           (writer.written_at == c.now && !c.machine.reuse_same_cycle);
  }
};

} // namespace stallscope::core
