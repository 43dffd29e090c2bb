#include "session/repeat.hpp"

#include "isa/threaded_code.hpp"
#include "isa/written_code.hpp"
#include "session/simulation.hpp"

#include <algorithm>
#include <bit>
#include <memory>

namespace stallscope::session {

namespace {

constexpr std::uint64_t kShare = 256; ///< ratio of instructions executed to those executed ahead
constexpr std::uint64_t kLeastAhead = 4096;
constexpr std::uint64_t kFirstCheck = 512; ///< a power of two
/// Limit of full memory comparisons in one check: only a program that keeps returning to equal
/// registers with different memory would need more.
constexpr unsigned kMostComparisons = 4096;

/// Standard input up to the present. A read beyond it does not wait: it returns the end of input if
/// the program has seen the end before, otherwise the result is unknown.
class InputSoFar : public isa::InputSource {
public:
  explicit InputSoFar(const isa::InputSource& source) : source_(source) {}
  [[nodiscard]] std::string_view text() const override { return source_.text(); }
  [[nodiscard]] std::uint64_t piece_end(std::uint64_t offset) const override {
    return source_.piece_end(offset);
  }
  Wait wait() override { return source_.has_ended() ? Wait::end : Wait::interrupted; }
  [[nodiscard]] bool has_ended() const override { return source_.has_ended(); }
  [[nodiscard]] bool is_terminal() const override { return false; }

private:
  const isa::InputSource& source_;
};

std::uint64_t executed(const isa::ArchState& state) {
  return RepeatFinder::executed(state);
}

bool same_regions(const isa::ArchState& a, const isa::ArchState& b) {
  return a.regions == b.regions ||
         std::equal(a.regions->begin(), a.regions->end(), b.regions->begin(), b.regions->end(),
                    [](const isa::MemoryRegion& x, const isa::MemoryRegion& y) {
                      return x.begin == y.begin && x.end == y.end && x.writable == y.writable &&
                             x.readable == y.readable && x.executable == y.executable;
                    });
}

/// The states are equal in everything that determines future execution, except memory. Counts of
/// instructions, traps and printed bytes do not count.
bool same_but_for_memory(const isa::ArchState& a, const isa::ArchState& b) {
  return a.pc == b.pc && a.regs == b.regs && a.npc == b.npc && a.heap_end == b.heap_end &&
         a.input_used == b.input_used && a.exit_code == b.exit_code && same_regions(a, b) &&
         *a.platform == *b.platform;
}

bool same_state(const isa::ArchState& a, const isa::ArchState& b) {
  return same_but_for_memory(a, b) && a.code == b.code && !a.memory.first_difference(b.memory);
}

/// Execution on a copy of the state.
class Ahead {
public:
  Ahead(const isa::Program& program, const isa::Environment& environment)
      : program_(program), environment_(environment) {
    environment_.output = nullptr;
    environment_.commits = nullptr;
    if (environment.input_source != nullptr) {
      input_.emplace(*environment.input_source);
      environment_.input_source = &*input_;
    }
  }

  /// Advances the state to a number of instructions, one a cycle; false when the program ends
  /// earlier.
  bool advance(isa::ArchState& state, std::uint64_t to) {
    return executed(state) >= to ||
           (isa::advance_reference(program_, state, environment_, to) == isa::Trap::none &&
            executed(state) == to);
  }

  /// The number of instructions, at most `most`, after which the state equals `start` again; 0: it
  /// does not, or not with certainty.
  std::uint64_t period(const isa::ArchState& start, std::uint64_t most) {
    std::unique_ptr<isa::ThreadedCode> code;
    if (isa::ThreadedCode::is_supported(environment_))
      code = std::make_unique<isa::ThreadedCode>(
          program_, environment_,
          [pc = start.pc](const isa::Instruction& i) { return i.pc == pc; });
    isa::ArchState ahead = start;
    const std::uint64_t begin = executed(start);
    std::optional<std::uint64_t> differed; // an address where memory differed
    unsigned comparisons = 0;
    if (code != nullptr)
      code->attach(ahead);
    while (true) {
      const std::uint64_t done = executed(ahead) - begin;
      if (done > 0 && ahead.pc == start.pc && same_but_for_memory(start, ahead) &&
          (!differed || start.memory.load(*differed, 1) == ahead.memory.load(*differed, 1))) {
        differed = start.memory.first_difference(ahead.memory);
        if (!differed && start.code == ahead.code)
          return done;
        if (++comparisons == kMostComparisons)
          return 0;
      }
      if (done >= most || !step(ahead, code.get()))
        return 0;
      if (code != nullptr && executed(ahead) - begin < most)
        code->run(ahead, most - (executed(ahead) - begin));
    }
  }

