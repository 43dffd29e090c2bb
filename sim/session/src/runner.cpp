#include "session/runner.hpp"

#include "base/check.hpp"
#include "trace/build_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

namespace stallscope::session {

using core::InOrderCore;
using core::InOrderState;
using core::StopReason;

namespace {

/// Keeps the whole output and hands it on as it comes.
class CollectingSink final : public isa::OutputSink {
public:
  explicit CollectingSink(isa::OutputSink* next) : next_(next) {}
  void write(std::uint64_t offset, std::string_view text) override {
    text_.append(text);
    if (next_ != nullptr)
      next_->write(offset, text);
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

private:
  std::string text_;
  isa::OutputSink* next_;
};

/// One run, with its window of recording and its limits.
class Run {
public:
  Run(const isa::Program& program, const machine::Machine& machine, const RunOptions& options)
      : options_(options), output_(options.live_output),
        core_(program, machine, isa::Environment{options.input, &output_, false, false}),
        state_(core_.initial_state()), start_(Clock::now()) {}

  trace::RunRecord run();

private:
  using Clock = std::chrono::steady_clock;
  enum class End : std::uint8_t { stopped, limit, condition, interrupted };

  bool go_on(std::uint64_t until_cycle, bool recording);
  std::uint64_t slice_end(std::uint64_t until_cycle) const;
  bool window_begins() const;
  bool window_ended() const;
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  trace::RunRecord result();

