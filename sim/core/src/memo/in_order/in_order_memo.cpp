#include "memo/in_order/in_order_memo.hpp"

#include "base/check.hpp"
#include "core/units/operand_latency.hpp"
#include "isa/written_code.hpp"
#include "memo/in_order/packed_state.hpp"

#include <bit>
#include <span>

namespace stallscope::core::memo {

namespace {

/// Environment of instructions with memoized outcomes: replay stops at a data access that takes
/// longer because it crosses a boundary, and the access is stepped.
isa::Environment smooth_environment(const InOrderCore& core) {
  isa::Environment environment = core.environment();
  if (core.plan().splits_accesses)
    environment.misaligned = isa::Misaligned::fault;
  return environment;
}

/// Whether the timing of a core is memoized. Predictor tables and caches determine the future
/// timing and their states rarely recur: machines with them are stepped. So are x86 programs: their
/// returns load the target, and the facts recorded of a wrong path do not contain everything on
/// which its timing depends.
bool timing_is_remembered(const InOrderCore& core) {
  return core.program().isa != isa::Isa::x86 && core.predictor().is_static() &&
         core.machine().caches.levels.empty();
}

} // namespace

InOrderMemo::InOrderMemo(const InOrderCore& core, const Limits& limits)
    : core_(core), limits_(limits),
      explorer_(core.program(), core.machine(), core.plan(), limits.records) {
  if (timing_is_remembered(core) && isa::ThreadedCode::is_supported(core.environment()))
    code_ = std::make_unique<isa::ThreadedCode>(core.program(), smooth_environment(core));
}

void InOrderMemo::step_to(InOrderState& s, std::uint64_t cycle) {
  if (recorder_ != nullptr) {
    core_.run(s, *recorder_, cycle);
  } else {
    trace::NullSink nothing;
    core_.run(s, nothing, cycle);
  }
}

/// Steps to a state that can be packed, if one is reached before a given cycle. When every state is
/// stored, the present state is a candidate as well.
void InOrderMemo::step_to_candidate(InOrderState& s, std::uint64_t before_cycle) {
  if (!limits_.everything)
    step_to(s, s.cycle + 1);
  while (!is_clean(core_, s) && s.stop == StopReason::running && s.cycle < before_cycle)
    step_to(s, s.cycle + 1);
}

bool InOrderMemo::can_pack(const InOrderState& s) const {
  return is_clean(core_, s);
}

std::uint64_t InOrderMemo::features_of(const InOrderState& s) {
  constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15; // odd multiplier without a regular bit pattern
  return std::rotr((s.arch.pc ^ s.in_flight) * kMix, 32);
}

std::string_view InOrderMemo::pack(const InOrderState& s, PackingBuffer& buffer) const {
  return core::pack(core_, s, limits_.records, buffer);
}

void InOrderMemo::forget() {
  code_->forget();
  events_.clear();
  event_bytes_ = 0;
}

/// Restores the timing of the packed state, and writes the script of the instructions executed
/// since.
void InOrderMemo::unpack(InOrderState& s, std::string_view packed) {
  write_script(s);
  core::unpack(core_, packed, s, limits_.records);
}

std::uint64_t InOrderMemo::cycles_for_operands(const InOrderState& s, std::uint32_t index) const {
  const isa::Instruction& instruction = core_.program().instruction(index);
  return operand_cycles(
      core_.plan().operand_latency[static_cast<std::size_t>(instruction.op_class)], instruction,
      s.arch.regs);
}

/// Executes the wrong path after the last instruction, and undoes it.
std::uint64_t InOrderMemo::look_at_wrong_path(InOrderState& s, const Work& work) {
  const std::uint64_t pc = s.arch.pc;
  std::uint64_t key = 0;
  for (const WrongStep& step : std::span(work.path, work.path_length)) {
    s.arch.pc = step.pc;
    if (work.kind == OutcomeKind::wrong_operands && &step == work.path + work.path_length - 1) {
      key = cycles_for_operands(s, step.instruction);
      break;
    }
    key =
        execute_speculatively(core_.program(), s.arch, core_.environment(), 0, wrong_path_changes_)
            .next_pc;
  }
  // The page may have been copied, and the translated code must use the copy.
  for (const isa::UndoEntry& change : wrong_path_changes_)
    if (change.bytes != 0) {
      code_->forget_page(change.address);
      code_->forget_page(change.address + change.bytes - 1);
    }
  roll_back(s.arch, wrong_path_changes_, 0);
  s.arch.pc = pc;
  return key;
}

void InOrderMemo::clear_script() {
  explorer_.script.clear();
  explorer_.wrong_script.clear();
  known_facts_ = 0;
}

/// The script for the explorer: the instructions executed since the last node.
void InOrderMemo::write_script(const InOrderState& s) {
  clear_script();
  const isa::Program& program = core_.program();
  std::uint64_t pc = stretch_pc_;
  for (std::size_t t = 0; t < replayed_.size(); ++t) {
    const Work& work = *replayed_[t].work;
    const bool is_complete = !has_left_ || t + 1 < replayed_.size();
    const std::uint64_t count = is_complete ? work.count : executed_of_last_;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint32_t index = index_at(program, s.arch, pc);
      const isa::Instruction& instruction = program.instruction(index);
      ExploredStep step{pc, pc + instruction.size, index, 0};
      if (instruction.op == isa::Op::jump || instruction.op == isa::Op::jump_link)
        step.next_pc = instruction.target;
      if (i + 1 == work.count) {
        if (work.kind == OutcomeKind::target)
          step.next_pc = replayed_[t].key;
        else if (work.kind == OutcomeKind::operands)
          step.operand_cycles = static_cast<std::uint8_t>(replayed_[t].key);
      }
      explorer_.script.push_back(step);
      pc = step.next_pc;
    }
    if (is_complete) {
      ++known_facts_;
      if (work.path_length != 0)
        explorer_.wrong_script.push_back(replayed_[t].key);
    }
  }
  has_left_ = false;
}

