#pragma once

#include "core/units/control_flow.hpp"
#include "core/units/global_history.hpp"
#include "core/units/indirect_predictor.hpp"
#include "core/units/loop_predictor.hpp"
#include "core/units/paged_table.hpp"
#include "core/units/perceptron.hpp"
#include "core/units/return_stack.hpp"
#include "core/units/saturating_counter.hpp"
#include "core/units/tage.hpp"
#include "core/units/target_buffer.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::core {

/// Finds a prediction again when its branch is resolved, or when what was fetched behind it is
/// discarded. Static predictors need none.
struct PredictionToken {
  std::uint32_t value = 0;

  bool operator==(const PredictionToken&) const = default;
};

/// Where a predicted target comes from.
enum class TargetSource : std::uint8_t {
  none,          ///< there is none: fetch goes straight on
  instruction,   ///< the instruction says it
  target_buffer, ///< of an indirect jump: where it went last
  return_stack,
  indirect, ///< the predictor of indirect jumps
  outcome,  ///< the perfect predictor knows
};

/// What fetch control is told about a branch or jump before it is resolved.
struct Prediction {
  bool taken = false;
  std::uint64_t target = 0; ///< where fetch goes when taken
  PredictionToken token{};
  TargetSource source = TargetSource::none;
  /// The branch target buffer knows it, so that fetch goes there in the next cycle. Otherwise it
  /// does when the instruction has been decoded (in-order: branch.predict_in).
  bool at_fetch = false;
};

/// Where a branch or jump goes. At fetch only the functional model knows, and only the perfect
/// predictor (and the one that is never right) looks.
struct Outcome {
  bool taken = false;
  std::uint64_t target = 0;
};

/// What a prediction was made with: to learn from its outcome, and to go back to when it was wrong.
struct PredictionRecord {
  GlobalHistory::Mark history; ///< before it
  std::uint64_t path = 0;      ///< IndirectState::path before it
  TageFolds folds;             ///< before it
  StackRecord stack;
  LoopPredictor::Record loop;
  TageRecord tage;
  int counter = 0; ///< that decided, as it was: not of TAGE's tagged tables; of the perceptron the
                   ///< sum
  std::uint32_t local_index = 0;
  std::uint16_t local_before = 0; ///< its branch's own history before it
  bool conditional = false;
  bool indirect = false; ///< an indirect jump that is no return
  bool taken = false;    ///< as predicted
  bool local_taken = false;
  bool gshare_taken = false;
  bool by_global = false;                   ///< of the tournament: gshare was chosen
  TargetSource source = TargetSource::none; ///< of a jump
  bool released = false;
};

/// How often the parts of a predictor were asked, wrong paths included.
struct PredictorCounters {
  std::uint64_t predictions = 0; ///< branches and jumps
  std::uint64_t target_buffer_hits = 0;
  std::uint64_t stack_pushes = 0;
  std::uint64_t stack_pops = 0;       ///< returns that found an address
  std::uint64_t stack_overwrites = 0; ///< pushes onto a full stack

  bool operator==(const PredictorCounters&) const = default;
};

/// Everything a predictor learns, tables and history: a plain value, part of the machine's state,
/// made by BranchPredictor::initial_state. Tables are shared between copies page by page.
struct PredictorState {
  GlobalHistory history;
  PagedTable<std::uint8_t> counters; ///< by address or address and history; base of tage
  PagedTable<std::uint16_t> local_histories;
  PagedTable<std::uint8_t> local_counters;
  PagedTable<std::uint8_t> chooser;
  Perceptron::Table weights;
  TageFolds folds;
  TageState tage;
  LoopPredictor::Table loops;
  TargetBufferState targets;
  ReturnStackState stack;
  IndirectState indirect;
  PredictorCounters counts;

  /// Predictions in flight, oldest first: a ring, found by token. A power of two.
  std::vector<PredictionRecord> records;
  std::uint32_t record_mask = 0; ///< one less than there are
  std::uint32_t oldest = 0;      ///< token of the oldest record
  std::uint32_t next = 0;        ///< token of the next one
};

