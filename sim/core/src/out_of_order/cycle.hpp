#pragma once

// A cycle of a dynamically scheduled core: the stages last to first, then accounting.

#include "out_of_order/account.hpp"
#include "out_of_order/dispatch.hpp"
#include "out_of_order/fetch.hpp"
#include "out_of_order/idle.hpp"
#include "out_of_order/idle_ports.hpp"
#include "out_of_order/memory.hpp"
#include "out_of_order/recover.hpp"
#include "out_of_order/report.hpp"
#include "out_of_order/retire.hpp"
#include "out_of_order/scheduler.hpp"
#include "out_of_order/window.hpp"
#include "out_of_order/write_back.hpp"

namespace stallscope::core {

/// The program has ended and its last micro-op has left the window: the previous cycle was the
/// last. With a reorder buffer the retirement of the last micro-op takes a cycle; without one, a
/// completed micro-op only holds its slot in the window.
template <class Sink, Known kKnown> bool Window<Sink, kKnown>::end_if_empty() {
  if (s_.rob.oldest != s_.rob.end || !s_.fetch.stopped || (speculates() && left_ > 0))
    return false;
  s_.cycle -= 1;
  s_.stop = s_.pending_stop;
  return true;
}

/// Resets the data of one cycle.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::begin_cycle() {
  s_.cycle = ++now_;
  fetched_ = fetched_wrong_ = dispatched_ = dispatched_wrong_ = dispatched_again_ = retired_ = 0;
  left_ = completed_ = issued_ = issued_wrong_ = issued_again_ = 0;
  freed_.clear();
  fetch_block_ = kNowhere;
  first_oldest_ = s_.rob.oldest;
  first_oldest_branch_ = s_.branch_queue.oldest;
  fetch_gap_ = dispatch_gap_ = {};
  moved_ = false;
  observer_.begin_cycle();
}

/// Recovery from the misprediction and the memory-order violation found in the previous cycle.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::recover() {
  if (s_.fetch.redirect.pending)
    redirect_fetch();
  observer_.front();
  if (s_.replay.pending)
    replay();
}

/// Select: functional units take ready micro-ops, which results have woken up.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::select() {
  demanded_before_ = s_.stations.demanded;
  if (!s_.stations.ready.empty())
    issue();
  observer_.bypassing();
}

/// Fetches a group, and records the cause of its empty slots, which reaches dispatch after the
/// front-end latency.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::fetch_and_decode() {
  s_.fetch.first_of_cycle = s_.next_op;
  fetch_gap_ = fetch_hazard();
  if (fetch_gap_.why == Reason::none)
    fetch();
  if (s_.speculation.active && fetch_gap_.why != Reason::none) [[unlikely]]
    fetch_gap_ = wrong_path_gap(fetch_gap_);
  s_.fetch.gap(now()) = fetch_gap_.why != Reason::none ? fetch_gap_ : Cause{Reason::fetch_group};
}

/// The front end of the machine: dispatch makes room before fetch fills it. Without a front end,
/// instructions are dispatched in the cycle in which they are fetched.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::dispatch_and_fetch() {
  if (has_front_end())
    dispatch();
  fetch_and_decode();
  if (!has_front_end())
    dispatch();
}

/// Charges the slots of the cycle to the ledger, and stops a run in which nothing has moved for
/// limits.no_progress cycles. A program that ends with an empty window has ended in the previous
/// cycle.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::end_cycle() {
  if (end_if_empty())
    return;
  account(1);
  s_.note_progress(moved_, now(), core_.machine().no_progress_cycles);
}

/// The stages of the figure, last to first, so that a stage sees what the later ones have freed.
template <class Sink, Known kKnown>
[[gnu::always_inline]] inline void Window<Sink, kKnown>::cycle() {
  begin_cycle();
  recover();
  retire();
  drain_store_buffer();
  if (end_if_empty())
    return;
  completion_events();
  write_back();
  select();
  dispatch_and_fetch();
  end_cycle();
}

template <class Sink, Known kKnown>
void Window<Sink, kKnown>::run(std::uint64_t until_cycle, bool to_jump_back) {
  while (s_.stop == StopReason::running && s_.cycle < until_cycle) {
    const std::uint64_t pc = s_.arch.pc;
    cycle();
    if (trace::is_over(sink_))
      return;
    if (s_.stop == StopReason::running)
      skip_idle_cycles(until_cycle);
    if (to_jump_back && s_.arch.pc < pc)
      return;
  }
}

// Instantiated without a record in run.cpp, a separate file because it takes longest to compile,
// and with a record in out_of_order_core.cpp.
template <class Sink>
void OutOfOrderCore::run(OutOfOrderState& state, Sink& sink, std::uint64_t until_cycle) const {
  if (plan_.superscalar)
    return Window<Sink, Known::superscalar>(*this, state, sink).run(until_cycle);
  Window<Sink, Known::nothing>(*this, state, sink).run(until_cycle);
}

} // namespace stallscope::core
