#pragma once

// What a record says of micro-ops beside where they are: why they wait, and what they take from
// whom. Called with active sinks only, so that what is worked out here costs nothing without a
// record.

#include "core/out_of_order/waits.hpp"
#include "out_of_order/window.hpp"

namespace stallscope::core {

/// A micro-op is somewhere else from a cycle on, where nothing holds it yet.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void
Window<Sink, kKnown>::report_enter(const WindowOp& op, std::uint64_t cycle, LaneId lane) {
  holds_told_[static_cast<std::size_t>(&op - s_.ops.data())] = {};
  sink_.report(What::enter, Cycle{cycle}, op.id, kNoOp, {}, lane, 0);
}

/// It is held there from a cycle on; the same as before is not said again.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::report_hold(const WindowOp& op, std::uint64_t cycle, const Cause& cause,
                                       LaneId lane) {
  Cause& told = holds_told_[static_cast<std::size_t>(&op - s_.ops.data())];
  if (told == cause)
    return;
  told = cause;
  sink_.report(What::hold, Cycle{cycle}, op.id, cause.culprit, cause, lane, 0);
}

/// What was fetched in the last cycle is on its way through the front end.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::report_front() {
  if (front_cycles_ == 0)
    return;
  std::uint64_t first = s_.end;
  while (first > s_.undispatched && op_at(slot_at(first - 1)).id >= s_.fetched_from)
    --first;
  for (; first < s_.end; ++first)
    report_enter(op_at(slot_at(first)), now(), plan_.front_lane);
}

/// A micro-op that leaves its station in a cycle, or later, can use the result of another: read in
/// that cycle, or taken from the unit when it executes.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::report_taken(const WindowOp& op, unsigned operand, const WindowOp& from,
                                        std::uint64_t cycle) {
  if (operand >= op.planned->op.read_count)
    return;
  const bool bypassed = is_bypassed(core_, from);
  sink_.report(What::forward, Cycle{cycle + (bypassed ? read_cycles_ : 0)}, op.id, from.id,
               {Reason::none, op.planned->op.reads[operand].reg, from.id},
               bypassed ? plan_.ports[from.port].lane : kNoLane, 0);
}

/// What a micro-op in its station waits for from a cycle on.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::report_wait(const WindowOp& op, std::uint64_t cycle) {
  if (const Cause cause = wait_of(core_, s_, op); cause.why != Reason::none)
    report_hold(op, cycle, cause, plan_.station_lane);
}

/// Results that are there in this cycle, and on their way to some units: once it is known who has
/// made them, and again when that one has retired.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::report_bypassing() {
  for (std::uint64_t at = std::max(s_.unissued, s_.oldest); at < s_.undispatched; ++at) {
    const WindowOp& op = op_at(slot_at(at));
    if (op.progress != Progress::ready || op.ready_at <= now() || woken_.contains(slot_at(at)))
      continue;
    const Cause cause = late_operand(core_, s_, op, now());
    if (cause.why == Reason::bypass &&
        (!cause.culprit || late_operand(core_, s_, op, now() - 1).why == Reason::raw))
      report_held(op, cause);
  }
}

/// A micro-op that cannot go on in this cycle.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::report_held(const WindowOp& op, const Cause& cause) {
  report_hold(op, now(), cause, plan_.station_lane);
}

/// The oldest micro-op is a store that cannot retire. Without a reorder buffer it has ended
/// already.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::report_store_held(const WindowOp& op, const Cause& cause) {
  if (speculates())
    report_hold(op, now(), cause, plan_.done_lane);
}

/// A micro-op behind a load that has read too early goes through the front end again, or was about
/// to already.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::report_replayed(const WindowOp& op) {
  report_held(op, wait_of(core_, s_, op)); // none: it is not the next to be dispatched any more
}

/// The micro-op that keeps a port to itself.
template <class Sink, Known kKnown> OpId Window<Sink, kKnown>::alone_on(unsigned port) const {
  for (std::uint64_t position = s_.oldest; position < s_.undispatched; ++position)
    if (const WindowOp& op = op_at(slot_at(position));
        op.progress >= Progress::executing && op.port == port &&
        (op.planned->alone >> port & 1U) != 0 &&
        op.ends_at == s_.port_busy_until[port] + read_cycles_)
      return op.id;
  return kNoOp;
}

