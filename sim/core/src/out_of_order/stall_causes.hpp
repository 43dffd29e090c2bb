#pragma once

// Why slots of a cycle are lost: the root of the wait of the micro-op on which everything behind it
// depends.

#include "core/out_of_order/waits.hpp"
#include "out_of_order/stages/load_store_unit.hpp"

#include <algorithm>

namespace stallscope::core {

/// The oldest micro-op is limited by its own latency only.
inline bool is_own_time(const Cause& cause, OpId op) {
  return cause.culprit == op &&
         (cause.why == Reason::latency || cause.why == Reason::memory_latency);
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

/// Causes of stalls at issue and retirement.
template <class Cycle> class StallCauses {
  using LoadStoreUnit = core::LoadStoreUnit<Cycle>;

public:
  /// The first cycle in which a micro-op fetched in the first cycle of the run can retire.
  static std::uint64_t first_retirement(const Cycle& c) {
    return 2 + c.front_cycles + c.plan.passage_cycles;
  }

  /// Why fewer micro-ops retired than the width. Cycles that are the latency of the oldest micro-op
  /// itself are charged to the cause that delayed its dispatch, because the bubble in front of it
  /// reaches retirement with it: for instance to the misprediction behind which the micro-op was
  /// fetched.
  static Cause retire_cause(const Cycle& c) {
    // The oldest micro-op that has not completed: without a reorder buffer it completes with the
    // write. While there is such a micro-op, retirement waits for it and not for a branch.
    std::uint64_t oldest = c.s.rob.oldest;
    while (!c.policy.speculates() && oldest < c.s.rob.undispatched &&
           c.at(oldest).progress == Progress::written)
      ++oldest;
    if (oldest < c.s.rob.undispatched) {
      const WindowOp& op = c.at(oldest);
      // The oldest store cannot write the cache or enter the store buffer.
      if (op.progress >= Progress::timed && op.refusal != Reason::none && op.planned->writes_data)
        return c.observer.with_culprit({op.refusal, kNoRegister, op.id}, op);
      if (c.policy.delays_bypasses() && oldest < c.dispatched->from &&
          op.progress == Progress::ready && op.ready_at > c.now)
        if (const Cause cause = late_operand(c.core, c.s, op, c.now); cause.why == Reason::bypass)
          return cause;
      const Cause cause = root_of(c, op);
      if (is_own_time(cause, op.id))
        if (const Cause late = front_end_delay(c, oldest); late.why != Reason::none)
          return late;
      return cause;
    }
    if (c.now < first_retirement(c))
      return {Reason::fill};
    if (c.dispatched->gap.why != Reason::none)
      return c.dispatched->gap;
    return {c.s.counters.retired == 0 ? Reason::fill : Reason::latency, kNoRegister,
            c.s.rob.oldest < c.s.rob.end ? c.at(c.s.rob.oldest).id : kNoOp};
  }

  /// Why ports stood idle that some micro-op could use: the wait of the oldest micro-op that was in
  /// a station at the beginning of the cycle, because all younger ones depend on its progress. When
  /// the stations were empty: why dispatch lost slots in the previous cycle (or the operand for
  /// which the next micro-op would wait in any case), or that fewer micro-ops were dispatched than
  /// there are ports.
  static Cause issue_cause(Cycle& c) {
    std::uint64_t position = std::max(c.s.rob.unissued, c.s.rob.oldest);
    // Skips micro-ops that have left their station or need no unit.
    while (position < c.dispatched->from && c.at(position).progress > Progress::ready)
      ++position;
    c.s.rob.unissued = position;
    if (position < c.dispatched->from)
      return station_cause(c, c.at(position));
    if (c.s.dispatch_gap.why == Reason::none)
      return {Reason::idle};
    return position < c.s.rob.end ? front_cause(c, c.at(position), c.s.dispatch_gap)
                                  : c.s.dispatch_gap;
  }

  /// Why a micro-op is still in its station. The operand that becomes available last is determined
  /// only for a record, or where it decides on the reason.
  static Cause station_cause(const Cycle& c, const WindowOp& op) {
    if (op.progress != Progress::ready || op.ready_at <= c.now || op.refusal != Reason::none)
      return root_of(c, op);
    if (c.observer.explains_every_wait() || op.planned->is_load || c.policy.delays_bypasses())
      if (const Cause cause = late_operand(c.core, c.s, op, c.now); cause.why != Reason::none)
        return c.observer.with_last_store(cause, op);
    return {Reason::raw, kNoRegister, op.id};
  }

  /// The first later cycle in which the operand that a micro-op in the front end would wait for may
  /// change while nothing moves: a result arrives in a known cycle, or the store sets are cleared.
  /// kNever: there is no such cycle.
  static std::uint64_t front_changes_at(const Cycle& c) {
    std::uint64_t next = kNever;
    if (!c.observer.explains_every_wait() && !keeps_in_front(c.dispatched->gap.why))
      return next;
    const auto comes = [&](std::uint64_t cycle) {
      if (cycle > c.now)
        next = std::min(next, cycle);
    };
    for (std::uint64_t at = c.s.rob.undispatched; at < c.s.rob.end; ++at) {
      const WindowOp& op = c.at(at);
      comes(front_operand(c.core, c.s, op, c.s.rob.end).usable_from);
      if (!c.observer.explains_every_wait())
        break; // the ledger charges the oldest micro-op only
      if (op.planned->is_load) {
        comes(front_wait(c.core, c.s, op, c.s.rob.end).usable_from);
        comes(c.s.lsq.store_sets.forgotten_at);
      }
    }
    return next;
  }

  /// The front-end delay of the micro-op at a position: why it was not dispatched earlier. None
  /// when an operation of one cycle dispatched then could have retired by this cycle, or when its
  /// dispatch was not delayed.
  static Cause front_end_delay(const Cycle& c, std::uint64_t position) {
    for (std::uint64_t ago = 0; ago <= c.plan.passage_cycles; ++ago)
      if (const DelayedGroup& group = c.s.delayed_groups[(c.now - ago) % kDelayedGroups];
          group.cycle == c.now - ago && group.first == position)
        return group.cause;
    return {};
  }

private:
  /// Root cause of a wait: follows producers and holders of resources to a micro-op that does not
  /// wait.
  [[gnu::noinline]] static Cause root_of(const Cycle& c, const WindowOp& op) {
    switch (op.progress) {
    case Progress::waiting:
      if (op.missing != 0)
        return c.observer.with_last_operand(missing_operand(c.core, c.s, op), op);
      break;
    case Progress::ready:
      if (op.refusal == Reason::memory_order)
        return {op.refusal, kNoRegister, LoadStoreUnit::blocking_store(c, op)};
      if (op.refusal != Reason::none)
        return {op.refusal, kNoRegister, op.id};
      if (op.ready_at <= c.now)
        if (const OpId branch = c.policy.branch_to_wait_for(c); branch && branch < op.id)
          return {Reason::control, kNoRegister, branch};
      return c.observer.with_holder(
          {op.ready_at > c.now ? Reason::latency : Reason::unit_busy, kNoRegister, op.id}, op);
    case Progress::executed:
      if (op.ends_at >= c.now) // its result is written in the next cycle
        break;
      return {c.policy.has_name_hazards() ? Reason::war : Reason::write_port, kNoRegister, op.id};
    default:
      break;
    }
    return {op.bytes == 0          ? Reason::latency
            : !op.planned->is_load ? Reason::latency
            : op.cache_miss        ? Reason::dcache_miss
                                   : Reason::memory_latency,
            kNoRegister, op.id};
  }

  /// Why a micro-op that was in the front end at the beginning of the cycle does not execute in it:
  /// the cause of the dispatch stall, unless the micro-op would wait for an operand in its station
  /// as well.
  static Cause front_cause(const Cycle& c, const WindowOp& op, const Cause& gap) {
    if (!keeps_in_front(gap.why))
      return gap;
    const Cause operand = front_operand(c.core, c.s, op, c.s.rob.end).cause;
    return operand.why != Reason::none ? operand : gap;
  }
};

} // namespace stallscope::core
