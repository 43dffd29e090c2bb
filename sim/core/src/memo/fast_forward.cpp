#include "core/memo/fast_forward.hpp"

#include "base/check.hpp"
#include "core/units/operand_latency.hpp"
#include "in_order/cycle.hpp"
#include "isa/threaded_code.hpp"
#include "isa/written_code.hpp"
#include "memo/explorer.hpp"
#include "memo/memo_table.hpp"

#include <algorithm>

namespace stallscope::core {

namespace {

/// A stretch without outcomes ends after so many instructions or cycles.
constexpr std::size_t kLongStretch = 64;
/// Cycles after which a stretch that finds no end is stepped on without being remembered.
constexpr std::uint64_t kGiveUp = 1024;

/// What instructions run in whose outcomes are remembered: a data access that takes longer because
/// it lies across a boundary stops them, and is stepped.
isa::Environment smooth_environment(const InOrderCore& core) {
  isa::Environment environment = core.environment();
  if (core.plan().splits_accesses)
    environment.allow_misaligned = false;
  return environment;
}

} // namespace

class FastForward::Engine {
public:
  Engine(const InOrderCore& core, Limits limits)
      : core_(core), limits_(limits),
        explorer_(core.program(), core.plan(),
                  core.machine().predictor == machine::PredictorKind::perfect, limits.records) {
    // Linux programs never fault for a misaligned access, so nothing would stop at one that is
    // slow.
    const bool would_miss_accesses =
        core.plan().splits_accesses && core.program().platform == isa::Platform::linux_user;
    if (isa::ThreadedCode::is_supported(core.environment()) && !would_miss_accesses)
      code_ = std::make_unique<isa::ThreadedCode>(core.program(), smooth_environment(core));
  }

  void run(InOrderState& state, std::uint64_t until_cycle, trace::RecordingSink* recorder);
  [[nodiscard]] const Statistics& statistics() const { return statistics_; }

private:
  bool run_with_margin(InOrderState& s, std::uint64_t until_cycle, std::uint64_t margin);
  void step_to(InOrderState& s, std::uint64_t cycle);
  bool step_until_clean(InOrderState& s, std::uint64_t before_cycle);
  bool enter_node(InOrderState& s);
  void replay(InOrderState& s, std::uint64_t until_cycle);
  std::uint64_t carry_out(InOrderState& s, Decision& decision, std::uint64_t& key);
  [[nodiscard]] std::uint64_t cycles_for_operands(const InOrderState& s, std::uint32_t index) const;
  std::uint64_t look_at_wrong_path(InOrderState& s, const Decision& decision);
  std::uint64_t execute(InOrderState& s, const isa::ThreadedCode::Trace*& trace,
                        std::uint32_t count);
  bool explore(InOrderState& s);
  void remember(MemoNode& from, const StretchDelta& delta, MemoNode& to);
  void grow(Decision& decision, const Decision& like);
  void bring_up_to_date(InOrderState& s);
  void write_script(const InOrderState& s, std::uint64_t executed_of_last);
  void forget_if_full();