/// The same histories and the same stack: what goes back when predictions are discarded.
[[nodiscard]] bool same_histories(const PredictorState& a, const PredictorState& b);

/// What one prediction was made of, for those who look.
struct PredictionView {
  machine::PredictorKind kind = machine::PredictorKind::not_taken;
  bool conditional = false;
  bool taken = false;
  std::uint64_t history = 0;                ///< the last 64 directions, the youngest in bit 0
  std::uint64_t index = 0;                  ///< of the counter (perceptron, entry) that decided
  int counter = 0;                          ///< its value at the prediction (perceptron: the sum)
  int table = -1;                           ///< tage: the tagged table; -1: the base
  bool by_loop = false;                     ///< tage: the loop predictor decided
  bool by_global = false;                   ///< tournament: gshare was chosen
  unsigned stack_count = 0;                 ///< addresses on the return stack, behind it
  bool stack_empty = false;                 ///< of a jump: a return that found nothing on the stack
  TargetSource source = TargetSource::none; ///< of a jump
  std::uint16_t local = 0;                  ///< local, tournament: the branch's own history
};

/// The static predictors: pure functions of the instruction. Conditional branches follow `kind`.
/// Direct jumps are predicted taken by every kind but not_taken, which stands for fetching straight
/// on whatever comes. Indirect jumps have no known target before they are resolved, except for
/// `perfect`. Kinds that learn: as backward_taken.
[[nodiscard]] Prediction predict_static(machine::PredictorKind kind,
                                        const isa::Instruction& instruction,
                                        const Outcome& outcome);

/// Fetch control's guesses: direction, target buffer, return-address stack, indirect targets.
/// Holds only what never changes during a run.
///
/// The calls of a run, by cycle: every branch and jump is predicted when it is fetched, in the
/// order of fetch and on wrong paths too, so that a history of predictions can run ahead. Those of
/// the right path are learnt from when they are resolved (or when they retire: the caller decides).
/// Whenever what lies behind a branch is discarded, the predictor hears where fetch goes instead
/// before it predicts again. A branch that needs neither any more is released.
class BranchPredictor {
public:
  /// Without tables beside those of the kind.
  explicit BranchPredictor(machine::PredictorKind kind) : BranchPredictor(machine_of(kind)) {}
  /// That of a machine, for programs in a notation.
  explicit BranchPredictor(const machine::Machine& machine, isa::Isa isa = isa::Isa::riscv);

  /// Nothing learnt yet; `in_flight`: how many branches and jumps can be in flight, at most
  /// kMaxPredictionsInFlight.
  [[nodiscard]] PredictorState initial_state(unsigned in_flight) const;

  /// There is room for one more prediction in flight.
  [[nodiscard]] bool can_predict(const PredictorState& state) const {
    return passive_ || state.next - state.oldest <= state.record_mask;
  }
  /// At fetch. The instruction knows its address.
  [[nodiscard]] Prediction predict(PredictorState& state, const isa::Instruction& instruction,
                                   const Outcome& outcome) const {
    return passive_ ? predict_static(kind_, instruction, outcome)
                    : predict_with_tables(state, instruction, outcome);
  }
  /// A branch or jump of the right path is resolved; several of one cycle come in any order.
  void learn(PredictorState& state, const isa::Instruction& instruction, PredictionToken token,
             const Outcome& outcome) const {
    if (!passive_)
      learn_tables(state, instruction, token, outcome);
  }
  /// All that was fetched behind a branch or jump is discarded, and fetch goes on as `followed`
  /// says: the history is what it was at the prediction, and then this.
  void discard_behind(PredictorState& state, const isa::Instruction& instruction,
                      PredictionToken token, const Outcome& followed) const;
  /// A branch or jump is discarded together with all behind it.
  void discard_from(PredictorState& state, PredictionToken token) const;
  /// A branch or jump will neither be learnt from nor fetched behind again.
  void release(PredictorState& state, PredictionToken token) const {
    if (!passive_)
      release_record(state, token);
  }

