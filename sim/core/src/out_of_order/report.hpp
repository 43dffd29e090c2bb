#pragma once

// The observer policy: reports to a record beside the movement of micro-ops, why they wait, and
// from which producers they take operands. The stages call these functions always; without a record
// their bodies are empty, so that a run without a record has no overhead.

#include "core/out_of_order/result_buses.hpp"
#include "core/out_of_order/waits.hpp"
#include "out_of_order/window.hpp"

namespace stallscope::core {

/// Initialises the reported causes of the micro-ops in the window from the state, so that a record
/// has the same contents wherever it begins.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::know_holds() {
  for (std::uint64_t at = s_.rob.oldest; at < s_.rob.end; ++at)
    if (const WindowOp& op = op_at(slot_at(at)); is_wanted(op))
      reported_holds_[slot_at(at)] = {wait_of(core_, s_, op), {}, now() + 1, false};
}

/// Only the waits of some micro-ops are asked for (RecordingSink::narrow).
template <class Sink, Known kKnown> bool Window<Sink, kKnown>::is_narrow() const {
  if constexpr (requires { sink_.is_narrow(); })
    return sink_.is_narrow();
  return false;
}

/// The waits of this micro-op are asked for.
template <class Sink, Known kKnown> bool Window<Sink, kKnown>::is_wanted(const WindowOp& op) const {
  if constexpr (requires { sink_.wants(op.id); })
    return sink_.wants(op.id);
  return true;
}

/// A micro-op enters a lane in a given cycle, with no cause that holds it yet.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void
Window<Sink, kKnown>::report_enter(const WindowOp& op, std::uint64_t cycle, LaneId lane) {
  if constexpr (Sink::kActive) {
    reported_holds_[static_cast<std::size_t>(&op - s_.rob.ops.data())] = {};
    sink_.report(What::enter, Cycle{cycle}, op.id, kNoOp, {}, lane, 0);
  }
}

/// A micro-op is held in a lane from a given cycle on; a cause equal to the last one reported is
/// not repeated.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::report_hold(const WindowOp& op, std::uint64_t cycle, const Cause& cause,
                                       LaneId lane) {
  if constexpr (Sink::kActive) {
    ReportedHold& told = reported_holds_[static_cast<std::size_t>(&op - s_.rob.ops.data())];
    if (told.is_told && told.cause == cause)
      return;
    told = {cause, told.in(cycle - 1), cycle};
    sink_.report(What::hold, Cycle{cycle}, op.id, cause.culprit, cause, lane, 0);
  }
}

/// Micro-ops fetched in the previous cycle enter the front end.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::report_front() {
  if (!Sink::kActive || front_cycles_ == 0)
    return;
  std::uint64_t first = s_.rob.end;
  while (first > s_.rob.undispatched && op_at(slot_at(first - 1)).id >= s_.fetch.first_of_cycle)
    --first;
  for (; first < s_.rob.end; ++first)
    report_enter(op_at(slot_at(first)), now(), plan_.front_lane);
}

/// A micro-op takes an operand from a producer when it leaves its station in the given cycle or
/// later: reads it in that cycle, or takes it from the producer's unit when it executes.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::report_taken(const WindowOp& op, unsigned operand, const WindowOp& from,
                                        std::uint64_t cycle) {
  if constexpr (Sink::kActive) {
    if (operand >= op.planned->op.read_count)
      return;
    const bool bypassed = is_bypassed(core_, from);
    sink_.report(What::forward, Cycle{cycle + (bypassed ? read_cycles_ : 0)}, op.id, from.id,
                 {Reason::none, op.planned->op.reads[operand].reg, from.id},
                 bypassed ? plan_.ports[from.port].lane : kNoLane, 0);
  }
}

/// Reports the cause for which a micro-op waits in its station from a given cycle on.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::report_wait(const WindowOp& op, std::uint64_t cycle) {
  if constexpr (Sink::kActive) {
    if (!is_wanted(op))
      return;
    if (const Cause cause = wait_of(core_, s_, op); cause.why != Reason::none)
      report_hold(op, cycle, cause, plan_.station_lane);
  }
}

