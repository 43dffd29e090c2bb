#pragma once

// A cycle of a dynamically scheduled core: the stages of the lecture's figure, last to first, then
// accounting.

#include "out_of_order/accounting.hpp"
#include "out_of_order/idle_skip.hpp"
#include "out_of_order/stages/dispatch.hpp"
#include "out_of_order/stages/fetch_stage.hpp"
#include "out_of_order/stages/issue_stage.hpp"
#include "out_of_order/stages/recovery.hpp"
#include "out_of_order/stages/retirement.hpp"
#include "out_of_order/stages/write_back.hpp"

namespace stallscope::core {

template <class Sink, class Policies> class OutOfOrderPipeline {
  using Cycle = CycleContext<Sink, Policies>;

public:
  OutOfOrderPipeline(const OutOfOrderCore& core, OutOfOrderState& state, Sink& sink)
      : c_(core, state, sink) {}

  /// Steps until a cycle is done or the run stops. `to_jump_back`: stops after the first cycle in
  /// which fetch has continued at a lower address.
  void run(std::uint64_t until_cycle, bool to_jump_back = false) {
    while (c_.s.stop == StopReason::running && c_.s.cycle < until_cycle) {
      const std::uint64_t pc = c_.s.arch.pc;
      cycle();
      if (trace::is_over(c_.sink))
        return;
      skip_idle_cycles(until_cycle);
      if (to_jump_back && c_.s.arch.pc < pc)
        return;
    }
  }
  /// Steps a cycle and at most `idle_cycles` idle cycles behind it.
  void step(std::uint64_t idle_cycles) {
    cycle();
    c_.effects().end();
    skip_idle_cycles(c_.s.cycle + idle_cycles);
  }

private:
  /// The stages of the figure, last to first, so that a stage sees what the later ones have freed.
  /// Only the ends of executions are noted before results are written; write-back takes those of
  /// earlier cycles, so a result is written in the cycle after its execution at the earliest.
  [[gnu::always_inline]] void cycle() {
    c_.begin_cycle();
    Recovery<Cycle>::recover(c_);
    Retirement<Cycle>::retire(c_);
    LoadStoreUnit<Cycle>::drain_store_buffer(c_);
    if (end_if_empty())
      return;
    ExecuteStage<Cycle>::completion_events(c_);
    WriteBack<Cycle>::write_back(c_);
    IssueStage<Cycle>::select(c_);
    dispatch_and_fetch();
    end_cycle();
  }

  /// The front end of the machine: dispatch makes room before fetch fills it. Without a front end,
  /// instructions are dispatched in the cycle in which they are fetched.
  [[gnu::always_inline]] void dispatch_and_fetch() {
    if (c_.policy.has_front_end())
      Dispatch<Cycle>::dispatch(c_);
    FetchStage<Cycle>::fetch_and_decode(c_);
    if (!c_.policy.has_front_end())
      Dispatch<Cycle>::dispatch(c_);
  }

  /// The program has ended and its last micro-op has left the window: the previous cycle was the
  /// last. With a reorder buffer the retirement of the last micro-op takes a cycle; without one, a
  /// completed micro-op only holds its slot in the window.
  bool end_if_empty() {
    if (c_.s.rob.oldest != c_.s.rob.end || !c_.s.fetch.stopped ||
        (c_.policy.speculates() && c_.retired->micro_ops > 0))
      return false;
    c_.s.cycle -= 1;
    c_.s.stop = c_.s.pending_stop;
    return true;
  }

  /// Charges the slots of the cycle to the ledger, and stops a run in which nothing has moved for
  /// limits.no_progress cycles. A program that ends with an empty window has ended in the previous
  /// cycle.
  [[gnu::always_inline]] void end_cycle() {
    if (end_if_empty())
      return;
    Accounting<Cycle>::account(c_, 1);
    c_.observer.last_lane();
    c_.s.note_progress(c_.moved, c_.now, c_.core.machine().no_progress_cycles);
  }

  /// Counts idle cycles up to `until_cycle` without simulating them. Must be called after cycle().
  /// Nothing is reported to a record, because nothing changes in these cycles.
  void skip_idle_cycles(std::uint64_t until_cycle) {
    if (c_.s.stop == StopReason::running && !c_.moved)
      IdleSkip<Cycle>::skip_idle(c_, until_cycle);
  }

  Cycle c_;
};

// Instantiated without a record in run.cpp, a separate file because it takes longest to compile,
// and with a record in out_of_order_core.cpp.
template <class Sink>
void OutOfOrderCore::run(OutOfOrderState& state, Sink& sink, std::uint64_t until_cycle) const {
  if (plan_.superscalar)
    return OutOfOrderPipeline<Sink, SuperscalarPolicies>(*this, state, sink).run(until_cycle);
  OutOfOrderPipeline<Sink, GeneralPolicies>(*this, state, sink).run(until_cycle);
}

} // namespace stallscope::core