  /// Nothing is remembered: fixed rules only.
  [[nodiscard]] bool is_static() const { return passive_; }
  /// Something of it looks at the directions of the last branches, whichever they were.
  [[nodiscard]] bool has_global_history() const {
    using machine::PredictorKind;
    return indirect_.exists() || kind_ == PredictorKind::gshare ||
           kind_ == PredictorKind::tournament || kind_ == PredictorKind::perceptron ||
           kind_ == PredictorKind::tage;
  }
  /// What a prediction in flight was made of.
  [[nodiscard]] PredictionView view(const PredictorState& state,
                                    const isa::Instruction& instruction,
                                    PredictionToken token) const;

private:
  static machine::Machine machine_of(machine::PredictorKind kind) {
    machine::Machine machine;
    machine.predictor = kind;
    return machine;
  }
  Prediction predict_with_tables(PredictorState& state, const isa::Instruction& instruction,
                                 const Outcome& outcome) const;
  void learn_tables(PredictorState& state, const isa::Instruction& instruction,
                    PredictionToken token, const Outcome& outcome) const;
  void release_record(PredictorState& state, PredictionToken token) const;

  Prediction predict_branch(PredictorState& state, PredictionRecord& record,
                            const isa::Instruction& i, const Outcome& outcome) const;
  Prediction predict_jump(PredictorState& state, PredictionRecord& record,
                          const isa::Instruction& i, const Outcome& outcome) const;
  bool direction(PredictorState& state, PredictionRecord& record, const isa::Instruction& i,
                 const Outcome& outcome) const;
  Prediction jump(const PredictorState& state, const PredictionRecord& record,
                  const isa::Instruction& i, StackAction action) const;
  void learn_direction(PredictorState& state, const PredictionRecord& record,
                       const isa::Instruction& i, bool taken) const;
  void learn_tage(PredictorState& state, const PredictionRecord& record, const isa::Instruction& i,
                  bool taken) const;
  /// A conditional branch enters the histories.
  void push(PredictorState& state, const PredictionRecord& record, bool taken) const;
  /// Takes back what a record did to the histories of single branches and the stack.
  void undo(PredictorState& state, const PredictionRecord& record) const;
  void undo_own_history(PredictorState& state, const PredictionRecord& record) const;
  void discard_younger(PredictorState& state, PredictionToken token) const;
  void go_back(PredictorState& state, const PredictionRecord& record, bool itself) const;
  PredictionRecord& record_of(PredictorState& state, PredictionToken token) const;

  [[nodiscard]] std::size_t by_address(std::uint64_t pc, unsigned entries) const {
    return (pc >> shift_) & (entries - 1);
  }
  [[nodiscard]] std::size_t gshare_index(std::uint64_t pc, std::uint64_t history) const {
    const std::uint64_t bits = history & ((std::uint64_t{1} << tables_.history_bits) - 1);
    return ((pc >> shift_) ^ (bits << gshare_shift_)) & (tables_.entries - 1);
  }
  [[nodiscard]] bool at_predict() const {
    return tables_.history_update == machine::HistoryUpdate::predict;
  }

  machine::PredictorKind kind_;
  machine::DirectionTables tables_;
  isa::Isa isa_;
  unsigned shift_; ///< address_shift
  unsigned
      link_offset_; ///< return addresses lie so far behind the instruction: 4 with a delay slot
  unsigned gshare_shift_ = 0; ///< a short history meets the upper bits of the index
  std::uint16_t local_mask_ = 0;
  bool passive_;
  CounterRule rule_;
  CounterRule chooser_rule_;
  Perceptron perceptron_;
  Tage tage_;
  LoopPredictor loop_;
  TargetBufferUnit targets_;
  ReturnStackUnit stack_;
  IndirectUnit indirect_;
};

} // namespace stallscope::core
