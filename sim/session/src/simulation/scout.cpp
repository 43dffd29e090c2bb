#include "simulation/scout.hpp"

#include "isa/registers.hpp"
#include "isa/written_code.hpp"

#include <algorithm>

namespace stallscope::session {

namespace {

using Kind = Condition::Kind;

constexpr std::uint64_t kFar = 1 << 20; ///< instructions executed ahead at once
/// Shorter ranges without a match do not pay: this many cycles are checked one by one.
constexpr std::uint64_t kNear = 64;

/// Registers after operations equal registers after instructions in program order.
bool follows_instructions(const isa::Program& program, RegId reg) {
  return program.isa != isa::Isa::riscv || reg < isa::kFirstFpRegister + 32;
}

} // namespace

Scout::Scout(const Simulation& simulation, std::vector<Condition> conditions)
    : simulation_(simulation), conditions_(std::move(conditions)) {
  for (const Condition& condition : conditions_)
    if (condition.kind == Kind::cycle)
      cycles_.push_back(condition.value);
  std::erase_if(conditions_, [](const Condition& c) { return c.kind == Kind::cycle; });
  const bool can_follow = std::all_of(conditions_.begin(), conditions_.end(), [&](const auto& c) {
    return c.kind != Kind::register_is || follows_instructions(simulation.program(), c.reg);
  });
  if (can_follow && !conditions_.empty() &&
      isa::ThreadedCode::is_supported(simulation.environment()))
    code_ = std::make_unique<isa::ThreadedCode>(
        simulation.program(), simulation.environment(),
        [this](const isa::Instruction& i) { return may_fulfil(i); });
}

/// An instruction fulfils a condition, or may when it is executed.
bool Scout::concerns(const Condition& condition, const isa::Instruction& instruction) const {
  const isa::Program& program = simulation_.program();
  switch (condition.kind) {
  case Kind::cycle:
    return false;
  case Kind::pc:
    return instruction.pc == condition.value;
  case Kind::line: {
    const std::uint32_t index = program.index_of(instruction.pc);
    if (index == isa::kNoIndex)
      return false;
    const isa::SourcePlace place = program.place_of(index);
    return place.line == condition.value && place.file == condition.file;
  }
  case Kind::register_is: {
    const auto written = program.micro_op(instruction.first_micro_op).destinations();
    return std::find(written.begin(), written.end(), condition.reg) != written.end();
  }
  case Kind::memory_access:
    return isa::access_bytes(instruction) != 0;
  }
  return true;
}

bool Scout::may_fulfil(const isa::Instruction& instruction) const {
  return std::any_of(conditions_.begin(), conditions_.end(),
                     [&](const Condition& c) { return concerns(c, instruction); });
}

/// The effect of an instruction fulfils some condition.
bool Scout::fulfils(const isa::ArchState& behind, const isa::Instruction& instruction,
                    const isa::Effect& effect) const {
  return std::any_of(conditions_.begin(), conditions_.end(), [&](const Condition& condition) {
    if (!concerns(condition, instruction))
      return false;
    if (condition.kind == Kind::register_is)
      return compares(condition.compare, static_cast<std::int64_t>(behind.regs[condition.reg]),
                      static_cast<std::int64_t>(condition.value));
    if (condition.kind == Kind::memory_access)
      return effect.bytes != 0 && (effect.address - condition.value < condition.bytes ||
                                   condition.value - effect.address < effect.bytes);
    return true;
  });
}

bool Scout::holds_now() const {
  return std::any_of(conditions_.begin(), conditions_.end(), [&](const Condition& condition) {
    return condition.kind == Kind::register_is && holds(condition, simulation_);
  });
}

std::uint64_t Scout::quiet_instructions() {
  isa::ArchState ahead = simulation_.right_path();
  const isa::Program& program = simulation_.program();
  isa::Environment environment = simulation_.environment();
  environment.output = nullptr;
  environment.deliver_traps = false;
  const std::uint64_t start = ahead.instructions;
  const auto done = [&] { return ahead.instructions - start; };
  code_->attach(ahead);
  while (done() < kFar) {
    code_->run(ahead, kFar - done());
    const std::uint32_t index = index_at(program, ahead, ahead.pc);
    if (index == isa::kNoIndex || !is_self_contained(program.instruction(index)))
      break;
    const isa::Instruction& instruction = program.instruction(index);
    const std::uint64_t before = done();
    const isa::Effect effect = execute(program, ahead, environment, 0);
    if (effect.trap != isa::Trap::none || fulfils(ahead, instruction, effect))
      return before;
    if (effect.bytes != 0) {
      code_->forget_page(effect.address);
      code_->forget_page(effect.address + effect.bytes - 1);
    }
  }
  return done();
}

std::uint64_t Scout::quiet_cycles() {
  const std::uint64_t now = simulation_.cycle();
  std::uint64_t cycles = kNever.value - now;
  for (const std::uint64_t at : cycles_)
    if (at > now)
      cycles = std::min(cycles, at - now - 1);
  if (conditions_.empty())
    return cycles;
  if (code_ == nullptr || simulation_.fetch_stopped() || simulation_.stopped())
    return 0;
  if (now < last_cycle_) // the session has gone back
    quiet_to_ = next_try_ = 0;
  last_cycle_ = now;
  const std::uint64_t executed = simulation_.arch().instructions;
  const std::uint64_t width = simulation_.fetch_width();
  if (executed + kNear * width > quiet_to_) {
    if (now < next_try_)
      return 0;
    next_try_ = now + kNear;
    if (executed >= quiet_to_) // operations in flight have not been checked
      quiet_from_ = simulation_.next_op();
    quiet_to_ = executed + quiet_instructions();
  }
  if (executed >= quiet_to_ || simulation_.oldest_op() < quiet_from_ || holds_now())
    return 0;
  // At full width, the instruction after the quiet range is fetched one cycle later at the
  // earliest.
  return std::min(cycles, (quiet_to_ - executed) / width);
}

} // namespace stallscope::session