  const InOrderCore& core_;
  Limits limits_;
  Explorer explorer_;
  std::unique_ptr<isa::ThreadedCode> code_; ///< none: what it does not support is stepped
  MemoTable table_;
  trace::RecordingSink* recorder_ = nullptr; ///< of the run in progress; null: not recorded
  MemoNode* node_ = nullptr;                 ///< where the state is
  // Of node_; the state's own are older while outcomes are pending.
  std::uint64_t cycle_ = 0;
  std::uint64_t next_op_ = 0;
  std::vector<MemoOutcome*>
      pending_; ///< outcomes that ended stretches since the state was up to date
  struct Taken {
    const Decision* decision;
    std::uint64_t key;
  };
  std::vector<Taken> taken_; ///< since node_
  std::uint64_t stretch_pc_ = 0;
  isa::UndoLog wrong_path_changes_;
  Statistics statistics_;
};

void FastForward::Engine::step_to(InOrderState& s, std::uint64_t cycle) {
  const std::uint64_t before = s.cycle;
  if (recorder_ != nullptr) {
    core_.run(s, *recorder_, cycle);
  } else {
    trace::NullSink nothing;
    core_.run(s, nothing, cycle);
  }
  statistics_.stepped_cycles += s.cycle - before;
}

void FastForward::Engine::run(InOrderState& state, std::uint64_t until_cycle,
                              trace::RecordingSink* recorder) {
  STALLSCOPE_CHECK((recorder != nullptr) == limits_.records, "recorded or not, as was agreed");
  recorder_ = recorder;
  const std::uint64_t from = state.cycle;
  if (code_ == nullptr || state.stop != StopReason::running ||
      until_cycle <= from + limits_.worth_cycles) {
    step_to(state, until_cycle);
  } else {
    const auto start = std::make_unique<InOrderState>(state);
    const auto mark = recorder != nullptr ? recorder->mark() : trace::RecordingSink::Mark{};
    for (std::uint64_t margin = std::max<std::uint64_t>(limits_.margin_cycles, 1);
         !run_with_margin(state, until_cycle, margin); margin *= 16) {
      state = *start;
      if (recorder != nullptr)
        recorder->go_back(mark);
      if (margin > until_cycle - from) {
        step_to(state, until_cycle);
        break;
      }
    }
  }
  statistics_.cycles += state.cycle - from;
  statistics_.bytes = table_.bytes() + (code_ != nullptr ? code_->bytes() : 0);
}

/// False when operations whose values were not followed may be left at the end.
bool FastForward::Engine::run_with_margin(InOrderState& s, std::uint64_t until_cycle,
                                          std::uint64_t margin) {
  if (until_cycle < s.cycle + margin || !step_until_clean(s, until_cycle - margin)) {
    step_to(s, until_cycle);
    return true;
  }
  do {
    enter_node(s);
    replay(s, until_cycle - margin);
  } while (s.stop == StopReason::running && s.cycle < until_cycle - margin &&
           step_until_clean(s, until_cycle - margin));
  // A stretch of more cycles than the margin; that the run is over is seen by the step behind its
  // last cycle.
  if (s.cycle > until_cycle || (s.cycle == until_cycle && s.stop != StopReason::running))
    return false;
  if (s.stop != StopReason::running) // everything in flight has ended, except when nothing moves
    return s.stop != StopReason::no_progress;
  const OpId unfollowed{s.next_op.value - 1};
  step_to(s, until_cycle);
  for (const LaneContent& lane : s.lanes)
    for (unsigned i = 0; i < lane.count; ++i)
      if (s.ops[lane.slots[i]].id <= unfollowed)
        return false;
  return s.stop != StopReason::no_progress;
}

/// Steps to a state that can be packed; false when there is none before a cycle.
bool FastForward::Engine::step_until_clean(InOrderState& s, std::uint64_t before_cycle) {
  while (!is_clean(core_, s)) {
    if (s.stop != StopReason::running || s.cycle >= before_cycle)
      return false;
    step_to(s, s.cycle + 1);
  }
  return true;
}

/// Makes node_ the state's, whose instructions are executed from the right path on. False when what
/// was remembered is gone: it holds for one code only.
bool FastForward::Engine::enter_node(InOrderState& s) {
  const bool new_code = code_->attach(s.arch);
  if (new_code)
    table_.clear();
  node_ = &table_.intern(pack(core_, s, limits_.records));
  s.arch.pc = right_path_pc(s);
  return !new_code;
}

/// Goes from node to node until the run stops or a cycle is near.
void FastForward::Engine::replay(InOrderState& s, std::uint64_t until_cycle) {
  const auto begin_stretch = [&] {
    taken_.clear();
    stretch_pc_ = s.arch.pc;
  };
  cycle_ = s.cycle;
  next_op_ = s.next_op.value;
  begin_stretch();
  Decision* decision = &node_->first;
  while (cycle_ < until_cycle) {
    std::uint64_t key = 0;
    const std::uint64_t executed = carry_out(s, *decision, key);
    MemoOutcome* outcome = executed == decision->count ? decision->find(key) : nullptr;
    if (outcome == nullptr || decision->kind == Decision::Kind::step) [[unlikely]] {
      taken_.push_back({decision, key});
      write_script(s, executed);
      if (!explore(s))
        return;
      begin_stretch();
      decision = &node_->first;
      continue;
    }
    if (outcome->ends_in == nullptr) {
      taken_.push_back({decision, key});
      decision = outcome->then;
      continue;
    }
    if (outcome->times++ == 0)
      pending_.push_back(outcome);
    if (recorder_ != nullptr)
      recorder_->append(outcome->delta.events, Cycle{cycle_}, OpId{next_op_});
    cycle_ += outcome->delta.cycles;
    next_op_ += outcome->delta.operations;
    node_ = outcome->ends_in;
    begin_stretch();
    decision = &node_->first;
  }
  bring_up_to_date(s);
  unpack(core_, *node_->packed, s, limits_.records);
}

/// Executes the instructions of a decision and finds its outcome. Returns how many went through.
std::uint64_t FastForward::Engine::carry_out(InOrderState& s, Decision& decision,
                                             std::uint64_t& key) {
  using Kind = Decision::Kind;
  std::uint64_t executed = 0;
  if (decision.kind == Kind::operands) {
    if (decision.count > 1)
      executed = execute(s, decision.code, decision.count - 1U);
    const std::uint32_t index = index_at(core_.program(), s.arch, s.arch.pc);
    if (executed + 1 < decision.count || index == isa::kNoIndex)
      return executed;
    key = cycles_for_operands(s, index);
    return executed + execute(s, decision.last, 1);
  }
  if (decision.count > 0)
    executed = execute(s, decision.code, decision.count);
  if (decision.kind == Kind::target)
    key = s.arch.pc;
  else if (!decision.path.empty() && executed == decision.count)
    key = look_at_wrong_path(s, decision);
  return executed;
}

std::uint64_t FastForward::Engine::cycles_for_operands(const InOrderState& s,
                                                       std::uint32_t index) const {
  const isa::Instruction& instruction = core_.program().instruction(index);
  return operand_cycles(
      core_.plan().operand_latency[static_cast<std::size_t>(instruction.op_class)], instruction,
      s.arch.regs);
}

/// Goes along the wrong path behind the last instruction executed, and comes back.
std::uint64_t FastForward::Engine::look_at_wrong_path(InOrderState& s, const Decision& decision) {
  const std::uint64_t pc = s.arch.pc;
  std::uint64_t key = 0;
  for (const WrongStep& step : decision.path) {
    s.arch.pc = step.pc;
    if (decision.kind == Decision::Kind::wrong_operands && &step == &decision.path.back()) {
      key = cycles_for_operands(s, step.instruction);
      break;
    }
    key =
        execute_speculatively(core_.program(), s.arch, core_.environment(), 0, wrong_path_changes_)
            .next_pc;
  }
  for (const isa::UndoEntry& change : wrong_path_changes_)
    if (change.bytes != 0) // the page may have moved, which the translated code must not miss
      code_->forget_page(change.address);
  roll_back(s.arch, wrong_path_changes_, 0);
  s.arch.pc = pc;
  return key;
}

std::uint64_t FastForward::Engine::execute(InOrderState& s, const isa::ThreadedCode::Trace*& trace,
                                           std::uint32_t count) {
  if (trace == nullptr) [[unlikely]]
    trace = &code_->trace(s.arch.pc, count);
  return code_->run(*trace, s.arch);
}

/// What has been executed since the last node, for the explorer. Of the last decision only some
/// instructions may have been.
void FastForward::Engine::write_script(const InOrderState& s, std::uint64_t executed_of_last) {
  const isa::Program& program = core_.program();
  explorer_.begin();
  std::uint64_t pc = stretch_pc_;
  for (std::size_t t = 0; t < taken_.size(); ++t) {
    const Decision& decision = *taken_[t].decision;
    const std::uint64_t count = t + 1 < taken_.size() ? decision.count : executed_of_last;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint32_t index = index_at(program, s.arch, pc);
      const isa::Instruction& instruction = program.instruction(index);
      ExploredStep step{pc, pc + instruction.size, index, 0};
      if (instruction.op == isa::Op::jump || instruction.op == isa::Op::jump_link)
        step.next_pc = instruction.target;
      if (i + 1 == decision.count) {
        if (decision.kind == Decision::Kind::target)
          step.next_pc = taken_[t].key;
        else if (decision.kind == Decision::Kind::operands)
          step.operand_cycles = static_cast<std::uint8_t>(taken_[t].key);
      }
      explorer_.script.push_back(step);
      pc = step.next_pc;
    }
    if (!decision.path.empty() && count == decision.count)
      explorer_.wrong_script.push_back(taken_[t].key);
  }
}

