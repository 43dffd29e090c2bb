#include "run/unset_bound.hpp"

#include "isa/branch_condition.hpp"
#include "isa/comparison.hpp"
#include "isa/executor.hpp"
#include "isa/written_code.hpp"
#include "run/describe_end.hpp"
#include "run/no_exit.hpp"
#include "run/round_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <vector>

namespace stallscope::session {

namespace {

constexpr std::uint64_t kExecutedBefore = 4096; ///< the loop has begun by then
constexpr std::size_t kLongestRound = 512;
constexpr std::uint64_t kShownInstructions = 100;
constexpr std::uint64_t kShownRounds = 8;
constexpr std::uint64_t kFarFault = 1'000'000; ///< rounds to a fault that are as good as endless
/// A loop whose bound the program never sets is run all the same when it ends within so many
/// instructions: some seconds.
constexpr std::uint64_t kNearEnd = 100'000'000;

using Step = RoundStep;
using Comparison = RoundComparison;

class Search {
public:
  Search(const isa::Program& program, const machine::Machine& machine)
      : program_(program), state_(isa::initial_state(program)), initial_(state_) {
    environment_.delay_slots = machine.delay_slot;
    environment_.misaligned = machine.misaligned;
    environment_.undeclared = machine.undeclared;
    memory_is_zero_ = program.data.empty();
  }

  std::optional<UnsetBound> result() {
    while (executed_.size() < kExecutedBefore)
      if (!step())
        return std::nullopt;
    begin_ = executed_.size();
    const isa::ArchState before = state_;
    do
      if (executed_.size() - begin_ == kLongestRound || !step())
        return std::nullopt;
    while (state_.pc != before.pc || state_.npc != before.npc);
    if (state_.regs == before.regs && state_.memory == before.memory)
      return std::nullopt; // it repeats, which the run finds itself
    return find_steps() && find_comparisons() ? judge() : std::nullopt;
  }

private:
  struct Executed {
    std::uint32_t index = 0;
    std::uint64_t a = 0;
    std::uint64_t b = 0;
  };

  bool step();
  void note_comparison(std::uint32_t index);
  void note_writers(std::uint32_t index, const isa::Instruction& i);
  [[nodiscard]] const isa::Instruction* setter_for(const isa::Instruction& branch) const;
  bool find_steps();
  void find_walking_stores();
  bool find_comparisons();
  std::optional<UnsetBound> judge();
  [[nodiscard]] std::uint64_t period() const { return executed_.size() - begin_; }
  [[nodiscard]] bool is_unset(RegId reg) const;
  [[nodiscard]] bool is_bound_unset(const Comparison& c) const;
  [[nodiscard]] bool is_all_unset(const isa::Comparison& c) const;
  [[nodiscard]] std::uint64_t rounds_to_fault(const Comparison& c) const;
  [[nodiscard]] std::uint64_t far_rounds(const Comparison& c) const;
  [[nodiscard]] bool is_zero_load(const isa::Instruction& i) const;
  [[nodiscard]] std::optional<RegId> unset_register(const Comparison& c) const;
  [[nodiscard]] std::optional<std::int64_t> bound_for(RegId reg, const Comparison& c) const;
  /// `reg`: the one that is not set; kNoRegister: what is compared is loaded.
  [[nodiscard]] std::string sentence(const Comparison& c, std::uint64_t rounds, RegId reg,
                                     std::uint64_t shown) const;
  [[nodiscard]] std::uint64_t first_execution(std::uint32_t index) const {
    return static_cast<std::uint64_t>(
        std::find_if(executed_.begin(), executed_.end(),
                     [index](const Executed& one) { return one.index == index; }) -
        executed_.begin());
  }
  /// Registers that do not read as what is written to them.
  [[nodiscard]] bool is_zero(RegId reg) const {
    return reg == 0 && (program_.isa == isa::Isa::mips || program_.isa == isa::Isa::riscv);
  }

