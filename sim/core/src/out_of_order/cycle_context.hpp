#pragma once

// What the stages of a dynamically scheduled core work on: the machine, the state, and the data of
// the cycle that is being simulated.
//
// A stage is a type without state, in a file of its own; its functions take the context. It names
// the stages that it calls at its head, all of which are lower: there are no circles. A stage sees
// the state of the later ones as of the end of the previous cycle, unless machine.reuse_same_cycle
// is set. Functions for rare events are not inlined, so that the compiler inlines those of every
// cycle.

#include "base/check.hpp"
#include "common/memo_policy.hpp"
#include "core/out_of_order/out_of_order_core.hpp"
#include "core/out_of_order/wake_up.hpp"
#include "isa/handed_values.hpp"
#include "out_of_order/bypass.hpp"
#include "out_of_order/interface/direct_effects.hpp"
#include "out_of_order/interface/effects.hpp"
#include "out_of_order/observer.hpp"
#include "out_of_order/policies.hpp"

#include <array>
#include <cstdint>
#include <type_traits>

namespace stallscope::core {

using isa::OpClass;

template <class Cycle> class Accounting;
template <class Cycle> class Disambiguation;
template <class Cycle> class Dispatch;
template <class Cycle> class FetchStage;
template <class Cycle> class IssueStage;
template <class Cycle> class LoadStoreUnit;
template <class Cycle> class Retirement;
template <class Cycle> class WakeUp;

/// Data that one stage writes and the others read.
template <class Data, class Writer> class WrittenBy {
public:
  const Data* operator->() const { return &own; }
  /// Resets what belongs to one cycle.
  void begin_cycle() { own.begin_cycle(); }

private:
  friend Writer;
  Data own;
};

struct FetchCycle {
  unsigned slots = 0;           ///< slots of the fetch width used
  unsigned wrong = 0;           ///< of these, on a wrong path
  unsigned taken = 0;           ///< branches and jumps behind which fetch has continued at a target
  std::uint64_t from = 0;       ///< position of the first micro-op fetched
  Cause gap;                    ///< why the fetch group is not full
  std::uint64_t refused_at = 0; ///< cycle of the last access refused by the instruction cache
  std::uint64_t block = kNowhere; ///< the fetch block of this cycle's group
  isa::HandedValues
      handed; ///< values passed between the micro-ops of the instruction being fetched

  void begin_cycle() {
    slots = wrong = 0;
    block = kNowhere;
    gap = {};
  }
};

struct DispatchCycle {
  unsigned slots = 0;     ///< slots of the dispatch width used
  unsigned wrong = 0;     ///< of these, on a wrong path
  unsigned again = 0;     ///< of these, by replayed micro-ops
  std::uint64_t from = 0; ///< position of the first micro-op dispatched
  Cause gap;              ///< why fewer micro-ops were dispatched than the width

  void begin_cycle() {
    slots = wrong = again = 0;
    gap = {};
  }
};

struct IssueCycle {
  unsigned micro_ops = 0;     ///< micro-ops that have been issued
  unsigned wrong = 0;         ///< of these, on a wrong path
  unsigned again = 0;         ///< of these, replayed
  std::uint64_t demanded = 0; ///< ReservationStations::demanded at the beginning of the cycle

  void begin_cycle() { micro_ops = wrong = again = 0; }
};

struct CompletionCycle {
  unsigned slots = 0; ///< slots of written micro-ops, which are complete without a reorder buffer
  /// By station: entries freed. On machines that do not reuse them in the same cycle they can be
  /// allocated from the next one on.
  std::array<unsigned, kMaxStations> freed{};
  /// A micro-op that freed an entry of the station; with a record the first one. Valid where
  /// `freed` is not 0.
  std::array<OpId, kMaxStations> freed_by{};

  void begin_cycle() {
    slots = 0;
    freed.fill(0);
  }
};

/// Entries freed by retirement: as CompletionCycle::freed.
struct FreedEntries {
  unsigned reorder = 0;
  unsigned loads = 0;
  unsigned stores = 0;
  RegisterCounts registers{};
};

struct RetireCycle {
  unsigned slots = 0;
  unsigned micro_ops = 0;
  FreedEntries freed;

