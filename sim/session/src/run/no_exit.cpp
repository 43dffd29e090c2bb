#include "run/no_exit.hpp"

#include "isa/comparison.hpp"
#include "isa/executor.hpp"
#include "isa/written_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace stallscope::session {

namespace {

/// Instructions executed before each look: a program may first do something else.
constexpr std::array<std::uint64_t, 2> kLooks{4096, 65536};
constexpr std::size_t kMostReached = 1024; ///< instructions of a loop
constexpr std::uint64_t kShownOfLoop = 100;
/// Sums of constants that overflow later are as good as endless.
constexpr std::uint64_t kFarOverflow = 1'000'000;

using LoopPosition =
    std::pair<std::uint64_t, std::uint64_t>; ///< pc and, with delay slots, the next one

/// Input that has not come yet: who asks for it may be answered in any way.
class NoInputYet final : public isa::InputSource {
public:
  [[nodiscard]] std::string_view text() const override { return {}; }
  [[nodiscard]] std::uint64_t piece_end(std::uint64_t offset) const override { return offset; }
  Wait wait() override { return Wait::interrupted; }
  [[nodiscard]] bool has_ended() const override { return false; }
  [[nodiscard]] bool is_terminal() const override { return false; }
};

class ExitSearch {
public:
  ExitSearch(const isa::Program& program, const machine::Machine& machine,
             const RunOptions& options)
      : program_(program), state_(isa::initial_state(program)) {
    environment_.input = options.input;
    if (options.input_source != nullptr)
      environment_.input_source = &no_input_;
    environment_.delay_slots = machine.delay_slot;
    environment_.misaligned = machine.misaligned;
    environment_.undeclared = machine.undeclared;
  }

  std::optional<UnsetBound> result() {
    for (const std::uint64_t look : kLooks) {
      if (!execute_to(look))
        return std::nullopt;
      if (find_reached() && cannot_trap())
        return counts() ? std::optional(judge()) : std::nullopt;
    }
    return std::nullopt;
  }

private:
  bool execute_to(std::uint64_t instructions) {
    while (state_.instructions < instructions) {
      const isa::Effect effect =
          isa::execute(program_, state_, environment_, state_.instructions + 1);
      if (effect.trap != isa::Trap::none || effect.exception)
        return false;
    }
    return true;
  }

  bool find_reached();
  bool add_successors(const LoopPosition& at, const isa::Instruction& i);
  bool cannot_trap();
  bool keeps_address(const isa::Instruction& i) const;
  bool cannot_overflow(const isa::Instruction& i, std::uint32_t index);
  [[nodiscard]] bool counts() const;
  UnsetBound judge() const;
  [[nodiscard]] std::uint64_t entered() const;

  const isa::Program& program_;
  NoInputYet no_input_;
  isa::Environment environment_;
  isa::ArchState state_;
  std::vector<LoopPosition> open_;
  std::set<LoopPosition> reached_;
  std::set<std::uint32_t> indices_; ///< of the instructions reached
  std::multiset<RegId> written_;    ///< by them
  std::uint64_t until_overflow_ = std::numeric_limits<std::uint64_t>::max();
  std::uint32_t overflowing_ = isa::kNoIndex; ///< the first sum that overflows then
};

/// False: an instruction that is reached may be a way out, or there are too many.
bool ExitSearch::find_reached() {
  reached_.clear();
  indices_.clear();
  written_.clear();
  open_ = {{state_.pc, environment_.delay_slots ? state_.npc : 0}};
  while (!open_.empty()) {
    const LoopPosition at = open_.back();
    open_.pop_back();
    if (!reached_.insert(at).second)
      continue;
    const std::uint32_t index = index_at(program_, state_, at.first);
    if (index == isa::kNoIndex || reached_.size() > kMostReached)
      return false;
    const isa::Instruction& i = program_.instruction(index);
    if (!is_self_contained(i) || !add_successors(at, i))
      return false;
    if (indices_.insert(index).second)
      for (const isa::MicroOp& op : program_.micro_ops_of(i))
        for (const RegId reg : op.destinations())
          written_.insert(reg);
  }
  return true;
}

bool ExitSearch::add_successors(const LoopPosition& at, const isa::Instruction& i) {
  const bool is_jump = isa::is_jump(i.op_class);
  const bool is_branch = i.op_class == isa::OpClass::branch;
  if (is_jump && i.target == 0)
    return false; // indirect
  const std::uint64_t next = at.first + i.size;
  if (!environment_.delay_slots) {
    if (!is_jump)
      open_.push_back({next, 0});
    if (is_jump || is_branch)
      open_.push_back({i.target, 0});
    return true;
  }
  if (!is_jump)
    open_.push_back({at.second, at.second + i.size});
  if (is_jump || is_branch)
    open_.push_back({at.second, i.target});
  return true;
}

bool ExitSearch::cannot_trap() {
  until_overflow_ = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint32_t index : indices_) {
    const isa::Instruction& i = program_.instruction(index);
    switch (i.op) {
    case isa::Op::add_overflow:
    case isa::Op::sub_overflow:
    case isa::Op::addw_overflow:
    case isa::Op::subw_overflow:
      if (!cannot_overflow(i, index))
        return false;
      break;
    case isa::Op::div_trap:
    case isa::Op::rem_trap:
    case isa::Op::rdiv_trap:
    case isa::Op::rrem_trap:
    case isa::Op::x86_div:
    case isa::Op::x86_idiv:
      return false;
    default:
      if (isa::access_bytes(i) != 0 && !keeps_address(i))
        return false;
      break;
    }
  }
  return until_overflow_ > kFarOverflow;
}

