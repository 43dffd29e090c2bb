#pragma once

// Skipping of idle cycles: while no micro-op moves, the cycle of the next event is known, and all
// cycles before that event lose the same slots for the same reasons.

#include "out_of_order/accounting.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::core {

/// Counts idle cycles without simulating them.
template <class Cycle> class IdleSkip {
  using Accounting = core::Accounting<Cycle>;
  using StallCauses = core::StallCauses<Cycle>;

public:
  static void skip_idle(Cycle& c, std::uint64_t until_cycle) {
    const std::uint64_t last = idle_until(c, until_cycle);
    const std::uint64_t cycles = last - c.now;
    if (cycles == 0)
      return;
    const Cause gap = c.s.fetch.gap(c.now);
    c.s.cycle = c.now = last;
    Accounting::account(c, cycles);
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(cycles, kFrontHistory); ++i)
      c.s.fetch.gap(last - i) = gap;
  }

private:
  /// The last cycle up to which nothing moves and every slot is lost for the same reason as in this
  /// cycle, by a fast conservative test; this cycle when the next one differs.
  [[gnu::noinline]] static std::uint64_t idle_until(const Cycle& c, std::uint64_t until_cycle) {
    if (c.now - c.s.last_progress <= c.front_cycles || c.s.fetch.redirect.pending ||
        c.s.replay.pending || !c.s.completions.executed.empty() || c.s.store_buffer.has_unsent() ||
        (c.policy.carries_over() && c.charged->any_counted))
      return c.now;
    if (c.observer.may_change(c))
      return c.now;
    // Refused cache accesses are retried every cycle.
    if (c.fetched->refused_at == c.now)
      return c.now;
    // Dispatch receives the reasons of fetch front_cycles_ later: they must have been equal for
    // that many cycles.
    for (unsigned i = 1; i <= c.front_cycles; ++i)
      if (!(c.s.fetch.gap(c.now - i) == c.s.fetch.gap(c.now)))
        return c.now;
    // The ports are charged with the dispatch gap one cycle later.
    if (!(c.s.dispatch_gap == c.charged->gap_before))
      return c.now;
    // The front-end delay stops being the charged cause soon.
    if (StallCauses::front_end_delay(c, c.s.rob.oldest).why != Reason::none)
      return c.now;
    if (c.policy.delays_bypasses() &&
        (changes_reason(c, c.s.rob.oldest) || changes_reason(c, c.s.rob.unissued)))
      return c.now;
    std::uint64_t until =
        std::min(until_cycle, c.s.last_progress + c.core.machine().no_progress_cycles);
    const auto before = [&until](std::uint64_t cycle) { until = std::min(until, cycle - 1); };
    if (c.now < StallCauses::first_retirement(c))
      before(StallCauses::first_retirement(c));
    if (!c.s.stations.ready.empty())
      before(next_issue(c));
    if (c.s.fetch.resumes_at > c.now)
      before(c.s.fetch.resumes_at);
    before(StallCauses::front_changes_at(c));
    if (c.s.rob.undispatched < c.s.rob.end)
      if (const WindowOp& next = c.at(c.s.rob.undispatched); next.arrives_at > c.now)
        before(next.arrives_at);
    if (c.s.rob.oldest < c.s.rob.undispatched) {
      const WindowOp& head = c.at(c.s.rob.oldest);
      const bool is_done = head.progress == Progress::timed || head.progress == Progress::written;
      // A store may wait for the store buffer or the cache. Without a reorder buffer the lost slots
      // depend on other micro-ops than the oldest.
      if (is_done && (!c.policy.speculates() || head.refusal != Reason::buffer_full))
        before(std::max({head.written_at + 1, c.now + 1,
                         c.policy.speculates() ? c.s.store_until : std::uint64_t{0}}));
    }
    if (!c.s.store_buffer.empty())
      before(c.s.store_buffer.first().done_at);
    for (std::uint64_t cycle = c.now + 1;
         cycle <= until && cycle < c.now + CompletionQueue::kCycles; ++cycle)
      if (!c.s.completions.is_empty_at(cycle))
        before(cycle);
    until = c.observer.unchanged_until(c, until, keeps_in_front(c.dispatched->gap.why));
    return std::max(c.now, std::min(until, c.now + CompletionQueue::kCycles - 1));
  }

  /// For a cycle in which nothing could be issued: the first later cycle in which a ready micro-op
  /// can issue, because its last operand arrives or its unpipelined port becomes free.
  [[gnu::noinline]] static std::uint64_t next_issue(const Cycle& c) {
    std::uint64_t next = kNever;
    c.s.stations.ready.from(c.slot_at(c.s.rob.oldest), [&](Slot slot) {
      const WindowOp& op = c.op_at(slot);
      if (op.ready_at > c.now) {
        next = std::min(next, op.ready_at);
        return;
      }
      // a load or a pipelined port: the cycle depends on other micro-ops
      if (op.planned->is_load || (op.ports & ~op.planned->alone) != 0)
        next = c.now + 1;
      for (std::uint32_t left = op.ports & op.planned->alone; left != 0; left &= left - 1) {
        const auto port = static_cast<unsigned>(std::countr_zero(left));
        next = std::min(next, std::max(c.s.units.busy_until[port], c.now) + 1);
      }
    });
    return next;
  }

  /// The stall reason of the micro-op at a position can change before its known wake-up cycle: from
  /// a result being computed to a result on the bypass network.
  static bool changes_reason(const Cycle& c, std::uint64_t position) {
    return position < c.s.rob.undispatched && c.at(position).progress == Progress::ready;
  }
};

} // namespace stallscope::core