/// Adds what the stretches since the last time did. The state's pipeline is still the old one.
void FastForward::Engine::bring_up_to_date(InOrderState& s) {
  for (MemoOutcome* outcome : pending_) {
    const StretchDelta& delta = outcome->delta;
    const std::uint64_t n = outcome->times;
    outcome->times = 0;
    s.cycle += n * delta.cycles;
    s.next_op.value += n * delta.operations;
    s.counters.retired += n * delta.counters.retired;
    s.counters.fetched += n * delta.counters.fetched;
    s.counters.flushed += n * delta.counters.flushed;
    s.counters.branches += n * delta.counters.branches;
    s.counters.mispredictions += n * delta.counters.mispredictions;
    for (const StretchDelta::Slots& slots : delta.slots)
      s.ledger.accounts[slots.index / kReasonCount].slots[slots.index % kReasonCount] +=
          n * slots.count;
  }
  pending_.clear();
  s.ledger.cycles = s.cycle;
  STALLSCOPE_CHECK(s.cycle == cycle_ && s.next_op.value == next_op_,
                   "stretches do not add up to the cycle they ended in");
}

namespace {

StretchDelta difference(const InOrderState& s, std::uint64_t cycle, OpId next_op,
                        const InOrderCounters& counters, const trace::Ledger& ledger) {
  StretchDelta delta;
  delta.cycles = s.cycle - cycle;
  delta.operations = s.next_op.value - next_op.value;
  delta.counters = {s.counters.retired - counters.retired, s.counters.fetched - counters.fetched,
                    s.counters.flushed - counters.flushed, s.counters.branches - counters.branches,
                    s.counters.mispredictions - counters.mispredictions};
  for (std::size_t point = 0; point < trace::kLedgerPointCount; ++point)
    for (std::size_t reason = 0; reason < kReasonCount; ++reason)
      if (const std::uint64_t n =
              s.ledger.accounts[point].slots[reason] - ledger.accounts[point].slots[reason];
          n != 0)
        delta.slots.push_back({static_cast<std::uint16_t>(point * kReasonCount + reason),
                               static_cast<std::uint32_t>(n)});
  return delta;
}

} // namespace

