#include "isa/threaded_code.hpp"

#include "base/check.hpp"
#include "execution/executor_integer.hpp"
#include "isa/written_code.hpp"
#include "platform/csr.hpp"
#include "threaded/handlers.hpp"
#include "x86/micro_ops/form.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stallscope::isa {

namespace {

using threaded::Context;
using threaded::Exit;
using threaded::Link;
using threaded::Step;

/// Maximum length of traces created when their start is reached in a run.
constexpr std::uint32_t kLongTrace = 64;

/// Size of a table entry for a trace, in addition to the trace.
constexpr std::uint64_t kMapEntryBytes = 64;

/// Maximum number of instructions executed before the handlers return. Without optimization a
/// handler's call of the next one is not a jump, and uses stack space.
#if defined(__OPTIMIZE__) && !defined(STALLSCOPE_SANITIZED_BUILD)
constexpr std::uint64_t kBudget = 1ULL << 20;
#else
constexpr std::uint64_t kBudget = 256;
#endif

} // namespace

class ThreadedCode::Trace {
public:
  std::vector<Step> steps; ///< the last one ends the trace
  Exit exit;
  std::uint64_t pc = 0;    ///< pc of the first instruction
  std::uint32_t count = 0; ///< instructions
};

class ThreadedCode::Translator {
public:
  Translator(const Program& program, const Environment& environment, StopsBefore stops_before)
      : program_(program), stops_before_(std::move(stops_before)) {
    STALLSCOPE_CHECK(is_supported(environment),
                     "threaded code has no delay slots and reports no commits");
    context_.program = &program;
    context_.environment = environment;
    context_.environment.deliver_traps = false;
    const bool bare_metal = program.platform == Platform::bare_metal;
    context_.fp_always_on = bare_metal ? 0 : ~0ULL;
    context_.jump_keeps = program.isa == Isa::riscv ? ~1ULL : ~0ULL;
    context_.jump_forbids = program.isa != Isa::riscv           ? 3
                            : bare_metal && !program.compressed ? 2
                                                                : 0;
    rules_.narrow = program.xlen == 32;
    rules_.aligned = faults_when_misaligned(program, environment);
  }

  bool attach(ArchState& state) {
    context_.state = &state;
    context_.readable.forget();
    context_.writable.forget();
    if (code_ == state.code) [[likely]]
      return false;
    forget();
    code_ = state.code;
    return true;
  }

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  void keep_log() {
    logs_ = true;
    forget();
  }
  [[nodiscard]] const std::vector<LoggedInstruction>& logged_trace(std::uint64_t number) const {
    return logged_[number];
  }
  std::uint64_t run_logged(ArchState& state, std::uint64_t count, std::uint64_t* log,
                           const std::uint64_t*& end) {
    context_.log = log;
    const std::uint64_t executed = run(state, count);
    end = context_.log;
    context_.log = nullptr;
    return executed;
  }

  void forget() {
    traces_.clear();
    logged_.clear();
    context_.known.fill({});
    context_.open = nullptr;
    bytes_ = 0;
  }

  void forget_page(std::uint64_t address) {
    context_.readable.forget_page(address);
    context_.writable.forget_page(address);
  }

  const Trace& trace(std::uint64_t pc, std::uint32_t count) {
    std::unique_ptr<Trace>& found = traces_[{pc, count}];
    if (found == nullptr) {
      found = std::make_unique<Trace>();
      translate(*found, pc, count);
      found->steps.shrink_to_fit();
      bytes_ += sizeof(Trace) + found->steps.size() * sizeof(Step) + kMapEntryBytes;
    }
    return *found;
  }

  std::uint64_t run(const Trace& trace, ArchState& state) {
    STALLSCOPE_CHECK(state.pc == trace.pc && context_.state == &state,
                     "a trace of another place or state");
    enter(trace.steps.data(), 0);
    const std::uint64_t executed = trace.count - context_.unexecuted;
    state.pc = context_.pc;
    state.instructions += executed;
    return executed;
  }

