#include "core/units/branch_predictor.hpp"

#include "base/check.hpp"

#include <bit>

namespace stallscope::core {

using machine::PredictorKind;

namespace {

/// What is known in advance; of an instruction marked as mispredicted the opposite direction.
Prediction foreseen(const isa::Instruction& i, const Outcome& outcome) {
  if (!i.mispredicted)
    return {outcome.taken, outcome.target, {}, TargetSource::outcome, false};
  if (isa::is_jump(i.op_class) || outcome.taken)
    return {};
  return {true, i.target, {}, TargetSource::instruction, false};
}

/// The direction a static predictor gives a conditional branch.
bool static_direction(PredictorKind kind, const isa::Instruction& i, const Outcome& outcome) {
  switch (kind) {
  case PredictorKind::not_taken:
    return false;
  case PredictorKind::taken:
    return true;
  case PredictorKind::perfect:
    return foreseen(i, outcome).taken;
  case PredictorKind::never_right:
    return !outcome.taken;
  default:
    return i.target <= i.pc; // backward taken, forward not taken
  }
}

} // namespace

Prediction predict_static(PredictorKind kind, const isa::Instruction& instruction,
                          const Outcome& outcome) {
  if (kind == PredictorKind::perfect)
    return foreseen(instruction, outcome);
  if (kind == PredictorKind::not_taken || is_indirect(instruction))
    return {};
  const bool taken =
      isa::is_jump(instruction.op_class) || static_direction(kind, instruction, outcome);
  return {taken, instruction.target, {}, TargetSource::instruction, false};
}

BranchPredictor::BranchPredictor(const machine::Machine& machine, isa::Isa isa)
    : kind_(machine.predictor), tables_(machine.prediction.direction), isa_(isa),
      shift_(address_shift(isa)), link_offset_(machine.delay_slot ? 4 : 0),
      local_mask_(static_cast<std::uint16_t>((1U << tables_.local_history_bits) - 1)),
      passive_(!machine.predictor_learns()),
      rule_(kind_ == PredictorKind::one_bit ? 1 : tables_.counter_bits, tables_.initial),
      chooser_rule_(2, tables_.initial), perceptron_(tables_.entries, tables_.history_bits, shift_),
      tage_(tables_, shift_),
      loop_(kind_ == PredictorKind::tage ? tables_.loop_entries : 0, shift_),
      targets_(machine.prediction.btb, shift_), stack_(machine.prediction.return_stack),
      indirect_(machine.prediction.indirect, shift_) {
  const auto index_bits = static_cast<unsigned>(std::countr_zero(tables_.entries));
  gshare_shift_ = index_bits > tables_.history_bits ? index_bits - tables_.history_bits : 0;
}

PredictorState BranchPredictor::initial_state(unsigned in_flight) const {
  PredictorState state;
  if (passive_)
    return state;
  STALLSCOPE_CHECK(in_flight > 0 && in_flight <= kMaxPredictionsInFlight,
                   "a predictor for more branches in flight than histories can go back");
  state.records.resize(std::bit_ceil(in_flight));
  state.record_mask = static_cast<std::uint32_t>(state.records.size() - 1);
  const bool has_local = kind_ == PredictorKind::local || kind_ == PredictorKind::tournament;
  if (kind_ == PredictorKind::plugin)
    state.plugin = {tables_.plugin, nullptr};
  else if (learns(kind_) && kind_ != PredictorKind::local && kind_ != PredictorKind::perceptron)
    state.counters = {tables_.entries, rule_.initial};
  if (has_local) {
    state.local_histories = {tables_.local_entries, 0};
    state.local_counters = {std::size_t{local_mask_} + 1, rule_.initial};
  }
  if (kind_ == PredictorKind::tournament || kind_ == PredictorKind::bimode)
    state.chooser = {tables_.chooser_entries, chooser_rule_.initial};
  if (kind_ == PredictorKind::bimode) {
    state.counters = {tables_.entries, static_cast<std::uint8_t>(rule_.threshold - 1)};
    state.taken_counters = {tables_.entries, rule_.threshold};
  }
  if (kind_ == PredictorKind::perceptron)
    state.weights = perceptron_.table();
  if (kind_ == PredictorKind::tage) {
    state.tage = tage_.state();
    state.loops = loop_.table();
  }
  if (targets_.exists())
    state.targets = targets_.state();
  if (indirect_.exists())
    state.indirect = indirect_.state();
  return state;
}

inline PredictionRecord& BranchPredictor::record_of(PredictorState& state,
                                                    PredictionToken token) const {
  STALLSCOPE_CHECK(token.value - state.oldest < state.next - state.oldest,
                   "a prediction that is not in flight");
  return state.records[token.value & state.record_mask];
}

/// Predicts the direction of a conditional branch; the inputs of the prediction go into the record.
[[gnu::always_inline]] inline bool BranchPredictor::direction(PredictorState& s,
                                                              PredictionRecord& record,
                                                              const isa::Instruction& i,
                                                              const Outcome& outcome) const {
  const auto local = [&] {
    record.local_index = static_cast<std::uint32_t>(by_address(i.pc, tables_.local_entries));
    record.local_before = s.local_histories[record.local_index];
    record.counter = s.local_counters[record.local_before];
    record.local_taken = rule_.taken(s.local_counters[record.local_before]);
    return record.local_taken;
  };
  const auto base = [&] {
    record.counter = s.counters[by_address(i.pc, tables_.entries)];
    return rule_.taken(s.counters[by_address(i.pc, tables_.entries)]);
  };
  const auto gshare = [&] {
    const auto counter = s.counters[gshare_index(i.pc, s.history.recent())];
    record.gshare_taken = rule_.taken(counter);
    if (kind_ == PredictorKind::gshare || record.by_global)
      record.counter = counter;
    return record.gshare_taken;
  };
  switch (kind_) {
  case PredictorKind::one_bit:
  case PredictorKind::two_bit:
    return base();
  case PredictorKind::local:
    return local();
  case PredictorKind::gshare:
    return gshare();
  case PredictorKind::tournament: {
    record.by_global = chooser_rule_.taken(s.chooser[by_address(i.pc, tables_.chooser_entries)]);
    const bool own = local();
    const bool global = gshare();
    return record.by_global ? global : own;
  }
  case PredictorKind::bimode: {
    record.by_global = chooser_rule_.taken(s.chooser[by_address(i.pc, tables_.chooser_entries)]);
    const std::size_t index = gshare_index(i.pc, s.history.recent());
    record.counter = record.by_global ? s.taken_counters[index] : s.counters[index];
    return rule_.taken(static_cast<std::uint8_t>(record.counter));
  }
  case PredictorKind::perceptron:
    record.counter = perceptron_.sum(s.weights, i.pc, s.history.recent());
    return record.counter >= 0;
  case PredictorKind::tage:
    record.tage = tage_.predict(s.tage, s.folds, i.pc, base());
    if (loop_.exists())
      record.loop = loop_.predict(s.loops, i.pc);
    return record.loop.valid ? record.loop.taken : record.tage.taken;
  case PredictorKind::plugin:
    return s.plugin.read().predict({i.pc, i.target, s.history.recent()});
  default:
    return static_direction(kind_, i, outcome);
  }
}

/// Predicts the target of a jump: direct jumps from the instruction, returns from the return
/// address stack, other indirect jumps from the indirect predictor or else the target buffer.
Prediction BranchPredictor::jump(const PredictorState& s, const PredictionRecord& record,
                                 const isa::Instruction& i, StackAction action) const {
  if (!is_indirect(i))
    return {true, i.target, {}, TargetSource::instruction, false};
  if (kind_ == PredictorKind::never_right)
    return {};
  if (action.pops && stack_.exists() && record.stack.count_before > 0)
    return {true, record.stack.top_before, {}, TargetSource::return_stack, false};
  if (indirect_.exists())
    if (const auto target = indirect_.predict(s.indirect, i.pc))
      return {true, *target, {}, TargetSource::indirect, false};
  if (const auto* entry = targets_.exists() ? targets_.find(s.targets, i.pc) : nullptr)
    return {true, entry->target, {}, TargetSource::target_buffer, false};
  return {};
}

Prediction BranchPredictor::predict_with_tables(PredictorState& s, const isa::Instruction& i,
                                                const Outcome& outcome) const {
  STALLSCOPE_CHECK(can_predict(s), "more predictions in flight than the machine was checked for");
  const PredictionToken token{s.next++};
  PredictionRecord& record = s.records[token.value & s.record_mask];
  record.history = s.history.mark();
  record.path = s.indirect.path;
  if (kind_ == PredictorKind::tage)
    record.folds = s.folds;
  record.released = false;
  record.conditional = !isa::is_jump(i.op_class);
  ++s.counts.predictions;

  Prediction prediction = record.conditional ? predict_branch(s, record, i, outcome)
                                             : predict_jump(s, record, i, outcome);
  prediction.token = token;
  record.taken = prediction.taken;
  if (targets_.exists() && prediction.taken) {
    prediction.at_fetch =
        kind_ == PredictorKind::perfect || targets_.find(s.targets, i.pc) != nullptr;
    s.counts.target_buffer_hits += prediction.at_fetch ? 1 : 0;
  }
  return prediction;
}

[[gnu::always_inline]] inline Prediction
BranchPredictor::predict_branch(PredictorState& s, PredictionRecord& record,
                                const isa::Instruction& i, const Outcome& outcome) const {
  if (stack_.exists())
    record.stack = stack_.act(s.stack, {}, 0);
  record.indirect = false;
  const bool taken = direction(s, record, i, outcome);
  if (at_predict())
    push(s, record, taken);
  return {taken, i.target, {}, TargetSource::instruction, false};
}

Prediction BranchPredictor::predict_jump(PredictorState& s, PredictionRecord& record,
                                         const isa::Instruction& i, const Outcome& outcome) const {
  const StackAction action = stack_action(isa_, i);
  if (stack_.exists()) {
    record.stack = stack_.act(s.stack, action, i.pc + i.size + link_offset_);
    s.counts.stack_pushes += action.pushes ? 1 : 0;
    s.counts.stack_overwrites +=
        action.pushes && !action.pops && record.stack.count_before == record.stack.count_after ? 1
                                                                                               : 0;
  }
  record.indirect = is_indirect(i) && !action.pops;
  Prediction prediction;
  if (kind_ == PredictorKind::perfect)
    prediction = foreseen(i, outcome);
  else if (kind_ != PredictorKind::not_taken)
    prediction = jump(s, record, i, action);
  record.source = prediction.source;
  s.counts.stack_pops += prediction.source == TargetSource::return_stack ? 1 : 0;
  if (record.indirect && at_predict() && indirect_.exists() && prediction.taken)
    indirect_.push(s.indirect, prediction.target);
  return prediction;
}

inline void BranchPredictor::push(PredictorState& s, const PredictionRecord& record,
                                  bool taken) const {
  if (kind_ == PredictorKind::tage) {
    tage_.push(s.folds, s.history, taken);
    if (loop_.exists())
      loop_.advance(s.loops, record.loop, taken);
  }
  s.history.push(taken);
  if (kind_ == PredictorKind::local || kind_ == PredictorKind::tournament) {
    const std::uint16_t before = s.local_histories[record.local_index];
    s.local_histories.write(record.local_index) =
        static_cast<std::uint16_t>((before << 1 | (taken ? 1 : 0)) & local_mask_);
  }
}

void BranchPredictor::learn_tage(PredictorState& s, const PredictionRecord& record,
                                 const isa::Instruction& i, bool taken) const {
  if (tage_.learn(s.tage, record.folds, i.pc, record.tage, taken))
    rule_.count(s.counters.write(by_address(i.pc, tables_.entries)), taken);
  if (loop_.exists())
    loop_.learn(s.loops, record.loop, taken, record.taken != taken, record.tage.taken != taken);
}

/// The bank that was chosen learns. The choice follows the branch, but for a branch that goes
/// against it and was predicted by the chosen bank. Lee, Chen and Mudge, The Bi-Mode Branch
/// Predictor, MICRO 1997.
void BranchPredictor::learn_bimode(PredictorState& s, const PredictionRecord& record,
                                   const isa::Instruction& i, bool taken) const {
  auto& bank = record.by_global ? s.taken_counters : s.counters;
  rule_.count(bank.write(gshare_index(i.pc, record.history.recent)), taken);
  const bool was_right = rule_.taken(static_cast<std::uint8_t>(record.counter)) == taken;
  if (record.by_global == taken || !was_right)
    chooser_rule_.count(s.chooser.write(by_address(i.pc, tables_.chooser_entries)), taken);
}

void BranchPredictor::learn_direction(PredictorState& s, const PredictionRecord& record,
                                      const isa::Instruction& i, bool taken) const {
  const auto local = [&] { rule_.count(s.local_counters.write(record.local_before), taken); };
  const auto gshare = [&] {
    rule_.count(s.counters.write(gshare_index(i.pc, record.history.recent)), taken);
  };
  switch (kind_) {
  case PredictorKind::one_bit:
  case PredictorKind::two_bit:
    return rule_.count(s.counters.write(by_address(i.pc, tables_.entries)), taken);
  case PredictorKind::local:
    return local();
  case PredictorKind::gshare:
    return gshare();
  case PredictorKind::tournament:
    local();
    gshare();
    if (record.local_taken != record.gshare_taken)
      chooser_rule_.count(s.chooser.write(by_address(i.pc, tables_.chooser_entries)),
                          record.gshare_taken == taken);
    return;
  case PredictorKind::bimode:
    return learn_bimode(s, record, i, taken);
  case PredictorKind::perceptron:
    return perceptron_.learn(s.weights, i.pc, record.history.recent, record.counter, taken);
  case PredictorKind::tage:
    return learn_tage(s, record, i, taken);
  case PredictorKind::plugin:
    return s.plugin.write().update({i.pc, i.target, record.history.recent}, taken, record.taken);
  default:
    return; // static predictors do not learn
  }
}

void BranchPredictor::learn_tables(PredictorState& s, const isa::Instruction& i,
                                   PredictionToken token, const Outcome& outcome) const {
  const PredictionRecord& record = record_of(s, token);
  if (outcome.taken && targets_.exists() && kind_ != PredictorKind::perfect)
    targets_.learn(s.targets, i.pc, outcome.target);
  if (record.indirect && indirect_.exists()) {
    indirect_.learn(s.indirect, i.pc, record.path, outcome.target);
    if (!at_predict())
      indirect_.push(s.indirect, outcome.target);
  }
  if (!record.conditional)
    return;
  learn_direction(s, record, i, outcome.taken);
  if (at_predict())
    return;
  push(s, record, outcome.taken);
  if (loop_.exists())
    loop_.forget_running(s.loops, record.loop);
}

void BranchPredictor::warm(PredictorState& s, const isa::Instruction& i,
                           const Outcome& outcome) const {
  if (passive_)
    return;
  if (isa::is_jump(i.op_class)) {
    const StackAction action = stack_action(isa_, i);
    if (stack_.exists())
      (void)stack_.act(s.stack, action, i.pc + i.size + link_offset_);
    if (is_indirect(i) && !action.pops && indirect_.exists()) {
      indirect_.learn(s.indirect, i.pc, s.indirect.path, outcome.target);
      if (outcome.taken || !at_predict())
        indirect_.push(s.indirect, outcome.target);
    }
  } else {
    warm_branch(s, i, outcome);
  }
  if (outcome.taken && targets_.exists() && kind_ != PredictorKind::perfect)
    targets_.learn(s.targets, i.pc, outcome.target);
}

void BranchPredictor::warm_branch(PredictorState& s, const isa::Instruction& i,
                                  const Outcome& outcome) const {
  // The record of no prediction in flight.
  PredictionRecord& record = s.records[s.next & s.record_mask];
  record.history = s.history.mark();
  if (kind_ == PredictorKind::tage)
    record.folds = s.folds;
  record.taken = direction(s, record, i, outcome);
  if (at_predict())
    push(s, record, outcome.taken);
  learn_direction(s, record, i, outcome.taken);
  if (at_predict())
    return;
  push(s, record, outcome.taken);
  if (loop_.exists())
    loop_.forget_running(s.loops, record.loop);
}

void BranchPredictor::undo(PredictorState& s, const PredictionRecord& record) const {
  if (stack_.exists())
    stack_.undo(s.stack, record.stack);
  undo_own_history(s, record);
}

/// Restores the local histories of a prediction's branch.
void BranchPredictor::undo_own_history(PredictorState& s, const PredictionRecord& record) const {
  if (!record.conditional || !at_predict())
    return;
  if (kind_ == PredictorKind::local || kind_ == PredictorKind::tournament)
    s.local_histories.write(record.local_index) = record.local_before;
  if (loop_.exists())
    loop_.undo(s.loops, record.loop);
}

/// Restores the histories as they were before a prediction.
void BranchPredictor::go_back(PredictorState& s, const PredictionRecord& record,
                              bool itself) const {
  if (stack_.exists())
    stack_.go_back(s.stack, record.stack, itself);
  if (!at_predict())
    return;
  s.history.go_back(record.history);
  s.indirect.path = record.path;
  if (kind_ == PredictorKind::tage)
    s.folds = record.folds;
}

/// Undoes all predictions younger than one, youngest first.
void BranchPredictor::discard_younger(PredictorState& s, PredictionToken token) const {
  while (s.next != token.value + 1) {
    undo(s, record_of(s, {s.next - 1}));
    --s.next;
  }
}

void BranchPredictor::discard_behind(PredictorState& s, const isa::Instruction&,
                                     PredictionToken token, const Outcome& followed) const {
  if (passive_)
    return;
  const PredictionRecord& record = record_of(s, token);
  discard_younger(s, token);
  go_back(s, record, false);
  if (!at_predict())
    return;
  if (record.conditional) {
    undo_own_history(s, record);
    push(s, record, followed.taken);
  } else if (record.indirect && indirect_.exists() && followed.taken) {
    indirect_.push(s.indirect, followed.target);
  }
}

void BranchPredictor::discard_from(PredictorState& s, PredictionToken token) const {
  if (passive_)
    return;
  const PredictionRecord& record = record_of(s, token);
  discard_younger(s, token);
  undo(s, record);
  go_back(s, record, true);
  --s.next;
}

PredictionView BranchPredictor::view(const PredictorState& s, const isa::Instruction& i,
                                     PredictionToken token) const {
  PredictionView view;
  view.kind = kind_;
  if (passive_ || token.value - s.oldest >= s.next - s.oldest)
    return view;
  const PredictionRecord& record = s.records[token.value & s.record_mask];
  view.conditional = record.conditional;
  view.taken = record.taken;
  view.history = record.history.recent;
  view.local = record.local_before;
  view.stack_count = record.stack.count_after;
  if (!record.conditional) {
    view.source = record.source;
    view.stack_empty =
        stack_.exists() && stack_action(isa_, i).pops && record.stack.count_before == 0;
    return view;
  }
  view.index = by_address(i.pc, tables_.entries);
  view.counter = record.counter;
  switch (kind_) {
  case PredictorKind::local:
    view.index = record.local_before;
    break;
  case PredictorKind::gshare:
  case PredictorKind::bimode:
    view.index = gshare_index(i.pc, record.history.recent);
    break;
  case PredictorKind::tournament:
    view.by_global = record.by_global;
    view.index = view.by_global ? gshare_index(i.pc, record.history.recent) : record.local_before;
    break;
  case PredictorKind::tage:
    view.table = record.tage.by_alternate ? record.tage.alternate : record.tage.provider;
    view.by_loop = record.loop.valid;
    if (view.table >= 0) {
      view.index = tage_.index(record.folds, i.pc, static_cast<unsigned>(view.table));
      view.counter = record.tage.counter;
    }
    break;
  default:
    break;
  }
  return view;
}

bool same_histories(const PredictorState& a, const PredictorState& b) {
  if (a.loops.size() != b.loops.size())
    return false;
  for (std::size_t i = 0; i < a.loops.size(); ++i)
    if (a.loops[i].running != b.loops[i].running)
      return false;
  return a.history == b.history && a.folds == b.folds && a.stack == b.stack &&
         a.indirect.path == b.indirect.path && a.local_histories == b.local_histories;
}

void BranchPredictor::release_record(PredictorState& s, PredictionToken token) const {
  record_of(s, token).released = true;
  while (s.oldest != s.next && s.records[s.oldest & s.record_mask].released)
    ++s.oldest;
}

} // namespace stallscope::core
