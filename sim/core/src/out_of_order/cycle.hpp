#pragma once

// A cycle of a dynamically scheduled core: the stages last to first, and what comes of it.

#include "out_of_order/account.hpp"
#include "out_of_order/dispatch.hpp"
#include "out_of_order/fetch.hpp"
#include "out_of_order/idle.hpp"
#include "out_of_order/memory.hpp"
#include "out_of_order/recover.hpp"
#include "out_of_order/report.hpp"
#include "out_of_order/retire.hpp"
#include "out_of_order/scheduler.hpp"
#include "out_of_order/window.hpp"
#include "out_of_order/write_back.hpp"

namespace stallscope::core {

/// The program has ended and nothing of it is left: the cycle before was the last. With a reorder
/// buffer the retirement of the last micro-op takes a cycle; without one, what is left of it then
/// is only its place in the window.
template <class Sink, Known kKnown> bool Window<Sink, kKnown>::end_if_empty() {
  if (s_.oldest != s_.end || !s_.fetch_stopped || (speculates() && left_ > 0))
    return false;
  s_.cycle -= 1;
  s_.stop = s_.pending_stop;
  return true;
}

template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::cycle() {
  s_.cycle = ++now_;
  fetched_ = fetched_wrong_ = dispatched_ = dispatched_wrong_ = dispatched_again_ = retired_ = 0;
  left_ = completed_ = issued_ = issued_wrong_ = issued_again_ = 0;
  entries_freed_.fill(0);
  registers_freed_.fill(0);
  reorder_freed_ = loads_freed_ = stores_freed_ = 0;
  fetch_block_ = kNowhere;
  first_oldest_ = s_.oldest;
  first_oldest_branch_ = s_.oldest_branch;
  fetch_gap_ = dispatch_gap_ = {};
  moved_ = false;
  if constexpr (Sink::kActive) {
    ports_taken_ = 0;
    if (delays_bypasses())
      woken_ = {};
  }

  if (s_.redirect.pending)
    redirect_fetch();
  if constexpr (Sink::kActive)
    report_front();
  if (s_.replay.pending)
    replay();
  if (can_retire())
    retire();
  if (s_.oldest_buffered != s_.end_of_buffered)
    drain_store_buffer();
  if (end_if_empty())
    return;
  alarms();
  if (!s_.executed.empty())
    write_back();
  wanted_from_ = s_.wants;
  if (!s_.ready.empty())
    issue();
  if constexpr (Sink::kActive)
    if (delays_bypasses())
      report_bypassing();
  if (has_front_end())
    dispatch();
  s_.fetched_from = s_.next_op;
  fetch_gap_ = fetch_hazard();
  if (fetch_gap_.why == Reason::none)
    fetch();
  if (end_if_empty())
    return;
  s_.fetch_gaps[now() % kFrontHistory] =
      fetch_gap_.why != Reason::none ? fetch_gap_ : Cause{Reason::fetch_group};
  if (!has_front_end()) // what is fetched is dispatched in the same cycle
    dispatch();
  account(1);
  if (moved_)
    s_.last_progress = now();
  else if (now() - s_.last_progress > core_.machine().no_progress_cycles)
    s_.stop = StopReason::no_progress;
}

template <class Sink, Known kKnown>
void Window<Sink, kKnown>::run(std::uint64_t until_cycle, bool to_jump_back) {
  while (s_.stop == StopReason::running && s_.cycle < until_cycle) {
    const std::uint64_t pc = s_.arch.pc;
    cycle();
    if (s_.stop == StopReason::running)
      skip_idle_cycles(until_cycle);
    if (to_jump_back && s_.arch.pc < pc)
      return;
  }
}

} // namespace stallscope::core
