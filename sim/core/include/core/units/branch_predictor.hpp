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

/// Identifies a prediction in flight, to update the predictor when its branch is resolved, or to
/// restore the history when younger instructions are squashed. Static predictors need none.
struct PredictionToken {
  std::uint32_t value = 0;

  bool operator==(const PredictionToken&) const = default;
};

/// The part of the predictor that provides a predicted target.
enum class TargetSource : std::uint8_t {
  none,          ///< no target: fetch continues with the next sequential instruction
  instruction,   ///< a direct jump: the instruction contains it
  target_buffer, ///< of an indirect jump: its last target
  return_stack,
  indirect, ///< the predictor of indirect jumps
  outcome,  ///< the perfect predictor: the actual target
};

/// The prediction of a branch or jump, for fetch control.
struct Prediction {
  bool taken = false;
  std::uint64_t target = 0; ///< where fetch goes when taken
  PredictionToken token{};
  TargetSource source = TargetSource::none;
  /// Hit in the branch target buffer: fetch follows the prediction in the next cycle. After a miss
  /// fetch follows the prediction when the instruction has been decoded (in-order:
  /// branch.predict_in).
  bool at_fetch = false;
};

/// The actual outcome of a branch or jump. At fetch the outcome is known to the functional model
/// only, and used only by the perfect predictor and the one that is always wrong.
struct Outcome {
  bool taken = false;
  std::uint64_t target = 0;
};

/// The inputs of a prediction: to update the predictor when the outcome is known, and to restore
/// the histories after a misprediction.
struct PredictionRecord {
  GlobalHistory::Mark history; ///< global history before the prediction
  std::uint64_t path = 0;      ///< IndirectState::path before the prediction
  TageFolds folds;             ///< folded histories before the prediction
  StackRecord stack;
  LoopPredictor::Record loop;
  TageRecord tage;
  int counter = 0; ///< value of the counter that decided, before its update; not set for TAGE's
                   ///< tagged tables; perceptron: the sum
  std::uint32_t local_index = 0;
  std::uint16_t local_before = 0; ///< local history of the branch before the prediction
  bool conditional = false;
  bool indirect = false; ///< an indirect jump other than a return
  bool taken = false;    ///< predicted direction
  bool local_taken = false;
  bool gshare_taken = false;
  bool by_global = false;                   ///< tournament predictor: gshare was selected; bimode:
                                            ///< the bank of taken branches was
  TargetSource source = TargetSource::none; ///< of a jump: the source of its target
  bool released = false;
};

/// How often each part of a predictor was used, wrong paths included.
struct PredictorCounters {
  std::uint64_t predictions = 0; ///< branches and jumps
  std::uint64_t target_buffer_hits = 0;
  std::uint64_t stack_pushes = 0;
  std::uint64_t stack_pops = 0;       ///< returns for which the stack had an address
  std::uint64_t stack_overwrites = 0; ///< pushes onto a full stack

  bool operator==(const PredictorCounters&) const = default;
};

/// All tables and histories of a predictor: a plain value, part of the machine's state, made by
/// BranchPredictor::initial_state. Copies share table pages.
struct PredictorState {
  GlobalHistory history;
  PagedTable<std::uint8_t> counters; ///< indexed by address, or by address and history; TAGE: base
                                     ///< predictor; bimode: bank of branches mostly not taken
  PagedTable<std::uint8_t> taken_counters; ///< bimode: bank of branches mostly taken
  PagedTable<std::uint16_t> local_histories;
  PagedTable<std::uint8_t> local_counters;
  PagedTable<std::uint8_t> chooser;
  Perceptron::Table weights;
  TageFolds folds;
  TageState tage;
  LoopPredictor::Table loops;
  machine::PluginValue plugin;
  TargetBufferState targets;
  ReturnStackState stack;
  IndirectState indirect;
  PredictorCounters counts;

  /// Predictions in flight, oldest first: a ring indexed by token. Size: a power of two.
  std::vector<PredictionRecord> records;
  std::uint32_t record_mask = 0; ///< size of the ring less one
  std::uint32_t oldest = 0;      ///< token of the oldest record
  std::uint32_t next = 0;        ///< token of the next prediction
};

/// The same histories and return address stack: the state that a squash restores.
[[nodiscard]] bool same_histories(const PredictorState& a, const PredictorState& b);

/// The inputs of one prediction, for displays.
struct PredictionView {
  machine::PredictorKind kind = machine::PredictorKind::not_taken;
  bool conditional = false;
  bool taken = false;
  std::uint64_t history = 0;                ///< the last 64 directions, the youngest in bit 0
  std::uint64_t index = 0;                  ///< index of the counter (perceptron: entry) that
                                            ///< decided
  int counter = 0;                          ///< value of that counter at the prediction
                                            ///< (perceptron: the sum)
  int table = -1;                           ///< tage: the tagged table; -1: the base
  bool by_loop = false;                     ///< TAGE: the loop predictor decided
  bool by_global = false;                   ///< tournament predictor: gshare was selected
  unsigned stack_count = 0;                 ///< addresses on the return address stack after the
                                            ///< prediction
  bool stack_empty = false;                 ///< of a return: the stack was empty
  TargetSource source = TargetSource::none; ///< of a jump: the source of its target
  std::uint16_t local = 0;                  ///< local, tournament: the branch's local history
};