  void begin_cycle() { *this = {}; }
};

struct LoadSearch {
  Slot passed_over = kNoSlot; ///< a store whose address is computed in this cycle, too late for the
                              ///< load being issued
};

struct ChargedCycle {
  Cause gap_before; ///< DispatchCycle::gap of the previous cycle: why ports lack micro-ops in this
                    ///< cycle
  bool any_counted = false; ///< without a reorder buffer: the retirement slots of this cycle count
                            ///< completed micro-ops
};

template <class CoreSink, class CorePolicies> struct CycleContext {
  using Sink = CoreSink;
  using Policies = CorePolicies;

  CycleContext(const OutOfOrderCore& of, OutOfOrderState& state, Sink& to)
      : core(of), plan(of.plan()), machine(of.dynamic()), program(of.program()), s(state), sink(to),
        now(state.cycle), slot_mask(state.rob.slot_mask), front_cycles(of.dynamic().front_cycles),
        read_cycles(of.dynamic().read_cycles), policy(of), observer(of, state, to) {}

  void begin_cycle() {
    s.cycle = ++now;
    fetched.begin_cycle();
    dispatched.begin_cycle();
    issued.begin_cycle();
    completed.begin_cycle();
    retired.begin_cycle();
    first_oldest = s.rob.oldest;
    first_oldest_branch = s.branch_queue.oldest;
    moved = false;
    observer.begin_cycle();
  }

  /// What a cycle does outside the timing: see effects.hpp.
  [[nodiscard]] EffectsOf<Sink, DirectEffects> effects() const {
    return effects_of<DirectEffects>(sink, core, s);
  }
  [[nodiscard]] Slot slot_at(std::uint64_t position) const {
    return static_cast<Slot>(position & slot_mask);
  }
  [[nodiscard]] WindowOp& op_at(Slot slot) { return s.rob.ops[slot]; }
  [[nodiscard]] const WindowOp& op_at(Slot slot) const { return s.rob.ops[slot]; }
  [[nodiscard]] WindowOp& at(std::uint64_t position) { return op_at(slot_at(position)); }
  [[nodiscard]] const WindowOp& at(std::uint64_t position) const {
    return op_at(slot_at(position));
  }
  [[nodiscard]] StoreEntry& store_at(std::uint64_t position) { return s.lsq.stores.at(position); }
  [[nodiscard]] const StoreEntry& store_at(std::uint64_t position) const {
    return s.lsq.stores.at(position);
  }
  /// The micro-op's result has been written in this cycle or before.
  [[nodiscard]] bool is_written(const WindowOp& op) const { return has_written(op, now); }
  /// The micro-op is still in the window.
  [[nodiscard]] bool is_here(const RenameEntry& entry) const { return s.rob.holds(entry); }
  /// Executions whose end is known need no completion event, unless it is observed:
  /// Progress::timed.
  [[nodiscard]] bool writes_at_once() const {
    return !observer.sees_writes() && policy.writes_at_once();
  }
  /// The oldest branch or jump that was unresolved at the beginning of this cycle; none: all were
  /// resolved.
  [[nodiscard]] OpId undecided_branch() const {
    const BranchEntry* const entry = s.branch_queue.oldest_unresolved_before(now);
    return entry != nullptr ? entry->id : kNoOp;
  }

  const OutOfOrderCore& core;
  const WindowPlan& plan;
  const machine::Dynamic& machine;
  const isa::Program& program;
  OutOfOrderState& s;
  Sink& sink;
  std::uint64_t now; ///< equal to s.cycle
  const std::uint64_t slot_mask;
  const unsigned front_cycles;
  const unsigned read_cycles;
  [[no_unique_address]] const Policies policy;

  WrittenBy<FetchCycle, FetchStage<CycleContext>> fetched;
  WrittenBy<DispatchCycle, Dispatch<CycleContext>> dispatched;
  WrittenBy<IssueCycle, IssueStage<CycleContext>> issued;
  WrittenBy<LoadSearch, Disambiguation<CycleContext>> searched;
  WrittenBy<CompletionCycle, WakeUp<CycleContext>> completed;
  WrittenBy<RetireCycle, Retirement<CycleContext>> retired;
  WrittenBy<ChargedCycle, Accounting<CycleContext>> charged;
  // At the beginning of the cycle: entries released in it are not allocated again in it.
  std::uint64_t first_oldest = 0;
  std::uint64_t first_oldest_branch = 0;
  bool moved = false; ///< some micro-op has moved in this cycle
  [[no_unique_address]] ObserverOf<Sink> observer;
};

} // namespace stallscope::core