/// Reports the operands whose results have been computed by this cycle and are still on the bypass
/// network.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::report_bypassing() {
  if (!Sink::kActive || !delays_bypasses())
    return;
  for (std::uint64_t at = std::max(s_.rob.unissued, s_.rob.oldest); at < s_.rob.undispatched;
       ++at) {
    const WindowOp& op = op_at(slot_at(at));
    if (op.progress != Progress::ready || op.ready_at <= now() || woken_.contains(slot_at(at)))
      continue;
    const Cause cause = late_operand(core_, s_, op, now());
    if (cause.why == Reason::bypass && late_operand(core_, s_, op, now() - 1).why == Reason::raw)
      report_held(op, cause);
  }
}

/// A micro-op cannot proceed in this cycle.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::report_held(const WindowOp& op, const Cause& cause) {
  report_hold(op, now(), cause, plan_.station_lane);
}

/// The oldest micro-op is a store that cannot retire. Without a reorder buffer it is complete, and
/// nothing is reported.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::report_store_held(const WindowOp& op, const Cause& cause) {
  if (speculates())
    report_hold(op, now(), cause, plan_.done_lane);
}

/// A micro-op of a fetched instruction begins.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::report_fetched(const WindowOp& op) {
  if constexpr (Sink::kActive) {
    sink_.begin(Cycle{now()}, op.id, InstructionIndex{op.instruction}, op.wrong_path,
                op.planned->part, op.instructions > 1);
    report_enter(op, now(), plan_.fetch_lane);
  }
}

/// A result has come for a micro-op that waits.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::report_woken(const WindowOp& op,
                                                                      Slot slot) {
  if constexpr (Sink::kActive) {
    if (delays_bypasses())
      woken_.insert(slot);
    report_wait(op, now() + 1);
  }
}

/// A load with all operands waits for a store.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::report_load_held(const WindowOp& op) {
  if constexpr (Sink::kActive) {
    if (op.refusal == Reason::memory_order)
      report_held(op, {op.refusal, kNoRegister, store_in_the_way(op)});
    else // only the data of the store that the search has found are missing
      report_held(op, {Reason::memory_order, kNoRegister, op.store.writer});
  }
}

template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::report_resolved(const WindowOp& op,
                                                                         bool wrong) {
  if constexpr (Sink::kActive)
    sink_.report(What::resolve, Cycle{now()}, op.id, kNoOp, {}, plan_.ports[op.port].lane,
                 wrong ? 1 : 0);
}

template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::report_squashed(const WindowOp& op,
                                                                         OpId branch) {
  if constexpr (Sink::kActive)
    sink_.report(What::flush, Cycle{now()}, op.id, branch,
                 {Reason::mispredict, kNoRegister, branch}, 0, 0);
}

/// A micro-op leaves the reorder buffer; one that has trapped does not become final.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::report_retired(const WindowOp& op) {
  if constexpr (Sink::kActive)
    if (speculates()) {
      report_enter(op, now(), plan_.retire_lane);
      sink_.report(op.faulting ? What::flush : What::retire, Cycle{now()}, op.id, kNoOp, {},
                   plan_.retire_lane, 0);
    }
}

/// A micro-op behind a load that has read too early passes through the front end again.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::report_replayed(const WindowOp& op) {
  if constexpr (Sink::kActive)
    report_held(op,
                wait_of(core_, s_, op)); // no cause: it is not the next to be dispatched any more
}

/// The micro-op that occupies a port exclusively: the last that has begun to execute on it.
template <class Sink, Known kKnown> OpId Window<Sink, kKnown>::alone_on(unsigned port) const {
  if (s_.units.keeps_port[port])
    return s_.units.keeps_port[port];
  const WindowOp* last = nullptr;
  for (std::uint64_t position = s_.rob.oldest; position < s_.rob.undispatched; ++position) {
    const WindowOp& op = op_at(slot_at(position));
    if (op.progress < Progress::executing || op.port != port ||
        (op.planned->alone >> port & 1U) == 0)
      continue;
    if (op.ends_at == s_.units.busy_until[port] + read_cycles_ &&
        (last == nullptr || last->ready_at < op.ready_at))
      last = &op;
  }
  return last != nullptr ? last->id : kNoOp;
}