/// The static predictors: pure functions of the instruction. Conditional branches follow `kind`.
/// Every kind except not_taken predicts direct jumps as taken; with not_taken fetch always
/// continues sequentially. Indirect jumps have no predicted target before they are resolved, except
/// with `perfect`. Dynamic kinds: as backward_taken.
[[nodiscard]] Prediction predict_static(machine::PredictorKind kind,
                                        const isa::Instruction& instruction,
                                        const Outcome& outcome);

/// Branch prediction: direction predictor, branch target buffer, return address stack, indirect
/// target predictor. Holds only what does not change during a run.
///
/// Order of calls in a run: every branch and jump is predicted when it is fetched, in fetch order
/// and on wrong paths too, so that the speculative history is up to date. Those of the right path
/// update the tables when they are resolved or retire (the caller's choice). After a squash the
/// caller passes the actual direction fetched next, before another prediction is made. A prediction
/// is released after its last use.
class BranchPredictor {
public:
  /// A predictor with the tables of one kind only, no target buffers.
  explicit BranchPredictor(machine::PredictorKind kind) : BranchPredictor(machine_of(kind)) {}
  /// The predictor of a machine, for programs of one ISA.
  explicit BranchPredictor(const machine::Machine& machine, isa::Isa isa = isa::Isa::riscv);

  /// Initial tables; `in_flight`: the maximum number of branches and jumps in flight, at most
  /// kMaxPredictionsInFlight.
  [[nodiscard]] PredictorState initial_state(unsigned in_flight) const;

  /// The ring has room for another prediction.
  [[nodiscard]] bool can_predict(const PredictorState& state) const {
    return passive_ || state.next - state.oldest <= state.record_mask;
  }
  /// Called at fetch. The instruction contains its address.
  [[nodiscard]] Prediction predict(PredictorState& state, const isa::Instruction& instruction,
                                   const Outcome& outcome) const {
    return passive_ ? predict_static(kind_, instruction, outcome)
                    : predict_with_tables(state, instruction, outcome);
  }
  /// A branch or jump of the right path is resolved: updates the tables; branches of one cycle may
  /// be learnt in any order.
  void learn(PredictorState& state, const isa::Instruction& instruction, PredictionToken token,
             const Outcome& outcome) const {
    if (!passive_)
      learn_tables(state, instruction, token, outcome);
  }
  /// Everything fetched behind a branch or jump is squashed, and fetch follows `followed` instead:
  /// restores the history of the prediction, and appends `followed`.
  void discard_behind(PredictorState& state, const isa::Instruction& instruction,
                      PredictionToken token, const Outcome& followed) const;
  /// A branch or jump is squashed together with everything behind it.
  void discard_from(PredictorState& state, PredictionToken token) const;
  /// Frees the record of a prediction, which will be neither learnt nor restored.
  void release(PredictorState& state, PredictionToken token) const {
    if (!passive_)
      release_record(state, token);
  }

  /// Functional warming: a branch or jump that is resolved before the next one is predicted. Tables
  /// and histories are as after predict(), discard_behind() if it was predicted wrong, learn() and
  /// release(); nothing is counted.
  void warm(PredictorState& state, const isa::Instruction& instruction,
            const Outcome& outcome) const;

  /// The predictor is static: it has no state to update.
  [[nodiscard]] bool is_static() const { return passive_; }
  /// Some part uses the global history.
  [[nodiscard]] bool has_global_history() const {
    using machine::PredictorKind;
    return indirect_.exists() || kind_ == PredictorKind::gshare ||
           kind_ == PredictorKind::tournament || kind_ == PredictorKind::bimode ||
           kind_ == PredictorKind::perceptron || kind_ == PredictorKind::tage ||
           kind_ == PredictorKind::plugin;
  }
  /// The inputs of a prediction in flight.
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
  void warm_branch(PredictorState& state, const isa::Instruction& i, const Outcome& outcome) const;
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
  void learn_bimode(PredictorState& state, const PredictionRecord& record,
                    const isa::Instruction& instruction, bool taken) const;
  void learn_tage(PredictorState& state, const PredictionRecord& record, const isa::Instruction& i,
                  bool taken) const;
  /// Appends the direction of a conditional branch to the histories.
  void push(PredictorState& state, const PredictionRecord& record, bool taken) const;
  /// Undoes the changes a prediction made to local histories and the return address stack.
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
  unsigned shift_;       ///< address bits that are the same for all instructions (address_shift)
  unsigned link_offset_; ///< distance of a return address from the call, in bytes beyond its size:
                         ///< 4 with a delay slot
  unsigned gshare_shift_ = 0; ///< a short history is xored with the upper bits of the index
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
