#pragma once

#include "base/ids.hpp"
#include "core/common/fetch_control.hpp"
#include "core/common/run_end.hpp"
#include "core/common/slot_losses.hpp"
#include "core/in_order/lane_set.hpp"
#include "core/in_order/plan.hpp"
#include "core/units/branch_predictor.hpp"
#include "core/units/memory_hierarchy.hpp"
#include "isa/executor.hpp"
#include "timeline/reason.hpp"
#include "trace/ledger.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

/// An operation somewhere in the pipeline.
struct InFlightOp {
  OpId id;
  std::uint32_t instruction = 0; ///< index into Program::code
  std::uint32_t micro_op = 0;    ///< index into Program::micro_ops
  isa::OpClass op_class = isa::OpClass::nop;
  std::uint8_t lane = 0;
  bool wrong_path = false;
  bool faulting = false; ///< the instruction trapped: the operation never retires
  bool is_control = false;
  bool is_direct_jump = false;
  bool resolved = true;  ///< control operations: the outcome is known to fetch
  bool predicted = true; ///< control operations: fetch has followed the prediction
  bool held = false;     ///< did not move on in this cycle, for the reason in `cause`
  bool late = false;     ///< issued without some operands: executes in the late ALU
  bool leaving = false;  ///< has completed; removed in the next cycle
  bool accessed = false; ///< the operation has accessed the data cache
  bool access_refused =
      false;               ///< the cache has refused the access, which is repeated in every cycle
  bool cache_miss = false; ///< its instruction fetch, or later its data access, missed the
                           ///< first-level cache
  Reason refusal = Reason::none;   ///< with access_refused: why the cache refused the access
  bool written = false;            ///< its destination registers are written, in cycle written_at
  std::uint8_t operand_cycles = 0; ///< extra cycles of execution that depend on operand values
  std::uint8_t missing = 0;        ///< bit i: source operand i is not available to the operation
                                   ///< yet
  /// Operands that must be available when the operation enters the execute stage (when late: the
  /// stage of the late ALU).
  std::uint8_t missing_at_execute = 0;
  std::uint8_t missing_at_branch =
      0; ///< operands that the branch comparator needs in the operation's resolve stage
  std::uint64_t entered_at = 0; ///< cycle in which the operation entered its lane
  std::uint64_t ready_at = 0;   ///< last cycle of the operation's work in this lane
  std::uint64_t issued_at = 0;  ///< cycle in which the operation entered the execute stage; 0: not
                                ///< issued yet
  std::uint64_t written_at = 0; ///< cycle in which the operation wrote its destinations
  Cause cause;                  ///< of `held`: the root cause, which the ledger charges
  /// Of `held`: the held operation directly in front of this one (in the next stage, or before it
  /// in the same stage); none: the operation is held by its own hazard.
  OpId behind;
  std::array<OpId, isa::kMaxReads>
      producers{}; ///< by source operand: the operation in flight that produces the value; none:
                   ///< the value was available at fetch
  std::array<std::uint8_t, isa::kMaxReads> producer_slots{};
  std::array<std::uint64_t, isa::kMaxWrites>
      results{};             ///< values of its destinations, by MicroOp::writes
  std::uint64_t address = 0; ///< memory accesses
  std::uint8_t access_bytes = 0;
  // Control operations
  std::uint64_t actual_pc =
      0; ///< address of the next instruction executed (after the delay slot, on machines with one)
  std::uint64_t predicted_pc = 0; ///< predicted address of the next instruction
  std::uint64_t followed_pc = 0;  ///< address from which fetch continued
  // The branch or jump is taken. With branch.to_next = go_on a taken branch to the next sequential
  // instruction does not count as taken.
  bool actual_taken = false;
  bool predicted_taken = false;
  bool followed_taken = false;
  OpId delay_slot;             ///< the operation in its delay slot, once fetched
  std::uint32_t undo_mark = 0; ///< length of the undo log after this operation (and its delay slot)
                               ///< was executed
  PredictionToken prediction;
};

/// What the pipeline records of a register: its youngest writer and when it was last written.
struct RegisterStatus {
  OpId writer; ///< youngest operation, in flight or completed, that writes the register; none:
               ///< never written
  std::uint64_t issued_at = 0; ///< cycle in which the last issued writer entered the execute stage
  std::uint8_t slot = 0;       ///< index of `writer` in `ops`, kept after the operation has left
  isa::OpClass issued_class = isa::OpClass::nop; ///< class of that last issued writer
};