/// Ready micro-ops that found no port: each is held by a micro-op on a port it could have used.
/// `all_issued`: the issue width is used up, whatever ports are free.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::report_unselected(const std::array<OpId, kMaxPorts>& taken_by,
                                             std::uint32_t taken, bool all_issued) {
  OpId last;
  if (all_issued)
    last = *std::max_element(taken_by.begin(), taken_by.end());
  const OpId undecided = waits_behind_branches() ? undecided_branch() : kNoOp;
  std::array<OpId, kMaxPorts> alone{}; // micro-ops that occupy ports exclusively, once found
  s_.stations.ready.from(slot_at(s_.rob.oldest), [&](Slot slot) {
    const WindowOp& op = op_at(slot);
    if (op.ready_at > now())
      return;
    if (undecided && undecided < op.id)
      return report_held(op, {Reason::control, kNoRegister, undecided});
    // A port that is occupied exclusively would not have been free in any case.
    std::uint32_t busy = 0;
    for (std::uint32_t left = op.ports & op.planned->alone; left != 0; left &= left - 1)
      if (const std::uint32_t port = left & -left;
          s_.units.busy_until[static_cast<unsigned>(std::countr_zero(port))] >= now())
        busy |= port;
    if ((op.refusal == Reason::memory_order && (op.ports & ~taken) != 0) ||
        (op.planned->is_load && waits_for_stores(op))) // whether it has asked or not
      return report_held(op, {Reason::memory_order, kNoRegister, store_in_the_way(op)});
    if ((op.ports & ~taken & ~busy) != 0 && all_issued && last < op.id) // it has not had its turn
      return report_held(op, {Reason::pairing, kNoRegister, last});
    OpId culprit;
    if (const std::uint32_t others = op.ports & taken & ~busy; others != 0)
      culprit = taken_by[static_cast<unsigned>(std::countr_zero(others))];
    // Of the ports occupied exclusively, the one that becomes free first.
    unsigned first = kMaxPorts;
    for (; busy != 0 && !culprit; busy &= busy - 1)
      if (const auto port = static_cast<unsigned>(std::countr_zero(busy));
          first == kMaxPorts || s_.units.busy_until[port] < s_.units.busy_until[first])
        first = port;
    if (first != kMaxPorts) {
      if (!alone[first])
        alone[first] = alone_on(first);
      culprit = alone[first];
    }
    report_held(op, {Reason::unit_busy, kNoRegister, culprit});
  });
}

/// Reports again the waits of micro-ops with several missing operands or a missing store, because
/// the operand that arrives last may be known better from the next cycle on.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::report_operands() {
  for (std::uint64_t at = std::max(s_.rob.unissued, s_.rob.oldest); at < s_.rob.undispatched; ++at)
    if (const WindowOp& op = op_at(slot_at(at));
        op.progress == Progress::waiting && is_wanted(op) &&
        ((op.missing & (op.missing - 1)) != 0 || (op.missing != 0 && op.ready_at > now()) ||
         (op.missing >> kMemoryOperand & 1U) != 0))
      report_wait(op, now() + 1);
}

/// The micro-op whose retirement frees the entries that a micro-op lacks for its dispatch: in this
/// cycle, when entries are available from the next cycle on, or later; kNoOp: retirement does not
/// free them.
template <class Sink, Known kKnown>
OpId Window<Sink, kKnown>::frees_next(const PlannedOp& planned, Reason why) const {
  unsigned lacking = 1;
  unsigned lacking_kind = 0;
  if (why == Reason::no_register) {
    const auto free = [&](unsigned kind) {
      return s_.free_lists[kind].size() - (freed_.registers[kind] & freed_now());
    };
    while ((planned.registers >> 4 * lacking_kind & 15U) <= free(lacking_kind))
      ++lacking_kind;
    lacking =
        static_cast<unsigned>((planned.registers >> 4 * lacking_kind & 15U) - free(lacking_kind));
  }
  const auto frees = [&](const WindowOp& op) {
    unsigned registers = 0;
    switch (why) {
    case Reason::reorder_full:
      return unsigned{op.planned->slots};
    case Reason::load_full:
      return op.planned->is_load ? 1U : 0U;
    case Reason::store_full:
      return op.planned->writes_data ? 1U : 0U;
    case Reason::no_register:
      for (unsigned d = 0; d < op.planned->op.write_count; ++d)
        registers += op.planned->kinds[d] == lacking_kind && op.earlier[d].physical != kNoPhysical;
      return registers;
    default:
      return 0U;
    }
  };
  for (std::uint64_t at = freed_now() != 0 ? first_oldest_ : s_.rob.oldest;
       at < s_.rob.undispatched; ++at) {
    const unsigned freed = frees(op_at(slot_at(at)));
    if (freed >= lacking)
      return at < s_.rob.oldest ? retired_id(s_, at) : op_at(slot_at(at)).id;
    lacking -= freed;
  }
  return kNoOp;
}

