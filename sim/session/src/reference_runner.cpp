#include "collecting_sink.hpp"
#include "describe_end.hpp"
#include "isa/written_code.hpp"
#include "session/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace stallscope::session {

namespace {

/// One run without a pipeline.
class FunctionalRun {
public:
  FunctionalRun(const isa::Program& program, const machine::Machine& machine,
                const RunOptions& options)
      : program_(program), machine_(machine), options_(options),
        output_(options.live_output, options.keep_output),
        environment_{.input = options.input,
                     .output = &output_,
                     .delay_slots = machine.delay_slot,
                     .misaligned = machine.misaligned,
                     .commits = options.commit_log,
                     .input_source = options.input_source},
        state_(isa::initial_state(program)), start_(Clock::now()) {}

  trace::RunRecord run();

private:
  using Clock = std::chrono::steady_clock;
  enum class End : std::uint8_t { stopped, limit, condition, interrupted, memory };

  /// Instructions so far, and with them cycles: one that traps to a handler takes its cycle too.
  [[nodiscard]] std::uint64_t cycle() const { return state_.instructions + state_.exceptions; }
  /// The last cycle within the limits, whatever traps; it may be asked for again there.
  [[nodiscard]] std::uint64_t last_cycle() const {
    const std::uint64_t left = options_.limit_instructions - state_.instructions;
    return left < options_.limit_cycles - cycle() ? cycle() + left : options_.limit_cycles;
  }
  [[nodiscard]] bool at_limit() const {
    return cycle() >= options_.limit_cycles || state_.instructions >= options_.limit_instructions;
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  bool go_on(std::uint64_t until);
  bool step_on(std::uint64_t until);
  bool step();
  [[nodiscard]] bool condition_holds(std::uint32_t executed, const isa::Effect& effect) const;
  [[nodiscard]] trace::StopInfo stop_info() const;

  const isa::Program& program_;
  const machine::Machine& machine_;
  const RunOptions& options_;
  CollectingSink output_;
  isa::Environment environment_;
  isa::ArchState state_;
  Clock::time_point start_;
  End end_ = End::stopped;
  EndedBy ended_;
};

/// Executes one instruction; false when the run ends with it.
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

/// Executes up to a cycle; false when the run has ended. What stopped it is found by executing the
/// last instruction once more: a fault has changed nothing.
bool FunctionalRun::go_on(std::uint64_t until) {
  if (options_.until)
    return step_on(until);
  ended_.trap = isa::advance_reference(program_, state_, environment_, until);
  ended_.pc = state_.pc;
  if (isa::is_fault(ended_.trap))
    ended_.effect = isa::execute(program_, state_, environment_, cycle() + 1);
  if (ended_.trap == isa::Trap::breakpoint || ended_.trap == isa::Trap::exit) { // pc has moved on
    const std::uint32_t before = index_at(program_, state_, state_.pc - 2);
    ended_.pc -= before != isa::kNoIndex && program_.instruction(before).size == 2 &&
                         program_.instruction(before).op == isa::Op::breakpoint
                     ? 2
                     : 4;
  }
  return ended_.trap == isa::Trap::none;
}

/// A store, or an atomic operation that stores: a store-conditional that fails gives 1.
bool has_written(const isa::Instruction& i, const isa::Effect& effect) {
  const bool conditional = i.op == isa::Op::sc_w || i.op == isa::Op::sc_d;
  return isa::writes_memory(i) && (!conditional || effect.result == 0);
}

/// The condition holds behind an instruction.
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
    stop.detail = fmt::format("limit of {} instructions reached", limit);
  } else if (end_ == End::condition) {
    stop.reason = "condition";
    stop.detail = fmt::format("'{}' holds behind instruction {}", options_.until->text, cycle());
  } else if (end_ == End::memory) {
    stop.reason = "memory";
    stop.detail = fmt::format("limit of {} bytes of memory reached", options_.limit_memory_bytes);
  } else if (end_ == End::interrupted) {
    stop.reason = "interrupted";
    stop.detail = fmt::format("interrupted behind instruction {}", cycle());
  }
  return stop;
}

trace::RunRecord FunctionalRun::run() {
  std::uint64_t slice = 1 << 16; // grows until one takes about 50 ms
  bool running = true;
  while (running) {
    const double before = seconds();
    running = go_on(cycle() + std::min(slice, last_cycle() - cycle()));
    const double now = seconds();
    if (options_.limit_memory_bytes != kNever.value &&
        state_.memory.resident_bytes() > options_.limit_memory_bytes) {
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
    if (running && options_.progress && !options_.progress({cycle(), state_.instructions, now})) {
      end_ = End::interrupted;
      break;
    }
  }
  trace::RunRecord record;
  record.timed = false;
  record.host_seconds = seconds();
  record.program = program_.name;
  record.isa = name(program_.isa);
  record.machine = machine_.name;
  record.instructions = state_.instructions;
  record.micro_ops = state_.instructions;
  record.stop = stop_info();
  Timeline nothing;
  record.legend = make_legend(program_, nothing);
  record.registers = named_registers(program_, state_.regs);
  record.notes = platform_notes(program_, state_);
  record.output = output_.take(state_.output_bytes);
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
  return FunctionalRun(program, machine, options).run();
}

} // namespace stallscope::session
