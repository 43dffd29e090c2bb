#pragma once

// Skipping of idle cycles: while no micro-op moves, the cycle of the next event is known, and all
// cycles before that event lose the same slots for the same reasons.

#include "out_of_order/window.hpp"

namespace stallscope::core {

/// The stall reason of the micro-op at a position can change before its known wake-up cycle: from a
/// result being computed to a result on the bypass network.
template <class Sink, Known kKnown>
bool Window<Sink, kKnown>::changes_reason(std::uint64_t position) const {
  return position < s_.rob.undispatched && op_at(slot_at(position)).progress == Progress::ready;
}

/// For a cycle in which nothing could be issued: the first later cycle in which a ready micro-op
/// can issue, because its last operand arrives or its unpipelined port becomes free.
template <class Sink, Known kKnown> std::uint64_t Window<Sink, kKnown>::next_issue() const {
  std::uint64_t next = kNever;
  s_.stations.ready.from(slot_at(s_.rob.oldest), [&](Slot slot) {
    const WindowOp& op = op_at(slot);
    if (op.ready_at > now()) {
      next = std::min(next, op.ready_at);
      return;
    }
    // a load or a pipelined port: the cycle depends on other micro-ops
    if (op.planned->is_load || (op.ports & ~op.planned->alone) != 0)
      next = now() + 1;
    for (std::uint32_t left = op.ports & op.planned->alone; left != 0; left &= left - 1) {
      const auto port = static_cast<unsigned>(std::countr_zero(left));
      next = std::min(next, std::max(s_.units.busy_until[port], now()) + 1);
    }
  });
  return next;
}

/// The last cycle up to which nothing moves and every slot is lost for the same reason as in this
/// cycle, by a fast conservative test; this cycle when the next one differs.
template <class Sink, Known kKnown>
std::uint64_t Window<Sink, kKnown>::idle_until(std::uint64_t until_cycle) const {
  if (now() - s_.last_progress <= front_cycles_ || s_.fetch.redirect.pending || s_.replay.pending ||
      !s_.completions.executed.empty() || s_.store_buffer.has_unsent() ||
      (carries_over() && (s_.uncounted != 0 || any_counted_)))
    return now();
  // Causes of idle ports change before a mispredicted branch ends its execution: kept_to().
  if (Sink::kActive && read_cycles_ > 1 && s_.speculation.active)
    return now();
  // Refused cache accesses are retried every cycle.
  if (fetch_refused_at_ == now())
    return now();
  // Dispatch receives the reasons of fetch front_cycles_ later: they must have been equal for that
  // many cycles.
  for (unsigned i = 1; i <= front_cycles_; ++i)
    if (!(s_.fetch.gap(now() - i) == s_.fetch.gap(now())))
      return now();
  // The ports are charged with the dispatch gap one cycle later.
  if (!(s_.dispatch_gap == gap_before_))
    return now();
  // The front-end delay stops being the charged cause soon.
  if (front_end_delay(s_.rob.oldest).why != Reason::none)
    return now();
  if (Sink::kActive && delays_bypasses() &&
      s_.stations.demanded != 0) // the stall reasons of micro-ops in stations can change
    return now();
  if (delays_bypasses() && (changes_reason(s_.rob.oldest) || changes_reason(s_.rob.unissued)))
    return now();
  std::uint64_t until =
      std::min(until_cycle, s_.last_progress + core_.machine().no_progress_cycles);
  const auto before = [&until](std::uint64_t cycle) { until = std::min(until, cycle - 1); };
  if (now() < first_retirement())
    before(first_retirement());
  if (!s_.stations.ready.empty())
    before(next_issue());
  if (s_.fetch.resumes_at > now())
    before(s_.fetch.resumes_at);
  before(front_changes_at());
  if (s_.rob.undispatched < s_.rob.end)
    if (const WindowOp& next = op_at(slot_at(s_.rob.undispatched)); next.arrives_at > now())
      before(next.arrives_at);
  if (s_.rob.oldest < s_.rob.undispatched) {
    const WindowOp& head = op_at(slot_at(s_.rob.oldest));
    const bool is_done = head.progress == Progress::timed || head.progress == Progress::written;
    // A store may wait for the store buffer or the cache. Without a reorder buffer the lost slots
    // depend on other micro-ops than the oldest.
    if (is_done && (!speculates() || head.refusal != Reason::buffer_full))
      before(std::max(
          {head.written_at + 1, now() + 1, speculates() ? s_.store_until : std::uint64_t{0}}));
  }
  if (!s_.store_buffer.empty())
    before(s_.store_buffer.first().done_at);
  for (std::uint64_t cycle = now() + 1; cycle <= until && cycle < now() + CompletionQueue::kCycles;
       ++cycle)
    if (!s_.completions.is_empty_at(cycle))
      before(cycle);
  if (Sink::kActive && keeps_in_front(dispatch_gap_.why) && until > now())
    --until; // the micro-op that frees an entry is reported one cycle earlier
  return std::max(now(), std::min(until, now() + CompletionQueue::kCycles - 1));
}

template <class Sink, Known kKnown>
void Window<Sink, kKnown>::skip_idle(std::uint64_t until_cycle) {
  const std::uint64_t last = idle_until(until_cycle);
  const std::uint64_t cycles = last - now();
  if (cycles == 0)
    return;
  const Cause gap = s_.fetch.gap(now());
  s_.cycle = now_ = last;
  account(cycles);
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(cycles, kFrontHistory); ++i)
    s_.fetch.gap(last - i) = gap;
}

} // namespace stallscope::core