  const isa::Program& program_;
  isa::Environment environment_;
  isa::ArchState state_;
  isa::ArchState initial_;
  std::vector<Executed> executed_;
  std::uint32_t setter_ = isa::kNoIndex;   ///< x86: the last instruction that has written flags
  bool setter_holds_ = false;              ///< its operands have not changed since
  std::map<RegId, std::uint32_t> writers_; ///< the last, while its operands have not changed
  bool memory_is_zero_ = false;            ///< where it can be read: no data, and nothing is stored
  std::set<RegId> loaded_;                 ///< by the round, from such memory
  std::uint64_t stored_by_ = 0; ///< bytes by which a store to undeclared memory walks in a round
  std::map<std::uint32_t, std::optional<isa::Comparison>> compared_; ///< by branch; none: not known
  std::size_t begin_ = 0;                                            ///< of the round
  std::map<RegId, Step> steps_;
  std::vector<Comparison> comparisons_;
  std::set<RegId> changed_otherwise_; ///< registers that the round does not change by a constant
  std::set<RegId> set_before_; ///< registers that instructions outside the round have written
};

bool Search::step() {
  const std::uint32_t index = index_at(program_, state_, state_.pc);
  if (index == isa::kNoIndex || !is_self_contained(program_.instruction(index)))
    return false;
  const isa::Instruction& i = program_.instruction(index);
  executed_.push_back({index, 0, 0});
  if (i.op_class == isa::OpClass::branch)
    note_comparison(index);
  const isa::Effect effect = isa::execute(program_, state_, environment_, executed_.size());
  memory_is_zero_ = memory_is_zero_ && !isa::writes_memory(i);
  note_writers(index, i);
  if (setter_ != isa::kNoIndex) {
    const isa::Instruction& setter = program_.instruction(setter_);
    for (const isa::MicroOp& op : program_.micro_ops_of(i))
      for (const RegId reg : op.destinations())
        setter_holds_ = setter_holds_ && reg != setter.rs1 && reg != setter.rs2;
  }
  if (isa::sets_flags(i)) {
    setter_ = index;
    setter_holds_ = true;
  }
  return effect.trap == isa::Trap::none && !effect.exception;
}

/// Keeps, of each register, who has written it last, unless its operands have changed since.
void Search::note_writers(std::uint32_t index, const isa::Instruction& i) {
  if (isa::is_x86(i.op))
    return; // there flags are compared
  for (const isa::MicroOp& op : program_.micro_ops_of(i))
    for (const RegId reg : op.destinations()) {
      std::erase_if(writers_, [&](const auto& of) {
        const isa::Instruction& writer = program_.instruction(of.second);
        return of.first == reg || writer.rs1 == reg || (!writer.has_immediate && writer.rs2 == reg);
      });
      if (reg == i.rd && i.rs1 != reg && (i.has_immediate || i.rs2 != reg))
        writers_[reg] = index;
    }
}

/// The instruction that has set what the branch tests.
const isa::Instruction* Search::setter_for(const isa::Instruction& branch) const {
  if (setter_holds_)
    return &program_.instruction(setter_);
  const bool has_zero = program_.isa == isa::Isa::mips || program_.isa == isa::Isa::riscv;
  const std::optional<RegId> tested = isa::tested_register(branch, has_zero);
  const auto found = tested ? writers_.find(*tested) : writers_.end();
  return found == writers_.end() ? nullptr : &program_.instruction(found->second);
}

/// What the branch about to be executed compares; unlike an earlier execution: nothing certain.
void Search::note_comparison(std::uint32_t index) {
  const isa::Instruction& branch = program_.instruction(index);
  const auto now = isa::comparison_of(branch, setter_for(branch));
  const auto [before, is_first] = compared_.try_emplace(index, now);
  if (!is_first && before->second != now)
    before->second.reset();
  if (!now)
    return;
  executed_.back().a = now->extended(state_.regs[now->a]);
  executed_.back().b = now->extended(
      now->b == kNoRegister ? static_cast<std::uint64_t>(now->constant) : state_.regs[now->b]);
}

/// What the round changes by constants; false: where it goes depends on more than branches.
bool Search::find_steps() {
  std::vector<bool> of_round(program_.code.size());
  std::set<RegId> added;
  for (std::size_t n = begin_; n < executed_.size(); ++n) {
    const isa::Instruction& i = program_.instruction(executed_[n].index);
    of_round.at(executed_[n].index) = true;
    if (is_jump(i.op_class) && i.target == 0)
      return false;
    for (const isa::MicroOp& op : program_.micro_ops_of(i))
      for (const RegId reg : op.destinations()) {
        const auto increment = isa::increment_of(i);
        const bool adds = increment && increment->reg == reg;
        if (is_zero_load(i))
          loaded_.insert(reg);
        else if (!adds)
          changed_otherwise_.insert(reg);
        else
          added.insert(reg);
        Step& step = steps_[reg];
        step.by += adds ? increment->by : 0;
        step.overflows = step.overflows || (adds && increment->overflows);
        if (program_.xlen == 32 || (adds && increment->bits == 32))
          step.width = 32;
      }
  }
  for (const RegId reg : loaded_) // 0 each time, unless something is added to it
    if (added.contains(reg))
      changed_otherwise_.insert(reg);
  for (const RegId reg : changed_otherwise_)
    steps_.erase(reg);
  find_walking_stores();
  for (std::size_t n = 0; n < begin_; ++n)
    if (!of_round.at(executed_[n].index))
      for (const isa::MicroOp& op : program_.micro_ops_of(program_.instruction(executed_[n].index)))
        for (const RegId reg : op.destinations())
          set_before_.insert(reg);
  return true;
}

/// A load from memory that is 0 everywhere, and can be read everywhere, as undeclared memory has
/// been read.
bool Search::is_zero_load(const isa::Instruction& i) const {
  const isa::MicroOp& first = program_.micro_op(i.first_micro_op);
  return memory_is_zero_ && state_.platform->first_undeclared && i.micro_op_count == 1 &&
         is_load(first.op_class) && first.write_count == 1 && isa::access_bytes(i) != 0 &&
         !isa::demands_alignment(i) && environment_.misaligned != isa::Misaligned::fault;
}

/// By how far stores of the round through registers that it changes by constants come in a round.
void Search::find_walking_stores() {
  if (environment_.undeclared != isa::Undeclared::zero)
    return;
  for (std::size_t n = begin_; n < executed_.size(); ++n) {
    const isa::Instruction& i = program_.instruction(executed_[n].index);
    if (!is_store(i.op_class))
      continue;
    std::uint64_t by = 0;
    for (const isa::MicroOp& op : program_.micro_ops_of(i))
      for (const isa::RegisterRead& read : op.sources())
        if (const auto step = steps_.find(read.reg);
            read.role != isa::OperandRole::store_data && step != steps_.end() && is_unset(read.reg))
          by = static_cast<std::uint64_t>(std::abs(step->second.by));
    stored_by_ = std::max(stored_by_, by);
  }
}

bool Search::find_comparisons() {
  for (std::size_t n = begin_; n < executed_.size(); ++n) {
    const isa::Instruction& i = program_.instruction(executed_[n].index);
    if (i.op_class != isa::OpClass::branch)
      continue;
    const std::optional<isa::Comparison>& of = compared_.at(executed_[n].index);
    if (!of)
      return false;
    Comparison c{executed_[n].index, *of, executed_[n].a, executed_[n].b, {}, {}};
    for (const auto& [reg, step] : {std::pair{of->a, &c.step_a}, std::pair{of->b, &c.step_b}}) {
      if (reg == kNoRegister || is_zero(reg))
        continue;
      if (changed_otherwise_.contains(reg))
        return false;
      if (const auto found = steps_.find(reg); found != steps_.end())
        *step = found->second;
    }
    if (program_.xlen == 32 || of->bits == 32)
      c.step_a.width = c.step_b.width = 32;
    comparisons_.push_back(c);
  }
  return !comparisons_.empty();
}

bool Search::is_unset(RegId reg) const {
  return !set_before_.contains(reg) && !loaded_.contains(reg) && initial_.regs[reg] == 0;
}

/// None of its operands is loaded or a value that the program has chosen.
bool Search::is_all_unset(const isa::Comparison& c) const {
  return is_unset(c.a) && (c.b == kNoRegister ? c.constant == 0 : is_unset(c.b));
}

/// Rounds to an overflow that traps, or until stores have used up undeclared memory.
std::uint64_t Search::rounds_to_fault(const Comparison& c) const {
  const std::uint64_t to_trap = rounds_to_trap(c);
  if (stored_by_ == 0)
    return to_trap;
  const std::uint64_t block = std::min(stored_by_, isa::kUndeclaredBlockBytes);
  return std::min(to_trap, isa::kMaxUndeclaredBlocks * isa::kUndeclaredBlockBytes / block);
}

/// Nothing has set what the register that changes is compared with; compared with 0, the register
/// itself.
bool Search::is_bound_unset(const Comparison& c) const {
  if (c.of.b == kNoRegister || is_zero(c.of.b))
    return is_unset(c.of.a) && (c.of.b != kNoRegister || c.of.constant == 0);
  if (is_zero(c.of.a))
    return is_unset(c.of.b);
  if ((c.step_a.by != 0) != (c.step_b.by != 0))
    return is_unset(c.step_a.by != 0 ? c.of.b : c.of.a);
  return is_all_unset(c.of);
}

/// Rounds that are waited for: to the standard limit where a bound is set.
std::uint64_t Search::far_rounds(const Comparison& c) const {
  if (!is_bound_unset(c))
    return kStandardLimit / period();
  const std::uint64_t near = kNearEnd / period();
  const bool faults_before = rounds_to_fault(c) <= rounds_alike_modulo(c);
  return is_all_unset(c.of) && faults_before ? std::min(kFarFault, near) : near;
}

/// One that nothing sets but the round itself: that a value of which ends the loop, that changes.
std::optional<RegId> Search::unset_register(const Comparison& c) const {
  std::optional<RegId> found;
  int merit = -1;
  for (const RegId reg : {c.of.a, c.of.b}) {
    if (reg == kNoRegister || is_zero(reg) || !is_unset(reg))
      continue;
    const int own = (bound_for(reg, c) ? 2 : 0) + (steps_.count(reg) != 0 ? 1 : 0);
    if (own > merit)
      found = reg;
    merit = std::max(merit, own);
  }
  return found;
}

/// With which the branch goes the other way in the tenth round, and not before; nullopt: none
/// found.
std::optional<std::int64_t> Search::bound_for(RegId reg, const Comparison& c) const {
  constexpr std::uint64_t kRounds = 10;
  const Executed& first = executed_.at(first_execution(c.index));
  const bool is_a = reg == c.of.a;
  const auto step_a = static_cast<std::uint64_t>(c.step_a.by);
  const auto step_b = static_cast<std::uint64_t>(c.step_b.by);
  const std::uint64_t distance =
      first.b + (kRounds - 1) * step_b - first.a - (kRounds - 1) * step_a;
  const bool way = isa::is_taken(c.of.op, c.a, c.b);
  for (const std::uint64_t off : {std::uint64_t{0}, std::uint64_t{1}, kForEver}) {
    const std::uint64_t value = (is_a ? distance : -distance) + off;
    std::uint64_t alike = 0;
    for (; alike < kRounds; ++alike)
      if (isa::is_taken(c.of.op, first.a + (is_a ? value : 0) + alike * step_a,
                        first.b + (is_a ? 0 : value) + alike * step_b) != way)
        break;
    if (alike == kRounds - 1)
      return static_cast<std::int64_t>(value);
  }
  return std::nullopt;
}

std::string Search::sentence(const Comparison& c, std::uint64_t rounds, RegId reg,
                             std::uint64_t shown) const {
  const isa::SourcePlace place = program_.place_of(c.index);
  const std::string where = place.line == 0 ? "" : fmt::format(" at {}:{}", place.file, place.line);
  const std::string times =
      rounds == kForEver ? std::string("for ever") : fmt::format("at least {} times more", rounds);
  if (reg == kNoRegister)
    return fmt::format("stopped after {} instructions of a loop without a bound: '{}'{} goes the "
                       "same way {}, as it compares what is loaded from memory that the program "
                       "neither declares nor writes, which is 0; .data gives it values, --limit N "
                       "lets it go on for longer",
                       shown, program_.text_of(c.index), where, times);
  const std::string name = program_.register_names.at(reg);
  const std::optional<std::int64_t> bound = bound_for(reg, c);
  const std::string remedy =
      bound ? fmt::format("--reg {}={} ends the loop after ten rounds", name, *bound)
            : fmt::format("--reg {}=VALUE gives it another value", name);
  return fmt::format("stopped after {} instructions of a loop without a bound: '{}'{} goes the "
                     "same way {}, as {} begins with 0 and nothing else sets it; {}, --limit N "
                     "lets it go on for longer",
                     shown, program_.text_of(c.index), where, times, name, remedy);
}

std::optional<UnsetBound> Search::judge() {
  const Comparison* nearest = nullptr;
  std::uint64_t least = kForEver;
  for (const Comparison& c : comparisons_) {
    const std::uint64_t rounds = rounds_alike(c);
    if (rounds <= far_rounds(c))
      return std::nullopt;
    if (nearest == nullptr || rounds < least) {
      nearest = &c;
      least = rounds;
    }
  }
  std::optional<RegId> reg = unset_register(*nearest);
  if (loaded_.contains(nearest->of.a) || loaded_.contains(nearest->of.b))
    reg = kNoRegister;
  if (!reg)
    return std::nullopt;
  const std::uint64_t begin = first_execution(executed_[begin_].index);
  const std::uint64_t rounds =
      std::max(kShownRounds, (kShownInstructions + period() - 1) / period());
  UnsetBound bound;
  bound.instructions = begin + rounds * period();
  bound.sentence = sentence(*nearest, least, *reg, bound.instructions);
  return bound;
}

} // namespace

std::optional<UnsetBound> find_unset_bound(const isa::Program& program,
                                           const machine::Machine& machine,
                                           const RunOptions& options) {
  constexpr std::uint64_t kFirstCycles = 1000;
  const bool looks_further =
      options.record && (options.from_cycle > kFirstCycles ||
                         (options.to_cycle != kNever.value && options.to_cycle > kFirstCycles));
  if (options.limit_kind != LimitKind::standard || options.until || options.from_op ||
      looks_further || options.limit_cycles != kNever.value || program.decoded ||
      program.platform != isa::Platform::simple)
    return std::nullopt;
  if (auto found = Search(program, machine).result())
    return found;
  return find_no_exit(program, machine, options);
}

} // namespace stallscope::session
