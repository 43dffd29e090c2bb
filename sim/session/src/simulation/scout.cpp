#include "simulation/scout.hpp"

#include "isa/written_code.hpp"

#include <algorithm>

namespace stallscope::session {

namespace {

using Kind = Condition::Kind;

constexpr std::uint64_t kFar = 1 << 20; ///< maximum number of instructions executed ahead at a time
/// Cycles checked one by one after a short range, because short ranges without a match do not pay.
constexpr std::uint64_t kNear = 64;

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

bool Scout::may_fulfil(const isa::Instruction& instruction) const {
  return std::any_of(conditions_.begin(), conditions_.end(), [&](const Condition& c) {
    return session::may_fulfil(c, simulation_.program(), instruction);
  });
}

/// The effect of an instruction fulfils one of the conditions.
bool Scout::fulfils(const isa::ArchState& behind, const isa::Instruction& instruction,
                    const isa::Effect& effect) const {
  return std::any_of(conditions_.begin(), conditions_.end(), [&](const Condition& c) {
    return session::may_fulfil(c, simulation_.program(), instruction, behind, effect);
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