/// Micro-ops that could have executed and found no port: each is held for one that has a port it
/// could have used. `all_issued`: as many have begun as can in a cycle, whatever ports are left.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::report_unselected(const std::array<OpId, kMaxPorts>& taken_by,
                                             std::uint32_t taken, bool all_issued) {
  OpId last;
  if (all_issued)
    last = *std::max_element(taken_by.begin(), taken_by.end());
  const OpId undecided = waits_behind_branches() ? undecided_branch() : kNoOp;
  std::array<OpId, kMaxPorts> alone{}; // those asked for
  s_.ready.from(slot_at(s_.oldest), [&](Slot slot) {
    const WindowOp& op = op_at(slot);
    if (op.ready_at > now())
      return;
    if (undecided && undecided < op.id)
      return report_held(op, {Reason::control, kNoRegister, undecided});
    const bool any_left = (op.ports & ~taken) != 0;
    if (op.refusal == Reason::memory_order && (any_left || waits_for_stores(op)))
      return; // issue() has said what for it waits, or did so when it had its turn
    if (any_left && all_issued && last < op.id) // it has not had its turn
      return report_held(op, {Reason::pairing, kNoRegister, last});
    // Ports on which somebody else of its class is alone would not have been its own in any case.
    std::uint32_t busy = 0;
    for (std::uint32_t left = op.ports & op.planned->alone; left != 0; left &= left - 1)
      if (const std::uint32_t port = left & -left;
          s_.port_busy_until[static_cast<unsigned>(std::countr_zero(port))] >= now())
        busy |= port;
    OpId culprit;
    if (const std::uint32_t others = op.ports & taken & ~busy; others != 0)
      culprit = taken_by[static_cast<unsigned>(std::countr_zero(others))];
    for (; busy != 0 && !culprit; busy &= busy - 1) {
      const auto port = static_cast<unsigned>(std::countr_zero(busy));
      if (!alone[port])
        alone[port] = alone_on(port);
      culprit = alone[port];
    }
    report_held(op, {Reason::unit_busy, kNoRegister, culprit});
  });
}

/// Ports that nobody in a station could have used have nothing to do.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::report_unwanted() {
  const std::uint64_t all = (std::uint64_t{1} << plan_.ports.size()) - 1;
  const std::uint64_t unwanted = all & ~std::uint64_t{wanted_ports(plan_, wanted_from_)};
  const bool any_told = s_.told_unwanted != OutOfOrderState::kAllUntold;
  for (std::uint64_t left = any_told ? s_.told_unwanted ^ unwanted : all; left != 0;
       left &= left - 1) {
    const auto port = static_cast<std::size_t>(std::countr_zero(left));
    const bool idle = (unwanted >> port & 1U) != 0;
    sink_.report(What::empty, Cycle{now()}, kNoOp, kNoOp, {idle ? Reason::idle : Reason::none},
                 plan_.ports[port].lane, 0);
  }
  s_.told_unwanted = unwanted;
}

/// Slots of a cycle that were lost: to a wrong path, to what was done before, to ports that nobody
/// could use, and the rest.
template <class Sink, Known kKnown>
void Window<Sink, kKnown>::report_lost(LedgerPoint point, unsigned wrong, unsigned again,
                                       unsigned idle, unsigned lost, const Cause& rest) {
  constexpr unsigned kMostSlotsTold = 15; // at once: an event has four bits for them
  const bool tells_anyway = point == LedgerPoint::retire || point == LedgerPoint::ports;
  const Cause why = lost > 0 || tells_anyway ? rest : Cause{}; // of no slots: why nobody is seen
  const std::uint32_t counts = wrong | again << 8U | idle << 16U | lost << 24U; // each below 256
  SlotsLost& told = s_.told[static_cast<std::size_t>(point)];
  if (told.counts == counts && told.causes[3] == why &&
      (wrong == 0 || told.causes[0].culprit == s_.speculation.branch) &&
      (again == 0 || told.causes[1].culprit == s_.replay.load)) [[likely]]
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
  told = now_lost;
  const auto lane = static_cast<LaneId>(point);
  for (std::size_t i = 0; i < now_lost.causes.size(); ++i)
    if (const Cause& cause = now_lost.causes[i]; (counts >> 8 * i & 0xffU) != 0)
      for (unsigned left = counts >> 8 * i & 0xffU; left > 0;
           left -= std::min(left, kMostSlotsTold))
        sink_.report(What::lose, Cycle{now()}, kNoOp, cause.culprit, cause, lane,
                     std::min(left, kMostSlotsTold));
  if (wrong + again + idle + lost == 0) // none, or none with a cause
    sink_.report(What::lose, Cycle{now()}, kNoOp, why.culprit, why, lane, 0);
}

/// A result has been written: without a reorder buffer that is the end.
template <class Sink, Known kKnown> void Window<Sink, kKnown>::report_written(const WindowOp& op) {
  report_enter(op, now(), plan_.write_lane);
  if (speculates())
    report_enter(op, now() + 1, plan_.done_lane);
  else
    sink_.report(op.faulting ? What::flush : What::retire, Cycle{now()}, op.id, kNoOp, {},
                 plan_.write_lane, 0);
}

} // namespace stallscope::core