/// Number of complete outcomes behind those of the script, up to the first dependence on something
/// else.
std::size_t InOrderMemo::complete_parts() const {
  const std::size_t sure = explorer_.sure_facts.value_or(explorer_.facts.size());
  STALLSCOPE_CHECK(sure >= known_facts_, "stepping meets the outcomes that replay has met");
  return sure - known_facts_;
}

Part<InOrderMemo>& InOrderMemo::store_part(MemoTable<InOrderMemo>& table, std::size_t number,
                                           Part<InOrderMemo>* instead) const {
  const std::vector<ExploredFact>& facts = explorer_.facts;
  const std::size_t fact = known_facts_ + number;
  const std::size_t begin = fact == 0 ? 0 : facts[fact - 1].steps;
  Work work;
  if (number < complete_parts()) {
    work.kind = facts[fact].kind;
    work.count = static_cast<std::uint32_t>(facts[fact].steps - begin);
    work.path_length = facts[fact].path.size();
    work.path = table.keep(std::span(facts[fact].path));
  } else if (explorer_.sure_facts) {
    work.kind = OutcomeKind::step;
  } else {
    work.count = static_cast<std::uint32_t>(explorer_.steps.size() - begin);
  }
  Part<InOrderMemo>& part = instead != nullptr ? *instead : table.make_part({});
  part.work = work;
  return part;
}

InOrderMemo::Addition InOrderMemo::addition(const InOrderState& /*s*/) {
  if (!limits_.records)
    return {};
  event_bytes_ += explored_events_.bytes();
  return {&events_.emplace_back(std::move(explored_events_))};
}

/// True when the run has stopped, because everything in flight has completed.
bool InOrderMemo::is_followed(const InOrderState& s, OpId unfollowed) {
  if (s.stop == StopReason::running)
    for (const LaneContent& lane : s.lanes)
      for (unsigned i = 0; i < lane.count; ++i)
        if (s.ops[lane.slots[i]].id <= unfollowed)
          return false;
  return true;
}

} // namespace stallscope::core::memo