/// The access is always to the same address, and does not trap there.
bool ExitSearch::keeps_address(const isa::Instruction& i) const {
  for (const isa::MicroOp& op : program_.micro_ops_of(i))
    for (const isa::RegisterRead& read : op.sources())
      if (read.role != isa::OperandRole::store_data && written_.contains(read.reg))
        return false;
  isa::ArchState state = state_;
  state.pc = i.pc;
  state.npc = i.pc + i.size;
  const isa::Effect effect = isa::execute(program_, state, environment_, state.instructions + 1);
  return effect.trap == isa::Trap::none && !effect.exception;
}

/// Both operands stay as they are, or a constant is added to a register that nothing else changes.
bool ExitSearch::cannot_overflow(const isa::Instruction& i, std::uint32_t index) {
  if (const auto increment = isa::increment_of(i);
      increment && written_.count(increment->reg) == 1) {
    const bool is_word = increment->bits == 32 || program_.xlen == 32;
    const auto most = is_word ? std::int64_t{std::numeric_limits<std::int32_t>::max()}
                              : std::numeric_limits<std::int64_t>::max();
    const auto value = static_cast<std::int64_t>(state_.regs[increment->reg]);
    const std::int64_t by = increment->by;
    if (by == 0)
      return true;
    const auto room =
        by > 0 ? static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(value)
               : static_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(most) + 1;
    const auto step = static_cast<std::uint64_t>(by);
    const std::uint64_t times = room / (by > 0 ? step : 0 - step);
    if (times < until_overflow_) {
      until_overflow_ = times;
      overflowing_ = index;
    }
    return true;
  }
  return keeps_address(i); // neither source changes: as in this execution
}

/// A register to which only a constant is added changes, so that no state repeats before it wraps
/// around. Of a loop without one the run itself finds the repetition, with its period.
bool ExitSearch::counts() const {
  isa::ArchState later = state_;
  while (later.instructions < state_.instructions + kLooks.back())
    (void)isa::execute(program_, later, environment_, later.instructions + 1);
  return std::any_of(indices_.begin(), indices_.end(), [&](std::uint32_t index) {
    const auto increment = isa::increment_of(program_.instruction(index));
    return increment && increment->bits >= 32 && written_.count(increment->reg) == 1 &&
           later.regs[increment->reg] != state_.regs[increment->reg];
  });
}

/// Instructions before the first of the loop.
std::uint64_t ExitSearch::entered() const {
  isa::ArchState state = isa::initial_state(program_);
  std::uint64_t last_outside = 0;
  while (state.instructions < state_.instructions) {
    const std::uint32_t index = index_at(program_, state, state.pc);
    if (!indices_.contains(index))
      last_outside = state.instructions + 1;
    (void)isa::execute(program_, state, environment_, state.instructions + 1);
  }
  return last_outside;
}

UnsetBound ExitSearch::judge() const {
  const auto named = [&](std::uint32_t index) {
    const isa::SourcePlace place = program_.place_of(index);
    return place.line == 0
               ? fmt::format("'{}'", program_.text_of(index))
               : fmt::format("'{}' at {}:{}", program_.text_of(index), place.file, place.line);
  };
  UnsetBound bound;
  bound.instructions = entered() + kShownOfLoop;
  bound.sentence = fmt::format(
      "stopped after {} instructions of a loop that never ends: no instruction that can be reached "
      "from {} on leaves it{}; --limit N lets it go on for longer",
      bound.instructions, named(*indices_.begin()),
      overflowing_ == isa::kNoIndex ? std::string()
                                    : fmt::format(", before {} overflows, in {} rounds",
                                                  named(overflowing_), until_overflow_));
  return bound;
}

} // namespace

std::optional<UnsetBound> find_no_exit(const isa::Program& program, const machine::Machine& machine,
                                       const RunOptions& options) {
  return ExitSearch(program, machine, options).result();
}

} // namespace stallscope::session