/// A load that could begin in the next cycle will find a store for which it has to wait.
template <class Sink, Known kKnown>
bool Window<Sink, kKnown>::meets_store_next(const WindowOp& load) const {
  if (machine_.disambiguation != machine::Disambiguation::predict)
    return waits_for_stores(load);
  const std::uint64_t next = now() + 1 + read_cycles_; // when a load issued next executes
  const StoreMatch match = s_.lsq.stores.youngest_older(
      machine_.forwarding, load, load.store_position, [&](std::uint64_t position) {
        return StoreQueue::has_address(s_.rob, store_at(position), next) ? AddressIs::known
                                                                         : AddressIs::unknown;
      });
  if (match.position == 0)
    return youngest_buffered(s_, machine_.forwarding, load) == BufferedMatch::blocks;
  if (match.blocks)
    return true;
  const StoreEntry& store = store_at(match.position - 1);
  const RenameEntry data{store.data, store.data_slot};
  if (!store.data || !is_here(data))
    return !store.data;
  // Data written in the next cycle can be read in the cycle after.
  const WindowOp& from = op_at(data.slot);
  return !is_written(from) && !(bypasses() && from.progress >= Progress::executing &&
                                from.ends_at < next && from.ends_at > now());
}

/// The micro-op in one of these stations that begins to execute in the next cycle: predicts the
/// selection by issue(); micro-ops that no cache can refuse come first. kNoOp: none.
template <class Sink, Known kKnown>
OpId Window<Sink, kKnown>::begins_next(unsigned stations) const {
  std::uint32_t ports = ~0U;
  unsigned left = plan_.issue_width;
  OpId load; // a load, whose access the cache may refuse
  OpId undecided;
  for (std::uint64_t at = s_.branch_queue.oldest;
       waits_behind_branches() && !undecided && at < s_.branch_queue.end; ++at)
    if (const BranchEntry& entry = s_.branch_queue.at(at); !entry.resolved)
      undecided = entry.id;
  for (std::uint64_t at = std::max(s_.rob.unissued, s_.rob.oldest);
       at < s_.rob.undispatched && left != 0; ++at) {
    const WindowOp& op = op_at(slot_at(at));
    if (undecided && undecided < op.id)
      break;
    if (op.progress != Progress::ready || op.ready_at > now() + 1 ||
        (op.planned->is_load && meets_store_next(op)))
      continue;
    std::uint32_t free = op.ports & ports;
    for (std::uint32_t alone = free & op.planned->alone; alone != 0; alone &= alone - 1)
      if (s_.units.busy_until[static_cast<unsigned>(std::countr_zero(alone))] > now())
        free &= ~(alone & -alone);
    if (free == 0)
      continue;
    ports &= ~(free & -free);
    --left;
    if ((stations >> op.station & 1U) == 0)
      continue;
    if (!op.planned->is_load || !plan_.data_cache)
      return op.id;
    load = load ? load : op.id;
  }
  return load;
}

/// The micro-op that writes its result in the next cycle and thereby releases an entry of one of
/// these stations: predicts the selection by write_back(). kNoOp: none.
template <class Sink, Known kKnown>
OpId Window<Sink, kKnown>::writes_next(unsigned stations) const {
  ResultBuses buses(machine_.result_buses);
  SlotSet writing;
  OpId found;
  const auto note = [&](Slot slot) {
    writing.insert(slot);
    if (const WindowOp& op = op_at(slot);
        !found && op.in_station && (stations >> op.station & 1U) != 0)
      found = op.id;
  };
  s_.completions.executed.from(slot_at(s_.rob.oldest), [&](Slot slot) {
    const WindowOp& op = op_at(slot);
    if (op.ends_at > now() || write_hazard(op, slot).why != Reason::none)
      return;
    if (op.planned->op.write_count > 0) {
      if (!buses.any_free())
        return;
      buses.take(op.id);
    }
    note(slot);
  });
  // A captured store-data micro-op writes when its data come over the bus.
  if (machine_.captures_store_data)
    for (std::uint64_t at = s_.rob.oldest; at < s_.rob.undispatched; ++at)
      if (const WindowOp& op = op_at(slot_at(at));
          is_captured(*op.planned) && op.progress == Progress::waiting && op.missing != 0) {
        bool comes = true;
        for (unsigned missing = op.missing; missing != 0; missing &= missing - 1)
          comes = comes && writing.contains(
                               op.operands[static_cast<unsigned>(std::countr_zero(missing))].slot);
        if (comes)
          note(slot_at(at));
      }
  return found;
}