  std::uint64_t run(ArchState& state, std::uint64_t count) {
    std::uint64_t left = count;
    std::uint64_t pc = state.pc;
    context_.open = nullptr;
    context_.stopped = false;
    while (!context_.stopped) {
      if (bytes_ > kMaxBytes && !logs_) [[unlikely]]
        forget();
      const Link next = natural_trace(pc);
      if (next.count == 0 || next.count > left)
        break;
      const std::uint64_t budget = std::min(left, std::max<std::uint64_t>(kBudget, next.count));
      enter(next.first, budget - next.count);
      left -= budget - context_.budget - context_.unexecuted;
      pc = context_.pc;
    }
    state.pc = pc;
    state.instructions += count - left;
    return count - left;
  }

private:
  struct Key {
    std::uint64_t pc;
    std::uint32_t count; ///< 0: natural length
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return static_cast<std::size_t>(key.pc * 0x9e3779b97f4a7c15ULL ^ key.count);
    }
  };

  void enter(const Step* first, std::uint64_t budget) {
    context_.budget = budget;
    context_.unexecuted = 0;
    context_.stopped = false;
    first->handler(first, context_.state->regs.data(), &context_);
  }

  /// The trace that begins at pc. Traces that exit to pc link to it from now on.
  Link natural_trace(std::uint64_t pc) {
    Link& known = context_.known_at(pc);
    if (known.first == nullptr || known.pc != pc) {
      const Trace& found = trace(pc, 0);
      const Link link{found.steps.data(), pc, found.count};
      if (found.count == 0)
        return link;
      known = link;
    }
    if (context_.open != nullptr)
      *context_.open = known;
    context_.open = nullptr;
    return known;
  }

  void translate(Trace& trace, std::uint64_t pc, std::uint32_t wanted) {
    trace.pc = pc;
    const std::uint32_t most = wanted != 0 ? wanted : kLongTrace;
    STALLSCOPE_CHECK(most <= std::numeric_limits<std::uint16_t>::max(), "a trace too long");
    std::uint32_t index = index_at(program_, *context_.state, pc);
    if (logs_)
      begin_log(trace);
    while (trace.count < most && index != kNoIndex) {
      const Instruction& i = program_.instruction(index);
      const bool direct = i.op == Op::jump || i.op == Op::jump_link || i.op == Op::x86_call;
      if (!is_self_contained(i) || (stops_before_ && stops_before_(i)) ||
          (direct && (i.target & context_.jump_forbids) != 0))
        break;
      ++trace.count;
      const threaded::Handler handler =
          threaded::is_nothing(i.op) ? nullptr : threaded::handler_of(i, rules_);
      if (logs_)
        add_to_log(trace, i, index, handler);
      if (!threaded::is_nothing(i.op))
        append(trace, i, index, handler);
      if (threaded::ends_trace(i.op)) {
        finish(trace, i);
        return;
      }
      pc = direct ? i.target : i.pc + i.size;
      index = index_at(program_, *context_.state, pc);
    }
    append_end(trace, pc, index);
    number(trace);
  }

  void begin_log(Trace& trace) {
    Step step;
    step.handler = threaded::note_trace;
    step.imm = static_cast<std::int64_t>(logged_.size());
    trace.steps.push_back(step);
    logged_.emplace_back();
  }

  /// Adds to the log entries of the most recently started trace.
  void add_to_log(Trace& trace, const Instruction& i, std::uint32_t index,
                  threaded::Handler handler) {
    const Logged logged = handler == nullptr ? Logged::nothing : threaded::logged_by(i, handler);
    logged_.back().push_back({index, logged});
    bytes_ += sizeof(LoggedInstruction);
    if (logged == Logged::address)
      append(trace, i, index, threaded::note_address(rules_));
  }

  void append(Trace& trace, const Instruction& i, std::uint32_t index, threaded::Handler handler) {
    STALLSCOPE_CHECK(handler != nullptr, "a handler for every self-contained instruction");
    Step step;
    step.handler = handler;
    step.imm = i.op == Op::jump_link ? static_cast<std::int64_t>(return_address(i))
               : is_csr_access(i.op) ? static_cast<std::int64_t>(i.target)
                                     : i.imm;
    step.rd = i.rd;
    step.rs1 = i.rs1;
    step.rs2 = i.rs2;
    step.rs3 = has_low_and_high(i.op) ? i.rd2 : i.rs3;
    step.index = index;
    step.left = static_cast<std::uint16_t>(trace.count - 1); // number of instructions before it,
                                                             // for number()
    step.rounding =
        i.op == Op::x86_branch ? static_cast<std::uint8_t>(x86::Form::of(i).condition) : i.rounding;
    trace.steps.push_back(step);
  }

  [[nodiscard]] std::uint64_t return_address(const Instruction& i) const {
    return program_.xlen == 32 ? integer::word(i.pc + i.size) : i.pc + i.size;
  }

  /// Completes a trace whose last step is a branch or an indirect jump.
  void finish(Trace& trace, const Instruction& last) {
    trace.exit.imm = last.imm;
    trace.exit.links[0].pc =
        last.op == Op::jump_link_register ? return_address(last) : last.pc + last.size;
    trace.exit.links[1].pc = last.target;
    trace.steps.back().exit = &trace.exit;
    number(trace);
  }

  /// Continues at pc, or stops there if the instruction is for `execute`.
  void append_end(Trace& trace, std::uint64_t pc, std::uint32_t index) {
    Step end;
    end.handler = threaded::go_straight_on;
    end.index = index;
    end.exit = &trace.exit;
    end.left = static_cast<std::uint16_t>(trace.count);
    trace.exit.links[0].pc = pc;
    trace.steps.push_back(end);
  }

  /// Converts the number of instructions before each step to the number from it on.
  static void number(Trace& trace) {
    for (Step& step : trace.steps)
      step.left = static_cast<std::uint16_t>(trace.count - step.left);
  }

  const Program& program_;
  StopsBefore stops_before_;
  threaded::AddressRules rules_;
  Context context_;
  std::optional<Memory> code_; ///< source of the traces: ArchState::code
  std::unordered_map<Key, std::unique_ptr<Trace>, Hash> traces_;
  bool logs_ = false;
  std::vector<std::vector<LoggedInstruction>> logged_; ///< indexed by number of the trace
  std::uint64_t bytes_ = 0;                            ///< size of traces_
};

