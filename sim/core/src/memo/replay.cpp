// Fast-forward along stored stretches.

#include "base/check.hpp"
#include "core/units/operand_latency.hpp"
#include "isa/written_code.hpp"
#include "memo/engine.hpp"
#include "memo/ledger_growth.hpp"
#include "memo/packed_state.hpp"

namespace stallscope::core {

/// Makes node_ the state's node; its instructions are executed from the right path on. False when
/// the table was cleared, because the code has changed.
bool FastForward::Engine::enter_node(InOrderState& s) {
  const bool new_code = code_->attach(s.arch);
  if (new_code)
    table_.clear();
  node_ = &table_.intern(pack(core_, s, limits_.records, packing_));
  is_at_node_ = true;
  fetch_pc_ = s.arch.pc;
  s.arch.pc = right_path_pc(s);
  return !new_code;
}

/// Follows stored stretches until the run stops or a cycle is near.
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
    const std::uint64_t executed = execute_decision(s, *decision, key);
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
    is_at_node_ = false;
    begin_stretch();
    decision = &node_->first;
  }
  bring_up_to_date(s);
  unpack(core_, *node_->packed, s, limits_.records);
}

/// Executes the instructions of a decision and finds its outcome. Returns how many completed.
std::uint64_t FastForward::Engine::execute_decision(InOrderState& s, Decision& decision,
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

/// Executes the wrong path after the last instruction, and undoes it.
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
    if (change.bytes != 0) { // the page may have been copied, which the translated code must notice
      code_->forget_page(change.address);
      code_->forget_page(change.address + change.bytes - 1);
    }
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

/// Adds the changes of the stretches since the last update. The state's pipeline is not updated
/// here.
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
      ledger_number(s.ledger, slots.index) += n * slots.count;
  }
  pending_.clear();
  s.ledger.cycles = s.cycle;
  STALLSCOPE_CHECK(s.cycle == cycle_ && s.next_op.value == next_op_,
                   "stretches do not add up to the cycle they ended in");
}

} // namespace stallscope::core
