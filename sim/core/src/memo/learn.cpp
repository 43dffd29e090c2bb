// Fast-forward through unknown states: steps the pipeline and stores what it did in the memo table.

#include "base/check.hpp"
#include "in_order/cycle.hpp"
#include "isa/written_code.hpp"
#include "memo/engine.hpp"
#include "memo/ledger_growth.hpp"
#include "memo/packed_state.hpp"

namespace stallscope::core {

namespace {

/// Instruction and cycle limits of a stretch without outcomes.
constexpr std::size_t kLongStretch = 64;
/// Cycles after which a stretch without an end is stepped on without being stored.
constexpr std::uint64_t kGiveUp = 1024;

} // namespace

/// The script for the explorer: the instructions executed since the last node. Those of the last
/// decision may be incomplete.
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

namespace {

StretchDelta difference(const InOrderState& s, std::uint64_t cycle, OpId next_op,
                        const InOrderCounters& counters, const trace::Ledger& ledger) {
  StretchDelta delta;
  delta.cycles = s.cycle - cycle;
  delta.operations = s.next_op.value - next_op.value;
  delta.counters = {s.counters.retired - counters.retired, s.counters.fetched - counters.fetched,
                    s.counters.flushed - counters.flushed, s.counters.branches - counters.branches,
                    s.counters.mispredictions - counters.mispredictions};
  for_each_growth(ledger, s.ledger, [&delta](std::size_t index, std::uint64_t count) {
    delta.slots.push_back({static_cast<std::uint16_t>(index), static_cast<std::uint32_t>(count)});
  });
  return delta;
}

} // namespace

/// Steps from node_ to the next state that can be packed after an instruction with an outcome, and
/// stores the way. The instructions in the explorer's script have been executed already. False when
/// the run stops, or when there is no such state: a loop of one jump can have a wrong path in
/// flight in every cycle.
bool FastForward::Engine::explore(InOrderState& s) {
  bring_up_to_date(s);
  forget_if_full();
  if (is_at_node_)
    s.arch.pc = fetch_pc_;
  else
    unpack(core_, *node_->packed, s, limits_.records);
  is_at_node_ = false;
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
  if (!enter_node(s)) // the program has modified its own code meanwhile
    return true;
  StretchDelta delta = difference(s, cycle, next_op, counters, ledger);
  delta.events = std::move(events);
  remember(*from, delta, *node_);
  return true;
}

namespace {

/// A path down a tree of decisions; missing nodes are created.
class Way {
public:
  Way(MemoTable& table, Decision& first) : table_(table), at_(&first) {}

  /// The decision after the last outcome.
  Decision& decision() {
    if (last_ != nullptr) {
      STALLSCOPE_CHECK(last_->ends_in == nullptr, "a stretch goes on behind its end");
      if (last_->then == nullptr)
        last_->then = &table_.new_decision();
      at_ = last_->then;
    }
    return *at_;
  }

  /// Follows the outcome with this key of the decision, creating it when it is new; the decision is
  /// initialised from `like`. A new outcome counts as `bytes`.
  void take(const Decision& like, std::uint64_t key, std::uint64_t bytes) {
    Decision& here = decision();
    // Stepped when an instruction trapped there earlier that does not always trap.
    if (here.kind == Decision::Kind::unknown || here.kind == Decision::Kind::step) {
      here.kind = like.kind;
      here.count = like.count;
      here.path = like.path;
      table_.count_bytes(like.path.size() * sizeof(WrongStep));
    }
    STALLSCOPE_CHECK(here.kind == like.kind && here.count == like.count && here.path == like.path,
                     "the same pipeline went two ways without an outcome between them");
    last_ = here.find(key);
    if (last_ == nullptr) {
      last_ = &here.add(key);
      table_.count_bytes(bytes);
    }
  }

  [[nodiscard]] MemoOutcome* last() const { return last_; }

private:
  MemoTable& table_;
  Decision* at_;
  MemoOutcome* last_ = nullptr;
};

} // namespace

/// Inserts the explored path into the tree of decisions.
void FastForward::Engine::remember(MemoNode& from, const StretchDelta& delta, MemoNode& to) {
  const std::vector<ExploredFact>& facts = explorer_.facts;
  const std::size_t sure = explorer_.sure_facts.value_or(facts.size());
  const std::uint64_t bytes =
      sizeof(MemoOutcome) + delta.slots.size() * sizeof(StretchDelta::Slots) + delta.events.bytes();
  Way way(table_, from.first);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < sure; ++i) {
    Decision like;
    like.kind = facts[i].kind;
    like.count = static_cast<std::uint32_t>(facts[i].steps - begin);
    like.path = facts[i].path;
    way.take(like, facts[i].key, bytes);
    begin = facts[i].steps;
  }
  if (explorer_.sure_facts) {
    Decision& open = way.decision();
    if (open.kind == Decision::Kind::unknown) // otherwise: a trap on a path that is usually
                                              // repeatable
      open.kind = Decision::Kind::step;
    return;
  }
  if (begin < explorer_.steps.size() || way.last() == nullptr) {
    Decision rest;
    rest.kind = Decision::Kind::none;
    rest.count = static_cast<std::uint32_t>(explorer_.steps.size() - begin);
    way.take(rest, 0, bytes);
  }
  STALLSCOPE_CHECK(way.last()->then == nullptr, "a stretch ends before its end");
  way.last()->delta = delta;
  way.last()->ends_in = &to;
}

/// Keeps the node that the state is in.
void FastForward::Engine::forget_if_full() {
  if (table_.bytes() + code_->bytes() <= limits_.max_bytes)
    return;
  const PackedState here = *node_->packed;
  table_.clear();
  code_->forget();
  node_ = &table_.intern(here);
  ++statistics_.forgotten;
}

} // namespace stallscope::core
