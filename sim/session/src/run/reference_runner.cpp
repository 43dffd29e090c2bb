#include "isa/threaded_code.hpp"
#include "isa/written_code.hpp"
#include "run/describe_end.hpp"
#include "run/progress_limit.hpp"
#include "run/unset_bound.hpp"
#include "session/repeat.hpp"
#include "session/runner.hpp"
#include "simulation/collecting_sink.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::session {

namespace {

/// A run without a pipeline.
class FunctionalRun {
public:
  FunctionalRun(const isa::Program& program, const machine::Machine& machine,
                const RunOptions& options)
      : program_(program), machine_(machine), options_(options),
        limit_(options.progress, memory_limit_, program),
        output_(options.live_output, options.keep_output ? options.keep_output_bytes : 0),
        environment_{.input = options.input,
                     .output = &output_,
                     .delay_slots = machine.delay_slot,
                     .misaligned = machine.misaligned,
                     .undeclared = machine.undeclared,
                     .commits = options.commit_log,
                     .input_source = options.input_source,
                     .call_limit = &limit_},
        state_(isa::initial_state(program)) {
    if (stops_at_repeats(options))
      finder_.emplace(program, stopping_conditions(options));
  }

  trace::RunRecord run();

private:
  enum class End : std::uint8_t { stopped, limit, condition, interrupted, memory, repeats };

  /// Instructions executed, which equal cycles; an instruction that traps to a handler counts as
  /// well.
  [[nodiscard]] std::uint64_t cycle() const { return state_.instructions + state_.exceptions; }
  /// The last cycle that is certainly within the limits, even with traps; they are checked again
  /// there.
  [[nodiscard]] std::uint64_t last_cycle() const {
    const std::uint64_t left = options_.limit_instructions - state_.instructions;
    return left < options_.limit_cycles - cycle() ? cycle() + left : options_.limit_cycles;
  }
  [[nodiscard]] bool at_limit() const {
    return cycle() >= options_.limit_cycles || state_.instructions >= options_.limit_instructions;
  }
  bool go_on(std::uint64_t until);
  bool go_on_in_memory(std::uint64_t until);
  bool repeats();
  bool step_on(std::uint64_t until);
  bool step();
  [[nodiscard]] bool condition_holds(std::uint32_t executed, const isa::Effect& effect) const;
  [[nodiscard]] trace::StopInfo stop_info() const;