  /// An instruction of a period may fulfil a condition.
  bool may_fulfil(const isa::ArchState& start, std::uint64_t period,
                  const std::vector<Condition>& conditions) {
    isa::ArchState ahead = start;
    while (executed(ahead) - executed(start) < period) {
      const std::uint32_t index = index_at(program_, ahead, ahead.pc);
      const isa::Effect effect = isa::execute(program_, ahead, environment_, executed(ahead) + 1);
      if (effect.trap != isa::Trap::none)
        return true;
      const isa::Instruction* instruction =
          index == isa::kNoIndex ? nullptr : &program_.instruction(index);
      if (std::any_of(conditions.begin(), conditions.end(), [&](const Condition& c) {
            return may_fulfil(c, instruction, ahead, effect);
          }))
        return true;
    }
    return false;
  }

private:
  /// One executed instruction (nullptr: only a trap) may fulfil a condition. Traps to handlers
  /// write CSRs, and system calls write registers that are not destinations of the instruction.
  [[nodiscard]] bool may_fulfil(const Condition& condition, const isa::Instruction* instruction,
                                const isa::ArchState& behind, const isa::Effect& effect) const {
    if (condition.kind != Condition::Kind::register_is)
      return instruction != nullptr &&
             session::may_fulfil(condition, program_, *instruction, behind, effect);
    const bool plain =
        instruction != nullptr && is_self_contained(*instruction) && !effect.exception;
    if (plain && !session::may_fulfil(condition, program_, *instruction))
      return false;
    return !follows_instructions(program_, condition.reg) ||
           compares(condition.compare, static_cast<std::int64_t>(behind.regs[condition.reg]),
                    static_cast<std::int64_t>(condition.value));
  }

  /// Executes one instruction; false when the program ends, or its continuation is uncertain.
  bool step(isa::ArchState& state, isa::ThreadedCode* code) {
    const std::uint32_t index = index_at(program_, state, state.pc);
    const std::uint64_t cycle = executed(state) + 1;
    if (index != isa::kNoIndex && is_self_contained(program_.instruction(index))) {
      const isa::Effect effect = isa::execute(program_, state, environment_, cycle);
      if (code != nullptr && (effect.bytes != 0 || effect.exception))
        code->attach(state);
      return effect.trap == isa::Trap::none;
    }
    // Anything that depends on clocks or instruction counts differs between the two executions.
    constexpr std::uint64_t kLater = 0x1234'5678'9abcULL; // cycles: five hours of nanoseconds
    constexpr std::uint64_t kFurther = 987'654'321;
    isa::ArchState other = state;
    other.instructions += kFurther;
    const isa::Effect effect = isa::execute(program_, state, environment_, cycle);
    const isa::Effect again = isa::execute(program_, other, environment_, cycle + kLater);
    if (code != nullptr)
      code->attach(state);
    return effect.trap == isa::Trap::none && again.trap == isa::Trap::none &&
           same_state(state, other);
  }

