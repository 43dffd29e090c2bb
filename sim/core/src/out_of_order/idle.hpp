#pragma once

// Cycles in which nothing moves are not gone through one by one: what everybody waits for comes at
// a known cycle, and until then every cycle loses the same slots for the same reasons.

#include "out_of_order/window.hpp"

namespace stallscope::core {

/// The micro-op there waits for a known cycle, and before that the reason of it may change: a
/// result is made, and then on its way.
template <class Sink, Known kKnown>
bool Window<Sink, kKnown>::changes_reason(std::uint64_t position) const {
  return position < s_.rob.undispatched && op_at(slot_at(position)).progress == Progress::ready;
}

/// The first cycle behind this one in which one that is ready may begin to execute, when none has
/// in this one: with its last operand, or on a port that it has alone.
template <class Sink, Known kKnown> std::uint64_t Window<Sink, kKnown>::next_issue() const {
  std::uint64_t next = kNever;
  s_.stations.ready.from(slot_at(s_.rob.oldest), [&](Slot slot) {
    const WindowOp& op = op_at(slot);
    if (op.ready_at > now()) {
      next = std::min(next, op.ready_at);
      return;
    }
    if (op.planned->is_load || (op.ports & ~op.planned->alone) != 0) // others may let it go
      next = now() + 1;
    for (std::uint32_t left = op.ports & op.planned->alone; left != 0; left &= left - 1) {
      const auto port = static_cast<unsigned>(std::countr_zero(left));
      next = std::min(next, std::max(s_.units.busy_until[port], now()) + 1);
    }
  });
  return next;
}

/// The last of the cycles behind this one in which nothing moves, as far as can be told cheaply,
/// and in which every slot is lost for the same reason as in this one; this one itself when there
/// is none.
template <class Sink, Known kKnown>
std::uint64_t Window<Sink, kKnown>::idle_until(std::uint64_t until_cycle) const {
  if (now() - s_.last_progress <= front_cycles_ || s_.fetch.redirect.pending || s_.replay.pending ||
      !s_.completions.executed.empty() || s_.store_buffer.unsent < s_.store_buffer.end ||
      (carries_over() && (s_.uncounted != 0 || any_counted_)))
    return now();
  // What a cache has refused is asked for again in every cycle.
  if (s_.fetch.resumes_at <= now() &&
      (fetch_gap_.why == Reason::icache_miss || fetch_gap_.why == Reason::memory_port))
    return now();
  // Reasons of fetch come to dispatch so much later: they must have been the same for so long.
  for (unsigned i = 1; i <= front_cycles_; ++i)
    if (!(s_.fetch.gap(now() - i) == s_.fetch.gap(now())))
      return now();
  if (!(s_.dispatch_gap == gap_before_)) // ports lack it one cycle later
    return now();
  if (front_end_delay(s_.rob.oldest).why != Reason::none) // which is over soon
    return now();
  if (Sink::kActive && delays_bypasses() &&
      s_.stations.demanded != 0) // whoever it is, a record shows it
    return now();
  if (delays_bypasses() && (changes_reason(s_.rob.oldest) || changes_reason(s_.rob.unissued)))
    return now();
  std::uint64_t until =
      std::min(until_cycle, s_.last_progress + core_.machine().no_progress_cycles);
  const auto before = [&until](std::uint64_t cycle) { until = std::min(until, cycle - 1); };
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
    // A store waits for the store buffer, or the cache. Without a reorder buffer what is lost
    // depends on others than the oldest, and that may change.
    if (is_done && (!speculates() || head.refusal != Reason::buffer_full))
      before(std::max(
          {head.written_at + 1, now() + 1, speculates() ? s_.store_until : std::uint64_t{0}}));
  }
  if (s_.store_buffer.oldest < s_.store_buffer.end)
    before(s_.store_buffer.at(s_.store_buffer.oldest).done_at);
  for (std::uint64_t cycle = now() + 1; cycle <= until && cycle < now() + CompletionQueue::kCycles;
       ++cycle)
    if (!s_.completions.is_empty_at(cycle))
      before(cycle);
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