struct InOrderCounters {
  std::uint64_t retired = 0;        ///< operations of the program that completed
  std::uint64_t fetched = 0;        ///< operations fetched, wrong path included
  std::uint64_t flushed = 0;        ///< operations discarded
  std::uint64_t branches = 0;       ///< conditional branches resolved on the right path
  std::uint64_t mispredictions = 0; ///< mispredicted conditional branches among these
};

/// Operations of one lane, oldest first, as slots of InOrderState::ops.
struct LaneContent {
  std::array<std::uint8_t, kMaxWidth> slots{};
  std::uint8_t count = 0;
};

/// The nearest cause of a held operation's wait, as opposed to the root cause.
[[nodiscard]] inline Cause own_cause(const InFlightOp& op) {
  return op.behind ? Cause{Reason::stage_full, kNoRegister, op.behind} : op.cause;
}

/// Slots lost in a cycle: at most one cause a slot.
using InOrderLosses = SlotLosses<kMaxWidth>;

/// Of counterfactuals: an obstacle that does not hold an operation in the next step.
struct Waiver {
  OpId op; ///< none: there is no waiver
  Cause cause;
};

/// The complete state of an in-order machine at the end of a cycle: a plain value without pointers
/// into itself. A copy is a checkpoint; copies share only memory pages.
struct InOrderState : RunEnd {
  std::uint64_t cycle = 0; ///< the last cycle stepped
  isa::ArchState
      arch; ///< functional state: runs ahead of the pipeline, as of the last fetched operation
  std::array<std::uint64_t, kMaxRegisters>
      committed{};   ///< registers as the write stage has written them
  isa::UndoLog undo; ///< wrong-path changes of `arch`
  Speculation speculation;
  FetchControl fetch;
  PredictorState predictor;
  HierarchyState memory; ///< caches
  OpId next_op{1};
  OpId last_fetched_control; ///< the last control operation fetched, when the next operation is in
                             ///< its delay slot
  std::uint8_t last_control_slot = 0;
  bool delay_slot_pending = false;

  /// With fetches of several bytes: the address after the last instruction fetched. Bytes up to the
  /// next fetch boundary have been fetched, too. kNowhere: no bytes are available.
  std::uint64_t fetched_to = kNowhere;

  std::array<InFlightOp, kMaxInFlight> ops{};
  std::array<std::uint8_t, kMaxInFlight> free_slots{}; ///< stack of free entries of ops
  unsigned free_count = 0;
  std::array<LaneContent, kMaxLanes> lanes{};
  LaneSet occupied;                    ///< set of the lanes that hold operations
  std::array<Cause, kMaxLanes> gaps{}; ///< why free slots of a lane are empty
  /// Root causes of slots that came empty out of the units, by cycle % size: where the operation
  /// that would be there stands behind another one, or none would be
  /// (PipelinePlan::charges_root()).
  std::array<Cause, machine::kMaxStages> roots_behind_units{};
  std::array<bool, kMaxLanes> gap_shown{}; ///< an `empty` event with this cause is in force
  Cause issue_gap;                         ///< why the issue stage passed on fewer operations than
                                           ///< its width
  unsigned in_flight = 0;
  unsigned unresolved = 0; ///< control operations in flight that are not resolved
  std::array<RegisterStatus, kMaxRegisters> registers{};

  trace::Ledger ledger;
  std::array<InOrderLosses, trace::kLedgerPointCount>
      losses{}; ///< losses of the last cycle, by ledger point, so that only changes are reported
  InOrderCounters counters;
  std::uint64_t counted_cycles = 0; ///< length of the run up to this cycle under the machine's
                                    ///< counting rule
  trace::Ledger
      counted_ledger; ///< the ledger as of counted_cycles; kept when the final drain does not count
  OpId last_retired;  ///< youngest operation that has retired
  Waiver waiver;      ///< set by remove_obstacle(), for outlook() only
};

/// The root cause of the empty slots of the stage that is `depth` stages behind the first one
/// behind the units: bubbles move on by a stage in every cycle, so that it is the one of `depth`
/// cycles ago.
template <class State> [[nodiscard]] auto& root_behind_units(State& state, unsigned depth) {
  return state.roots_behind_units[(state.cycle - depth) % machine::kMaxStages];
}

/// The functional state without the effects of wrong-path instructions. Not for machines with delay
/// slots.
[[nodiscard]] isa::ArchState right_path_of(const InOrderState& state);
/// The pc of right_path_of(): the address of the next instruction of the right path.
[[nodiscard]] std::uint64_t right_path_pc(const InOrderState& state);

} // namespace stallscope::core