/// The micro-op that is the first to leave one of these stations, as far as is known. Entries are
/// released at issue or at write-back.
template <class Sink, Known kKnown>
OpId Window<Sink, kKnown>::leaves_next(unsigned stations) const {
  if (freed_now() == 0) { // an entry released in the next cycle can be allocated in the same cycle
    if (const OpId writes = writes_next(stations))
      return writes;
    if (const OpId begins = frees_at_issue() ? begins_next(stations) : kNoOp)
      return begins;
  }
  const WindowOp* next = nullptr;
  const auto known = [&](const WindowOp& op) { // the cycle from which its progress is known
    return std::max(now(), rank(op) == 0 ? op.ends_at : rank(op) == 1 ? begins_at(s_, op) : 0);
  };
  for (std::uint64_t at = s_.rob.oldest; at < s_.rob.undispatched; ++at) {
    const WindowOp& op = op_at(slot_at(at));
    if (!op.in_station || (stations >> op.station & 1U) == 0)
      continue;
    if (next == nullptr || rank(op) < rank(*next) ||
        (rank(op) == rank(*next) && known(op) < known(*next)))
      next = &op;
  }
  return next != nullptr ? next->id : kNoOp;
}

/// Reports the lost slots of a cycle: to a wrong path, to replayed micro-ops, of ports that no
/// micro-op could use, and to the stall cause.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::report_lost(LedgerPoint point, unsigned wrong, unsigned again,
                                       unsigned idle, unsigned lost, const Cause& rest) {
  // A cycle's slots in one event, which has four bits for the count.
  constexpr unsigned kMostSlots = 15;
  const bool reports_anyway = point == LedgerPoint::retire || point == LedgerPoint::ports;
  // Without lost slots: why no micro-op is visible there.
  const Cause why = lost > 0 || reports_anyway ? rest : Cause{};
  const std::uint32_t counts = wrong | again << 8U | idle << 16U | lost << 24U; // each below 256
  SlotsLost& reported = s_.reported[static_cast<std::size_t>(point)];
  if (reported.counts == counts && reported.causes[3] == why &&
      (wrong == 0 || reported.causes[0].culprit == s_.speculation.branch) &&
      (again == 0 || reported.causes[1].culprit == s_.replay.load)) [[likely]]
    return;
  SlotsLost now_lost;
  now_lost.counts = counts;
  if (wrong > 0)
    now_lost.causes[0] = {Reason::mispredict, kNoRegister, s_.speculation.branch};
  if (again > 0)
    now_lost.causes[1] = {Reason::memory_order, kNoRegister, s_.replay.load};
  if (idle > 0)
    now_lost.causes[2] = {Reason::idle};
  now_lost.causes[3] = why;
  reported = now_lost;
  const auto lane = static_cast<LaneId>(point);
  for (std::size_t i = 0; i < now_lost.causes.size(); ++i)
    if (const Cause& cause = now_lost.causes[i]; (counts >> 8 * i & 0xffU) != 0)
      for (unsigned left = counts >> 8 * i & 0xffU; left > 0; left -= std::min(left, kMostSlots))
        sink_.report(What::lose, Cycle{now()}, kNoOp, cause.culprit, cause, lane,
                     std::min(left, kMostSlots));
  if (wrong + again + idle + lost == 0) // no slots are lost; `why` may still be a cause
    sink_.report(What::lose, Cycle{now()}, kNoOp, why.culprit, why, lane, 0);
}

/// A result has been written: without a reorder buffer this completes the micro-op.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::report_written(const WindowOp& op) {
  if constexpr (Sink::kActive) {
    report_enter(op, now(), plan_.write_lane);
    if (speculates())
      report_enter(op, now() + 1, plan_.done_lane);
    else
      sink_.report(op.faulting ? What::flush : What::retire, Cycle{now()}, op.id, kNoOp, {},
                   plan_.write_lane, 0);
  }
}

} // namespace stallscope::core