ThreadedCode::ThreadedCode(const Program& program, const Environment& environment,
                           StopsBefore stops_before)
    : translator_(std::make_unique<Translator>(program, environment, std::move(stops_before))) {}
ThreadedCode::~ThreadedCode() = default;

bool ThreadedCode::attach(ArchState& state) {
  return translator_->attach(state);
}

std::uint64_t ThreadedCode::bytes() const {
  return translator_->bytes();
}

void ThreadedCode::forget() {
  translator_->forget();
}

void ThreadedCode::forget_page(std::uint64_t address) {
  translator_->forget_page(address);
}

const ThreadedCode::Trace& ThreadedCode::trace(std::uint64_t pc, std::uint32_t count) {
  return translator_->trace(pc, count);
}

void ThreadedCode::keep_log() {
  translator_->keep_log();
}

const std::vector<ThreadedCode::LoggedInstruction>&
ThreadedCode::logged_trace(std::uint64_t number) const {
  return translator_->logged_trace(number);
}

std::uint64_t ThreadedCode::run_logged(ArchState& state, std::uint64_t count, std::uint64_t* log,
                                       const std::uint64_t*& end) {
  return translator_->run_logged(state, count, log, end);
}

std::uint64_t ThreadedCode::run(const Trace& trace, ArchState& state) {
  return translator_->run(trace, state);
}

std::uint64_t ThreadedCode::run(ArchState& state, std::uint64_t count) {
  return translator_->run(state, count);
}

} // namespace stallscope::isa