  const RunOptions& options_;
  CollectingSink output_;
  InOrderCore core_;
  InOrderState state_;
  Clock::time_point start_;
  trace::RecordingSink recorder_;
  std::uint64_t recorded_from_ = 0;
  std::uint64_t recorded_to_ = 0;
  std::uint64_t slice_cycles_ = 1024; ///< grows until a slice takes about 50 ms
  End end_ = End::stopped;
  std::vector<std::string> notes_;
};

/// The last cycle that can be simulated in one go: within the limits whatever happens, and not past
/// the next cycle at which somebody has to look.
std::uint64_t Run::slice_end(std::uint64_t until_cycle) const {
  std::uint64_t end = std::min(until_cycle, state_.cycle + slice_cycles_);
  end = std::min(end, options_.limit_cycles);
  const std::uint64_t left = options_.limit_instructions - state_.counters.retired;
  const std::uint64_t safe = left / core_.plan().width; // even at full width no more can retire
  if (safe < slice_cycles_)
    end = std::min(end, state_.cycle + std::max<std::uint64_t>(safe, 1));
  return options_.until ? state_.cycle + 1 : end;
}

/// Simulates to a cycle; false when the run is over, one way or another.
bool Run::go_on(std::uint64_t until_cycle, bool recording) {
  trace::NullSink nothing;
  std::uint64_t last_look = state_.cycle;
  double looked_at = seconds();
  while (state_.cycle < until_cycle) {
    if (state_.cycle >= options_.limit_cycles ||
        state_.counters.retired >= options_.limit_instructions) {
      end_ = End::limit;
      return false;
    }
    std::uint64_t to = slice_end(until_cycle);
    if (recording) {
      // Few enough cycles that the log ends close behind its limit.
      constexpr std::uint64_t kManyEventsACycle = 64;
      const std::uint64_t left = options_.max_events - recorder_.log().size();
      to = std::min(to, state_.cycle + std::max<std::uint64_t>(left / kManyEventsACycle, 1));
    }
    if (recording)
      core_.run(state_, recorder_, to);
    else
      core_.run(state_, nothing, to);
    if (state_.stop != StopReason::running)
      return false;
    if (options_.until && holds(*options_.until, core_, state_)) {
      end_ = End::condition;
      return false;
    }
    if (recording && recorder_.log().size() > options_.max_events)
      return true;
    if (state_.cycle - last_look < slice_cycles_)
      continue;
    const double now = seconds();
    if (now - looked_at < 0.04 && slice_cycles_ < (1ULL << 30))
      slice_cycles_ *= 2;
    else if (now - looked_at > 0.1 && slice_cycles_ > 1024)
      slice_cycles_ /= 2;
    last_look = state_.cycle;
    looked_at = now;
    if (options_.progress && !options_.progress({state_.cycle, state_.counters.retired, now})) {
      end_ = End::interrupted;
      return false;
    }
  }
  return true;
}

trace::RunRecord Run::run() {
  bool running = true;
  if (options_.record) {
    // To the beginning of the window without recording, then the window, then the rest.
    if (options_.from_op) {
      const std::uint64_t width = core_.plan().width;
      while (running && state_.next_op.value + width <= *options_.from_op)
        running = go_on(state_.cycle + std::max<std::uint64_t>(
                                           (*options_.from_op - state_.next_op.value) / width, 1),
                        false);
    } else if (options_.from_cycle > 1) {
      running = go_on(options_.from_cycle - 1, false);
    }
    recorded_from_ = state_.cycle + 1;
    core_.report_snapshot(state_, recorder_);
    while (running && recorder_.log().size() <= options_.max_events) {
      if (options_.to_op) {
        bool in_window = state_.next_op.value <= *options_.to_op;
        for (const core::LaneContent& lane : state_.lanes)
          for (unsigned i = 0; i < lane.count; ++i)
            in_window |= state_.ops[lane.slots[i]].id.value <= *options_.to_op;
        if (!in_window)
          break;
        running = go_on(state_.cycle + 1, true);
      } else if (state_.cycle < options_.to_cycle) {
        running = go_on(options_.to_cycle, true);
      } else {
        break;
      }
    }
    recorded_to_ = state_.cycle;
    if (recorder_.log().size() > options_.max_events)
      notes_.push_back(fmt::format(
          "recording stopped at cycle {}: more than {} events; show a window with --cycles "
          "or --instructions",
          state_.cycle, options_.max_events));
  }
  if (running && !options_.stop_after_window)
    go_on(kNever.value, false);
  return result();
}

trace::RunRecord Run::result() {
  const isa::Program& program = core_.program();
  trace::RunRecord record;
  record.host_seconds = seconds();
  record.program = program.name;
  record.isa = name(program.isa);
  record.machine = core_.machine().name;
  record.cycles = state_.counted_cycles;
  record.instructions = state_.counters.retired;
  record.micro_ops = state_.counters.retired;
  record.wrong_path_ops = state_.counters.flushed;
  record.branches = state_.counters.branches;
  record.mispredictions = state_.counters.mispredictions;
  record.ledger =
      core_.machine().drain == machine::DrainRule::counted ? state_.ledger : state_.counted_ledger;
  std::string why;
  STALLSCOPE_CHECK(record.ledger.balanced(&why) && record.ledger.cycles == record.cycles,
                   why.c_str());

  record.stop = describe_stop(core_, state_);
  if (end_ == End::limit) {
    record.stop.reason = "limit";
    record.stop.detail =
        state_.cycle >= options_.limit_cycles
            ? fmt::format("limit of {} cycles reached", options_.limit_cycles)
            : fmt::format("limit of {} instructions reached", options_.limit_instructions);
  } else if (end_ == End::condition) {
    record.stop.reason = "condition";
    record.stop.detail = fmt::format("'{}' holds in cycle {}", options_.until->text, state_.cycle);
  } else if (end_ == End::interrupted) {
    record.stop.reason = "interrupted";
    record.stop.detail = fmt::format("interrupted in cycle {}", state_.cycle);
  }
  record.legend = make_legend(program);
  if (options_.record) {
    recorder_.covered(Cycle{recorded_from_}, Cycle{recorded_to_ + 1});
    record.timeline = trace::build_timeline(recorder_.log(), core_.plan().names);
  }
  std::set<RegId> named;
  for (const isa::MicroOp& micro_op : program.micro_ops) {
    for (const isa::RegisterRead& read : micro_op.sources())
      named.insert(read.reg);
    named.insert(micro_op.destinations().begin(), micro_op.destinations().end());
  }
  for (const isa::InitialRegister& initial : program.initial_registers)
    named.insert(initial.reg);
  for (const RegId reg : named)
    if (reg < program.register_names.size() && !program.register_names[reg].empty())
      record.registers.push_back({program.register_names[reg], state_.committed[reg]});
  record.notes = notes_;
  record.output = output_.take();
  return record;
}

} // namespace

trace::RunRecord run_program(const isa::Program& program, const machine::Machine& machine,
                             const RunOptions& options) {
  return Run(program, machine, options).run();
}

trace::Legend make_legend(const isa::Program& program) {
  trace::Legend legend;
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    legend.instruction_text.push_back(program.source[i].text);
    legend.instruction_line.push_back(program.source[i].line);
    legend.instruction_pc.push_back(program.code[i].pc);
  }
  legend.register_names = program.register_names;
  return legend;
}

// ---- how it stopped
// ------------------------------------------------------------------------------------------------

namespace {

std::string register_dump(const isa::Program& program, const InOrderState& state) {
  std::string text;
  unsigned column = 0;
  for (std::size_t reg = 1; reg < program.register_names.size() && reg < kMaxRegisters; ++reg) {
    if (program.register_names[reg].empty() || (state.arch.regs[reg] == 0 && column != 0))
      continue;
    if (state.arch.regs[reg] == 0)
      continue;
    text += fmt::format("  {:>6} = {:#018x}", program.register_names[reg], state.arch.regs[reg]);
    if (++column % 3 == 0)
      text += '\n';
  }
  if (column % 3 != 0)
    text += '\n';
  return text.empty() ? std::string("  all registers are 0\n") : text;
}

std::string fault_sentence(const isa::Program& program, const InOrderState& state) {
  const std::uint32_t index = program.index_of(state.trap_pc);
  const std::string where = index < program.code.size()
                                ? fmt::format("'{}' at {}:{}", program.source[index].text,
                                              program.name, program.source[index].line)
                                : std::string("no instruction");
  const std::string symbolic = program.symbolic(state.trap_pc);
  std::string text = fmt::format("{} at pc {:#x}{}{}: ", where, state.trap_pc,
                                 symbolic.empty() ? "" : ", ", symbolic);
  const std::uint64_t address = state.trap_effect.address;
  switch (state.trap) {
  case isa::Trap::illegal:
    return text + (index < program.code.size() ? "this instruction cannot be executed"
                                               : "the program jumped outside its code");
  case isa::Trap::misaligned:
    if (state.trap_effect.bytes == 0)
      return text + "jump to an address that is not a multiple of 4";
    return text + fmt::format("access of {} bytes at {:#x}, which is not a multiple of {} (--set "
                              "memory.misaligned=allow "
                              "permits it)",
                              state.trap_effect.bytes, address, state.trap_effect.bytes);
  case isa::Trap::unmapped: {
    text += fmt::format("access to {:#x}, where the program has no memory; it has", address);
    for (const isa::MemoryRegion& region : program.regions)
      text += fmt::format(" {} [{:#x}, {:#x})", region.name, region.begin, region.end);
    return text;
  }
  case isa::Trap::read_only:
    return text + fmt::format("store to {:#x}, which is read-only", address);
  case isa::Trap::overflow:
    return text + "signed overflow (the unsigned form of the instruction does not trap)";
  case isa::Trap::divide_by_zero:
    return text + "division by zero";
  case isa::Trap::bad_syscall:
    return text + "unknown system call number";
  case isa::Trap::bad_input:
    return text + "the program reads input, but there is none left, or it is no number (give some "
                  "with --input)";
  default:
    return text + std::string(name(state.trap));
  }
}

} // namespace

trace::StopInfo describe_stop(const InOrderCore& core, const InOrderState& state) {
  trace::StopInfo stop;
  switch (state.stop) {
  case StopReason::running:
    stop.reason = "running";
    break;
  case StopReason::end:
    stop.reason = "end";
    break;
  case StopReason::exit:
    stop.reason = "exit";
    stop.exit_code = state.arch.exit_code;
    break;
  case StopReason::breakpoint:
    stop.reason = "breakpoint";
    stop.detail = fmt::format("breakpoint instruction at pc {:#x}", state.trap_pc);
    break;
  case StopReason::fault:
    stop.reason = "fault";
    stop.detail = fault_sentence(core.program(), state);
    stop.dump = register_dump(core.program(), state);
    break;
  case StopReason::no_progress:
    stop.reason = "no_progress";
    stop.detail = fmt::format("nothing has moved for {} cycles", core.machine().no_progress_cycles);
    stop.dump = core.dump(state) + register_dump(core.program(), state);
    break;
  }
  return stop;
}

} // namespace stallscope::session