/// Steps from node_ to the next state that can be packed behind an instruction with an outcome, and
/// remembers the way. The instructions in the explorer's script have been executed. False when the
/// run stops, or finds no such state: some loops of a few instructions fetch a wrong path in every
/// cycle.
bool FastForward::Engine::explore(InOrderState& s) {
  bring_up_to_date(s);
  forget_if_full();
  unpack(core_, *node_->packed, s, limits_.records);
  const std::uint64_t cycle = s.cycle;
  const OpId next_op = s.next_op;
  const InOrderCounters counters = s.counters;
  const trace::Ledger ledger = s.ledger;
  Pipeline<Explorer> pipeline(core_, s, explorer_);
  const auto is_over = [&] {
    return explorer_.script_is_done() &&
           (!explorer_.facts.empty() || explorer_.sure_facts ||
            explorer_.steps.size() >= kLongStretch || s.cycle - cycle >= kLongStretch) &&
           is_clean(core_, s);
  };
  do
    pipeline.cycle();
  while (s.stop == StopReason::running && !is_over() &&
         (s.cycle - cycle < kGiveUp || !explorer_.script_is_done()));
  ++statistics_.explored;
  statistics_.stepped_cycles += s.cycle - cycle;
  cycle_ = s.cycle;
  next_op_ = s.next_op.value;
  trace::EventBlock events;
  if (recorder_ != nullptr) {
    events = block_of(explorer_.events.log(), Cycle{cycle}, next_op);
    recorder_->append(events, Cycle{cycle}, next_op);
  }
  if (s.stop != StopReason::running || !is_over())
    return false;
  MemoNode* const from = node_;
  if (!enter_node(s)) // the program has changed its code on the way
    return true;
  StretchDelta delta = difference(s, cycle, next_op, counters, ledger);
  delta.events = std::move(events);
  remember(*from, delta, *node_);
  return true;
}