  const isa::Program& program_;
  isa::Environment environment_;
  std::optional<InputSoFar> input_;
};

} // namespace

RepeatFinder::RepeatFinder(const isa::Program& program, std::vector<Condition> conditions)
    : program_(program), conditions_(std::move(conditions)), next_look_(kFirstCheck) {}

std::optional<Repeat> RepeatFinder::look(const isa::ArchState& state,
                                         const isa::Environment& environment) {
  while (2 * next_look_ <= executed(state))
    next_look_ *= 2;
  const std::uint64_t due = next_look_;
  next_look_ *= 2;
  Ahead ahead(program_, environment);
  const std::uint64_t period = ahead.period(state, std::max(kLeastAhead, due / kShare));
  if (period == 0 || (!conditions_.empty() && ahead.may_fulfil(state, period, conditions_)))
    return std::nullopt;
  // Binary search for the first recurring state. If execution from the start does not lead there, a
  // clock or an external change was involved.
  const auto comes_again = [&](const isa::ArchState& at) {
    isa::ArchState later = at;
    return ahead.advance(later, executed(at) + period) && same_state(at, later);
  };
  isa::ArchState low = isa::initial_state(program_);
  isa::ArchState first = low;
  if (!ahead.advance(first, executed(state)) || !same_state(first, state)) {
    first = state;
    const std::uint64_t to_end = (next_look_ - executed(state)) % period;
    if (!ahead.advance(first, executed(state) + to_end))
      return std::nullopt;
    return Repeat{next_look_, period, first.pc, next_look_};
  }
  if (comes_again(low))
    first = low;
  while (executed(first) > executed(low) + 1) {
    isa::ArchState middle = low;
    if (!ahead.advance(middle, executed(low) + (executed(first) - executed(low)) / 2))
      return std::nullopt;
    (comes_again(middle) ? first : low) = std::move(middle);
  }
  // A repetition that has just begun is found by the next check, as on other machines.
  if (executed(first) > due)
    return std::nullopt;
  return Repeat{executed(first), period, first.pc, next_look_};
}

std::uint64_t longest_period_found(std::uint64_t instructions) {
  if (instructions < 2 * kFirstCheck)
    return 0;
  return std::max(kLeastAhead, std::bit_floor(instructions / 2) / kShare);
}

RepeatWatch::RepeatWatch(const Simulation& simulation, const std::vector<Condition>& conditions)
    : simulation_(simulation), finder_(simulation.program(), conditions),
      has_conditions_(!conditions.empty()) {
  for (const Condition& condition : conditions)
    if (condition.kind == Condition::Kind::cycle)
      last_cycle_ = std::max(last_cycle_, condition.value);
}

std::uint64_t RepeatWatch::quiet_cycles() const {
  const std::uint64_t done = executed(simulation_.arch());
  if (repeat_ && done >= repeat_->end && simulation_.cycle() < last_cycle_)
    return last_cycle_ - simulation_.cycle();
  const std::uint64_t next = repeat_ ? repeat_->end : 2 * finder_.next_look();
  return done < next ? (next - done) / simulation_.fetch_width() : 0;
}

bool RepeatWatch::is_over() {
  if (simulation_.stopped() || simulation_.fetch_stopped())
    return false;
  const std::uint64_t done = executed(simulation_.arch());
  if (!repeat_ && done >= finder_.next_look()) {
    if (!simulation_.machine().delay_slot)
      repeat_ = finder_.look(simulation_.right_path(), simulation_.environment());
    else if (!simulation_.in_order_state()->speculation.active)
      repeat_ = finder_.look(simulation_.arch(), simulation_.environment());
  }
  if (!repeat_ || done < repeat_->end)
    return false;
  // Instructions in flight must belong to the repetition as well, because they may fulfil a
  // condition.
  return !has_conditions_ ||
         (simulation_.cycle() >= last_cycle_ &&
          simulation_.retired() + simulation_.arch().exceptions >= repeat_->since);
}

namespace {

/// A copy of a simulation that prints nothing.
class Replica {
public:
  explicit Replica(const Simulation& of) : environment_(of.environment()) {
    environment_.output = nullptr;
    environment_.commits = nullptr;
    if (environment_.input_source != nullptr) {
      input_.emplace(*environment_.input_source);
      environment_.input_source = &*input_;
    }
    simulation_ = Simulation::of(of.program(), of.machine(), environment_);
  }

  [[nodiscard]] Simulation& simulation() { return *simulation_; }

  /// Simulates until more than `count` instructions have been fetched, or to a cycle.
  std::uint64_t cycle_behind(std::uint64_t count, std::uint64_t last_cycle) {
    while (simulation_->cycle() < last_cycle && !simulation_->stopped()) {
      const std::uint64_t done = executed(simulation_->arch());
      if (done > count)
        break;
      const std::uint64_t quiet = (count - done) / simulation_->fetch_width();
      simulation_->run(
          std::min(last_cycle, simulation_->cycle() + std::max<std::uint64_t>(quiet, 1)));
    }
    return simulation_->cycle();
  }

private:
  isa::Environment environment_;
  std::optional<InputSoFar> input_;
  std::unique_ptr<Simulation> simulation_;
};

} // namespace

std::uint64_t cycle_behind(const Simulation& simulation, std::uint64_t count) {
  if (executed(simulation.arch()) <= count)
    return simulation.cycle();
  return Replica(simulation).cycle_behind(count, simulation.cycle());
}

RoundCycles cycles_of_rounds(const Simulation& simulation, const Repeat& repeat) {
  constexpr std::uint64_t kInstructions = 1 << 16;
  constexpr std::uint64_t kMostRounds = 16;
  Replica replica(simulation);
  replica.simulation().restore(*simulation.save());
  std::uint64_t count = executed(simulation.arch());
  // The number of instructions at which the next period begins.
  count += repeat.period - (count - repeat.since) % repeat.period;
  std::uint64_t begin = replica.cycle_behind(count, kNever.value);
  RoundCycles cycles{kNever.value, 0};
  const std::uint64_t rounds =
      std::clamp<std::uint64_t>(kInstructions / repeat.period, 2, kMostRounds);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    count += repeat.period;
    const std::uint64_t end = replica.cycle_behind(count, kNever.value);
    cycles.least = std::min(cycles.least, end - begin);
    cycles.most = std::max(cycles.most, end - begin);
    begin = end;
  }
  return cycles;
}

} // namespace stallscope::session
