#pragma once

// The cycle ledger: slots of every cycle at fetch (instructions), dispatch, issue (micro-ops; a
// slot a port) and retirement, each used or lost to one cause. Also the occupancy of the
// structures.

#include "common/slot_accounting.hpp"
#include "core/out_of_order/waits.hpp"
#include "out_of_order/window.hpp"

namespace stallscope::core {

/// Root cause of a wait: follows producers and holders of resources to a micro-op that does not
/// wait.
template <class Sink, Known kKnown> Cause Window<Sink, kKnown>::root_of(const WindowOp& op) const {
  switch (op.progress) {
  case Progress::waiting:
    if (op.missing != 0)
      return observer_.with_last_operand(missing_operand(core_, s_, op), op);
    break;
  case Progress::ready:
    if (op.refusal == Reason::memory_order)
      return {op.refusal, kNoRegister, store_in_the_way(op)};
    if (op.refusal != Reason::none)
      return {op.refusal, kNoRegister, op.id};
    if (waits_behind_branches() && op.ready_at <= now())
      if (const OpId branch = undecided_branch(); branch && branch < op.id)
        return {Reason::control, kNoRegister, branch};
    return observer_.with_holder(
        {op.ready_at > now() ? Reason::latency : Reason::unit_busy, kNoRegister, op.id}, op);
  case Progress::executed:
    if (op.ends_at >= now()) // its result is written in the next cycle
      break;
    return {machine_.renaming == Renaming::none ? Reason::war : Reason::write_port, kNoRegister,
            op.id};
  default:
    break;
  }
  return {op.bytes == 0          ? Reason::latency
          : !op.planned->is_load ? Reason::latency
          : op.cache_miss        ? Reason::dcache_miss
                                 : Reason::memory_latency,
          kNoRegister, op.id};
}

/// The front-end delay of the micro-op at a position: why it was not dispatched earlier. None when
/// an operation of one cycle dispatched then could have retired by this cycle, or when its dispatch
/// was not delayed.
template <class Sink, Known kKnown>
Cause Window<Sink, kKnown>::front_end_delay(std::uint64_t position) const {
  for (std::uint64_t ago = 0; ago <= plan_.passage_cycles; ++ago)
    if (const DelayedGroup& group = s_.delayed_groups[(now() - ago) % kDelayedGroups];
        group.cycle == now() - ago && group.first == position)
      return group.cause;
  return {};
}

/// The oldest micro-op is limited by its own latency only.
inline bool is_own_time(const Cause& cause, OpId op) {
  return cause.culprit == op &&
         (cause.why == Reason::latency || cause.why == Reason::memory_latency);
}

/// Why fewer micro-ops retired than the width. Cycles that are the latency of the oldest micro-op
/// itself are charged to the cause that delayed its dispatch, because the bubble in front of it
/// reaches retirement with it: for instance to the misprediction behind which the micro-op was
/// fetched.
template <class Sink, Known kKnown> Cause Window<Sink, kKnown>::retire_cause() const {
  // The oldest micro-op that has not completed: without a reorder buffer it completes with the
  // write. While there is such a micro-op, retirement waits for it and not for a branch.
  std::uint64_t oldest = s_.rob.oldest;
  while (!speculates() && oldest < s_.rob.undispatched &&
         op_at(slot_at(oldest)).progress == Progress::written)
    ++oldest;
  if (oldest < s_.rob.undispatched) {
    const WindowOp& op = op_at(slot_at(oldest));
    // The oldest store cannot write the cache or enter the store buffer.
    if (op.progress >= Progress::timed && op.refusal != Reason::none && op.planned->writes_data)
      return observer_.with_culprit({op.refusal, kNoRegister, op.id}, op);
    if (delays_bypasses() && oldest < dispatched_from_ && op.progress == Progress::ready &&
        op.ready_at > now())
      if (const Cause cause = late_operand(core_, s_, op, now()); cause.why == Reason::bypass)
        return cause;
    const Cause cause = root_of(op);
    if (is_own_time(cause, op.id))
      if (const Cause late = front_end_delay(oldest); late.why != Reason::none)
        return late;
    return cause;
  }
  if (now() < first_retirement())
    return {Reason::fill};
  if (dispatch_gap_.why != Reason::none)
    return dispatch_gap_;
  return {s_.counters.retired == 0 ? Reason::fill : Reason::latency, kNoRegister,
          s_.rob.oldest < s_.rob.end ? op_at(slot_at(s_.rob.oldest)).id : kNoOp};
}

/// Why a micro-op is still in its station. The operand that becomes available last is determined
/// only for a record, or where it decides on the reason.
template <class Sink, Known kKnown>
Cause Window<Sink, kKnown>::station_cause(const WindowOp& op) const {
  if (op.progress != Progress::ready || op.ready_at <= now() || op.refusal != Reason::none)
    return root_of(op);
  if (Sink::kActive || op.planned->is_load || delays_bypasses())
    if (const Cause cause = late_operand(core_, s_, op, now()); cause.why != Reason::none)
      return Sink::kActive ? with_last_store(core_, s_, op, cause, now()) : cause;
  return {Reason::raw, kNoRegister, op.id};
}

/// Structural and name hazards of dispatch: they keep a micro-op at the end of the front end until
/// an entry or register is free.
constexpr bool keeps_in_front(Reason why) {
  switch (why) {
  case Reason::reorder_full:
  case Reason::load_full:
  case Reason::store_full:
  case Reason::station_full:
  case Reason::no_register:
  case Reason::waw:
    return true;
  default:
    return false;
  }
}

/// Why a micro-op that was in the front end at the beginning of the cycle does not execute in it:
/// the cause of the dispatch stall, unless the micro-op would wait for an operand in its station as
/// well.
template <class Sink, Known kKnown>
Cause Window<Sink, kKnown>::front_cause(const WindowOp& op, const Cause& gap) const {
  if (!keeps_in_front(gap.why))
    return gap;
  const Cause operand = front_operand(core_, s_, op, s_.rob.end).cause;
  return operand.why != Reason::none ? operand : gap;
}

/// The first later cycle in which the operand that a micro-op in the front end would wait for may
/// change while nothing moves: a result arrives in a known cycle, or the store sets are cleared.
/// kNever: there is no such cycle.
template <class Sink, Known kKnown> std::uint64_t Window<Sink, kKnown>::front_changes_at() const {
  std::uint64_t next = kNever;
  if (!Sink::kActive && !keeps_in_front(dispatch_gap_.why))
    return next;
  const auto comes = [&](std::uint64_t cycle) {
    if (cycle > now())
      next = std::min(next, cycle);
  };
  for (std::uint64_t at = s_.rob.undispatched; at < s_.rob.end; ++at) {
    const WindowOp& op = op_at(slot_at(at));
    comes(front_operand(core_, s_, op, s_.rob.end).usable_from);
    if (!Sink::kActive)
      break; // the ledger charges the oldest micro-op only
    if (op.planned->is_load) {
      comes(front_wait(core_, s_, op, s_.rob.end).usable_from);
      comes(s_.lsq.store_sets.forgotten_at);
    }
  }
  return next;
}

/// Number of ports that the micro-ops in stations at the beginning of the cycle could use; all
/// ports when the stations were empty, because the port demand of missing micro-ops is not known.
template <class Sink, Known kKnown> inline unsigned Window<Sink, kKnown>::ports_demanded() const {
  return demanded_before_ < plan_.demanded_ports.size()
             ? plan_.demanded_ports[demanded_before_]
             : static_cast<unsigned>(std::popcount(demanded_ports(plan_, demanded_before_)));
}

/// Why ports stood idle that some micro-op could use: the wait of the oldest micro-op that was in a
/// station at the beginning of the cycle, because all younger ones depend on its progress. When the
/// stations were empty: why dispatch lost slots in the previous cycle (or the operand for which the
/// next micro-op would wait in any case), or that fewer micro-ops were dispatched than there are
/// ports.
template <class Sink, Known kKnown> inline Cause Window<Sink, kKnown>::issue_cause() {
  std::uint64_t position = std::max(s_.rob.unissued, s_.rob.oldest);
  // Skips micro-ops that have left their station or need no unit.
  while (position < dispatched_from_ && op_at(slot_at(position)).progress > Progress::ready)
    ++position;
  s_.rob.unissued = position;
  if (position < dispatched_from_)
    return station_cause(op_at(slot_at(position)));
  if (s_.dispatch_gap.why == Reason::none)
    return {Reason::idle};
  return position < s_.rob.end ? front_cause(op_at(slot_at(position)), s_.dispatch_gap)
                               : s_.dispatch_gap;
}

template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void
Window<Sink, kKnown>::charge(LedgerPoint point, unsigned width, unsigned used, unsigned wrong,
                             unsigned again, unsigned idle, const Cause& rest,
                             std::uint64_t cycles) {
  trace::LedgerAccount& account = s_.ledger.at(point);
  count_slots(account, Reason::none, used * cycles);
  const unsigned astray = wrong + again;
  const unsigned lost = width - used - astray - idle;
  if (astray != 0) {
    count_slots(account, Reason::mispredict, wrong * cycles);
    count_slots(account, Reason::memory_order, again * cycles);
  }
  if (lost != 0) {
    STALLSCOPE_CHECK(rest.why != Reason::none, "a slot was lost without a reason");
    count_slots(account, rest.why, lost * cycles);
  }
  count_slots(account, Reason::idle, idle * cycles);
  observer_.lost(point, wrong, again, idle, lost, rest);
}

/// Charges the slots of a number of equal cycles, the last of which is the present one.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::account(std::uint64_t cycles) {
  charge(LedgerPoint::fetch, machine_.fetch_width, fetched_ - fetched_wrong_, fetched_wrong_, 0, 0,
         fetch_gap_, cycles);
  charge(LedgerPoint::issue, machine_.dispatch_width,
         dispatched_ - dispatched_wrong_ - dispatched_again_, dispatched_wrong_, dispatched_again_,
         0, dispatch_gap_, cycles);
  const unsigned ports = s_.ledger.at(LedgerPoint::ports).width;
  // Fewer micro-ops may issue in a cycle than there are ports.
  const unsigned wanted = std::min(ports_demanded(), ports);
  observer_.end_cycle(*this);
  // A record contains the cause of ports that are empty because the issue width is used up.
  const bool all_begin = Sink::kActive && issued_ == ports && ports < plan_.ports.size();
  charge(LedgerPoint::ports, ports, issued_ - issued_wrong_ - issued_again_, issued_wrong_,
         issued_again_, ports - wanted,
         issued_ < wanted ? issue_cause()
         : all_begin      ? Cause{Reason::pairing}
                          : Cause{},
         cycles);
  gap_before_ = s_.dispatch_gap;
  s_.dispatch_gap = dispatch_gap_;
  const unsigned width = plan_.counted_width;
  const unsigned ended = speculates() ? retired_ : completed_;
  unsigned used = ended;
  // More micro-ops may complete than there are slots: they take the next slots as well.
  if (carries_over()) {
    s_.uncounted += ended;
    used = std::min(s_.uncounted, width);
    s_.uncounted -= used;
    any_counted_ = used > 0;
  }
  // A record contains the cause for which no micro-op completes, even when a micro-op completed
  // earlier takes the slot.
  const bool unseen = Sink::kActive && carries_over() && ended == 0;
  charge(LedgerPoint::retire, width, used, 0, 0, 0,
         used < width || unseen ? retire_cause() : Cause{}, cycles);
  s_.ledger.cycles = now();
  count_occupancy(cycles);
}

/// Adds the entries in use at the end of a number of equal cycles.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::count_occupancy(std::uint64_t cycles) {
  Occupancy& taken = s_.occupancy;
  taken.reorder[s_.rob.used] += cycles;
  taken.stations[s_.stations.total] += cycles;
  taken.loads[s_.lsq.loads.used] += cycles;
  taken.stores[s_.lsq.stores.used] += cycles;
  taken.store_buffer[s_.store_buffer.size()] += cycles;
  taken.branches[s_.branch_queue.size()] += cycles;
}

} // namespace stallscope::core