void FastForward::Engine::grow(Decision& decision, const Decision& like) {
  if (decision.kind == Decision::Kind::unknown) {
    decision.kind = like.kind;
    decision.count = like.count;
    decision.path = like.path;
    table_.count_bytes(like.path.size() * sizeof(WrongStep));
    return;
  }
  STALLSCOPE_CHECK(decision.kind == like.kind && decision.count == like.count &&
                       decision.path == like.path,
                   "the same pipeline went two ways without an outcome between them");
}

/// Writes the way that was explored into the tree of decisions.
void FastForward::Engine::remember(MemoNode& from, const StretchDelta& delta, MemoNode& to) {
  using Kind = Decision::Kind;
  const std::vector<ExploredFact>& facts = explorer_.facts;
  const std::size_t sure = explorer_.sure_facts.value_or(facts.size());
  Decision* decision = &from.first;
  std::size_t begin = 0;
  MemoOutcome* last = nullptr;
  const auto follow = [&](const Decision& like, std::uint64_t key) {
    grow(*decision, like);
    last = decision->find(key);
    if (last == nullptr) {
      last = &decision->add(key);
      table_.count_bytes(sizeof(MemoOutcome) + delta.slots.size() * sizeof(StretchDelta::Slots) +
                         delta.events.bytes());
    }
  };
  const auto go_on = [&] {
    if (last != nullptr) {
      STALLSCOPE_CHECK(last->ends_in == nullptr, "a stretch goes on behind its end");
      if (last->then == nullptr)
        last->then = &table_.new_decision();
      decision = last->then;
    }
  };
  for (std::size_t i = 0; i < sure; ++i) {
    go_on();
    Decision like;
    like.kind = facts[i].kind;
    like.count = static_cast<std::uint32_t>(facts[i].steps - begin);
    like.path = facts[i].path;
    follow(like, facts[i].key);
    begin = facts[i].steps;
  }
  if (explorer_.sure_facts) {
    go_on();
    if (decision->kind == Kind::unknown) // else a trap on a way that is repeatable as a rule
      decision->kind = Kind::step;
    return;
  }
  if (begin < explorer_.steps.size() || last == nullptr) {
    go_on();
    Decision rest;
    rest.kind = Kind::none;
    rest.count = static_cast<std::uint32_t>(explorer_.steps.size() - begin);
    follow(rest, 0);
  }
  STALLSCOPE_CHECK(last->then == nullptr, "a stretch ends before its end");
  last->delta = delta;
  last->ends_in = &to;
}

/// The node the state is in stays.
void FastForward::Engine::forget_if_full() {
  if (table_.bytes() + code_->bytes() <= limits_.max_bytes)
    return;
  PackedState here = *node_->packed;
  table_.clear();
  code_->forget();
  node_ = &table_.intern(std::move(here));
  ++statistics_.forgotten;
}

FastForward::FastForward(const InOrderCore& core, Limits limits)
    : engine_(std::make_unique<Engine>(core, limits)) {}
FastForward::~FastForward() = default;

void FastForward::run(InOrderState& state, std::uint64_t until_cycle) {
  engine_->run(state, until_cycle, nullptr);
}

void FastForward::run(InOrderState& state, std::uint64_t until_cycle,
                      trace::RecordingSink& recorder) {
  engine_->run(state, until_cycle, &recorder);
}

const FastForward::Statistics& FastForward::statistics() const {
  return engine_->statistics();
}

} // namespace stallscope::core