  const isa::Program& program_;
  const machine::Machine& machine_;
  const RunOptions& options_;
  MemoryLimit memory_limit_{options_.limit_memory_bytes};
  ProgressLimit limit_;
  CollectingSink output_;
  isa::Environment environment_;
  isa::ArchState state_;
  std::optional<isa::ThreadedCode> code_; ///< translated program
  End end_ = End::stopped;
  EndedBy ended_;
  std::optional<RepeatFinder> finder_;
  std::optional<Repeat> repeat_;
};

/// The program repeats forever, and its run ends in this cycle.
bool FunctionalRun::repeats() {
  if (finder_ && !repeat_ && cycle() >= finder_->next_look())
    repeat_ = finder_->look(state_, environment_);
  return repeat_ && cycle() >= repeat_->end;
}

/// Executes one instruction; false when the run ends with the instruction.
bool FunctionalRun::step() {
  ended_.pc = state_.pc;
  const std::uint32_t index = index_at(program_, state_, state_.pc);
  ended_.effect = isa::execute(program_, state_, environment_, cycle() + 1);
  ended_.trap = ended_.effect.trap;
  if (ended_.trap != isa::Trap::none)
    return false;
  if (!options_.until || !condition_holds(index, ended_.effect))
    return true;
  end_ = End::condition;
  return false;
}

bool FunctionalRun::step_on(std::uint64_t until) {
  while (cycle() < until)
    if (!step())
      return false;
  return true;
}

/// Executes up to a cycle; false when the run has ended. The stop reason is found by executing the
/// last instruction again: a fault has changed nothing.
bool FunctionalRun::go_on(std::uint64_t until) {
  if (options_.until)
    return step_on(until);
  if (!code_ && isa::ThreadedCode::is_supported(environment_))
    code_.emplace(program_, environment_);
  ended_.trap = code_ ? isa::advance_reference(program_, state_, environment_, until, *code_)
                      : isa::advance_reference(program_, state_, environment_, until);
  ended_.pc = state_.pc;
  if (isa::is_fault(ended_.trap))
    ended_.effect = isa::execute(program_, state_, environment_, cycle() + 1);
  // the pc has advanced past the instruction
  if (ended_.trap == isa::Trap::breakpoint || ended_.trap == isa::Trap::exit) {
    const std::uint32_t before = index_at(program_, state_, state_.pc - 2);
    ended_.pc -= before != isa::kNoIndex && program_.instruction(before).size == 2 &&
                         program_.instruction(before).op == isa::Op::breakpoint
                     ? 2
                     : 4;
  }
  return ended_.trap == isa::Trap::none;
}

/// go_on() that stops when the memory limit is exceeded.
bool FunctionalRun::go_on_in_memory(std::uint64_t until) {
  while (cycle() < until && !memory_limit_.is_passed(program_, state_)) {
    const std::uint64_t look = memory_limit_.instructions_to_look(program_, state_);
    if (!go_on(cycle() + std::min(until - cycle(), look)))
      return false;
  }
  return true;
}

/// A store or atomic operation that wrote memory; a store-conditional that fails returns 1.
bool has_written(const isa::Instruction& i, const isa::Effect& effect) {
  const bool conditional = i.op == isa::Op::sc_w || i.op == isa::Op::sc_d;
  return isa::writes_memory(i) && (!conditional || effect.result == 0);
}

/// The condition holds after an instruction.
bool FunctionalRun::condition_holds(std::uint32_t executed, const isa::Effect& effect) const {
  const Condition& condition = *options_.until;
  switch (condition.kind) {
  case Condition::Kind::cycle:
    return cycle() >= condition.value;
  case Condition::Kind::pc:
    return executed != isa::kNoIndex && program_.instruction(executed).pc == condition.value;
  case Condition::Kind::line: {
    const isa::SourcePlace place = program_.place_of(executed);
    return place.line == condition.value && place.file == condition.file;
  }
  case Condition::Kind::register_is:
    return compares(condition.compare, static_cast<std::int64_t>(state_.regs[condition.reg]),
                    static_cast<std::int64_t>(condition.value));
  case Condition::Kind::memory_access:
    return effect.bytes != 0 &&
           (!condition.writes_only || has_written(program_.instruction(executed), effect)) &&
           (effect.address - condition.value < condition.bytes ||
            condition.value - effect.address < effect.bytes);
  }
  return false;
}

trace::StopInfo FunctionalRun::stop_info() const {
  trace::StopInfo stop = describe_end(program_, state_, ended_);
  if (end_ == End::limit) {
    stop.reason = "limit";
    const std::uint64_t limit = state_.instructions >= options_.limit_instructions
                                    ? options_.limit_instructions
                                    : options_.limit_cycles;
    stop.detail = instruction_limit_sentence(program_, options_, limit);
  } else if (end_ == End::repeats) { // one instruction a cycle
    stop = describe_repeat(program_, state_, *repeat_, std::nullopt);
    if (options_.until)
      stop.detail += never_holds(*options_.until);
  } else if (end_ == End::condition) {
    stop.reason = "condition";
    stop.detail = fmt::format("'{}' holds behind instruction {}", options_.until->text, cycle());
  } else if (end_ == End::memory) {
    stop.reason = "memory";
    stop.detail = memory_limit_.sentence();
  } else if (end_ == End::interrupted) {
    stop.reason = "interrupted";
    stop.detail = fmt::format("interrupted behind instruction {}", cycle());
  }
  return stop;
}

trace::RunRecord FunctionalRun::run() {
  std::uint64_t slice = 1 << 16; // doubles until one slice takes about 50 ms
  bool running = true;
  while (running) {
    const double before = limit_.seconds();
    std::uint64_t most = std::min(slice, last_cycle() - cycle());
    if (finder_)
      most = std::min(most, (repeat_ ? repeat_->end : finder_->next_look()) - cycle());
    running = go_on_in_memory(cycle() + most);
    if (limit_.ended()) {
      end_ = End::interrupted;
      break;
    }
    if (running && repeats()) {
      end_ = End::repeats;
      break;
    }
    const double now = limit_.seconds();
    if (limit_.memory_reached() || memory_limit_.is_passed(program_, state_)) {
      end_ = End::memory;
      break;
    }
    if (running && at_limit()) {
      end_ = End::limit;
      break;
    }
    if (now - before < 0.04 && slice < (1ULL << 40))
      slice *= 2;
    else if (now - before > 0.1 && slice > 1024)
      slice /= 2;
    if (running && !limit_.may_go_on(cycle(), state_.instructions)) {
      end_ = End::interrupted;
      break;
    }
  }
  trace::RunRecord record;
  record.timed = false;
  record.host_seconds = limit_.seconds();
  record.program = program_.name;
  record.isa = name(program_.isa);
  record.machine = machine_.name;
  record.instructions = state_.instructions;
  record.micro_ops = state_.instructions;
  record.stop = stop_info();
  Timeline nothing;
  record.legend = make_legend(program_, nothing);
  record.registers = named_registers(program_, state_.regs, &state_.regs);
  record.notes = platform_notes(program_, state_);
  record.tolerated = tolerated_accesses(program_, state_);
  output_.take(add_call_results(output_, program_, state_, record.stop, state_.output_bytes),
               record);
  if (options_.at_end)
    options_.at_end(state_);
  if (options_.signature)
    record.signature = signature_of(program_, state_);
  if (options_.commit_log != nullptr)
    options_.commit_log->finish(state_.instructions);
  return record;
}

} // namespace

trace::RunRecord run_on_reference(const isa::Program& program, const machine::Machine& machine,
                                  const RunOptions& options) {
  const std::optional<UnsetBound> bound = find_unset_bound(program, machine, options);
  if (!bound)
    return FunctionalRun(program, machine, options).run();
  RunOptions shorter = options;
  shorter.limit_instructions = bound->instructions;
  shorter.limit_sentence = bound->sentence;
  return FunctionalRun(program, machine, shorter).run();
}

} // namespace stallscope::session
