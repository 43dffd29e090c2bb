#include "x86/micro_ops/resolve_x87.hpp"

#include "execution/extended.hpp"
#include "x86/micro_ops/form.hpp"
#include "x86/micro_ops/x87.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace stallscope::isa::x86 {

namespace {

constexpr int kUnknown = -1;
constexpr int kRegisters = kX87Count;

/// Effect of an instruction on the stack, as stored in its form until it is resolved.
struct Effect87 {
  int pushes = 0;
  int pops = 0;
  int uses = 0; ///< required stack elements
};

int stack_number(RegId reg) {
  return is_x87_register(reg) ? reg - kX87Stack + 1 : 0;
}

Effect87 effect_of(const Instruction& i) {
  if (i.op != Op::x86_x87)
    return {};
  const Form form = Form::of(i);
  Effect87 effect;
  effect.pops = form.high_left ? (form.high_result ? 2 : 1) : 0;
  effect.pushes = form.high_result && !form.high_left ? 1 : 0;
  effect.uses = std::max({effect.pops, stack_number(i.rs1), stack_number(i.rs2)});
  if (effect.pushes == 0)
    effect.uses = std::max({effect.uses, stack_number(i.rd), stack_number(i.rd2)});
  return effect;
}

/// Number of elements that straight-line code takes from the stack below those it has pushed
/// itself.
class X87Taken {
public:
  void see(const Instruction& i) {
    const Effect87 effect = effect_of(i);
    most_ = std::max(most_, effect.uses - depth_);
    depth_ += effect.pushes - effect.pops;
  }
  [[nodiscard]] int most() const { return most_; }

private:
  int depth_ = 0;
  int most_ = 0;
};

/// The depth of the stack before each instruction.
class X87Depths {
public:
  explicit X87Depths(const Program& program)
      : program_(program), at_(program.code.size(), kUnknown),
        function_(program.code.size(), kNoIndex) {}

  std::optional<Diagnostic> run() {
    const std::uint32_t entry = program_.index_of(program_.entry);
    if (entry != kNoIndex)
      begin(entry, needed_at(entry));
    for (const auto& [name, symbol] : program_.symbols)
      if (symbol.is_code && !name.starts_with('.'))
        if (const std::uint32_t index = program_.index_of(symbol.address); index != kNoIndex)
          begin(index, needed_at(index));
    is_found_way_ = false; // reached only by jump tables or, for padding, not at all
    for (std::uint32_t i = 0; i < at_.size(); ++i)
      if (at_[i] == kUnknown)
        begin(i, std::max(depth_of_jump_before(i), needed_at(i)));
    return problem_;
  }

  [[nodiscard]] int before(std::uint32_t index) const { return at_[index]; }

private:
  struct Step {
    std::uint32_t index;
    int depth;
    std::uint32_t function; ///< index of its first instruction
  };
  struct Function {
    int exit = kUnknown;
    std::vector<Step> callers;            ///< continuations of its callers
    std::vector<std::uint32_t> followers; ///< functions that end in its code
  };

  void begin(std::uint32_t index, int depth) {
    if (at_[index] != kUnknown)
      return;
    work_.push_back({index, depth, index});
    while (!work_.empty() && !problem_) {
      const Step step = work_.back();
      work_.pop_back();
      follow(step);
    }
    work_.clear();
  }

  void follow(Step step) {
    while (step.index < at_.size() && !problem_) {
      if (at_[step.index] != kUnknown) {
        meet(step);
        return;
      }
      at_[step.index] = step.depth;
      function_[step.index] = step.function;
      const Instruction& i = program_.code[step.index];
      const Effect87 effect = effect_of(i);
      if (effect.uses > step.depth) {
        report(step.index, fmt::format("the x87 stack holds {} here, and this needs {}", step.depth,
                                       effect.uses));
        return;
      }
      step.depth += effect.pushes - effect.pops;
      if (step.depth > kRegisters) {
        report(step.index, "the x87 stack holds eight numbers at most");
        return;
      }
      if (!go_on(step, i))
        return;
      ++step.index;
    }
  }

  /// False: the next instruction is not reached by falling through, or not yet.
  bool go_on(const Step& step, const Instruction& i) {
    switch (i.op) {
    case Op::jump:
      push_target(i, step);
      return false;
    case Op::x86_branch:
    case Op::x86_branch_rcx:
      push_target(i, step);
      return true;
    case Op::x86_jump_indirect:
      jumps_.emplace_back(step.index, step.depth);
      return false;
    case Op::x86_ret:
      leave(step.function, step.depth);
      return false;
    case Op::x86_call:
      return call(step, program_.index_of(i.target));
    case Op::x86_call_indirect:
      work_.push_back({step.index + 1, step.depth + taken_behind(step.index + 1), step.function});
      return false;
    default:
      return true;
    }
  }

  void push_target(const Instruction& i, const Step& step) {
    if (const std::uint32_t to = program_.index_of(i.target); to != kNoIndex)
      work_.push_back({to, step.depth, step.function});
  }

  bool call(const Step& step, std::uint32_t callee) {
    if (callee == kNoIndex || callee == step.index + 1) // it determines its own address
      return true;
    const Step behind{step.index + 1, step.depth, step.function};
    Function& called = functions_[callee];
    if (called.exit != kUnknown)
      work_.push_back({behind.index, called.exit, behind.function});
    else
      called.callers.push_back(behind);
    work_.push_back({callee, step.depth, callee});
    return false;
  }

  void leave(std::uint32_t function, int depth) {
    Function& left = functions_[function];
    if (left.exit != kUnknown) {
      if (left.exit != depth)
        report(function, fmt::format("this function returns with {} on the x87 stack and with {}",
                                     left.exit, depth));
      return;
    }
    left.exit = depth;
    for (const Step& caller : std::exchange(left.callers, {}))
      work_.push_back({caller.index, depth, caller.function});
    for (const std::uint32_t follower : std::exchange(left.followers, {}))
      leave(follower, depth);
  }

  /// Handles an instruction that was reached before.
  void meet(const Step& step) {
    if (at_[step.index] != step.depth) {
      if (!is_found_way_)
        return;
      report(step.index, fmt::format("the x87 stack holds {} here on one way and {} on another",
                                     at_[step.index], step.depth));
      return;
    }
    const std::uint32_t first = function_[step.index];
    if (first == step.function)
      return;
    Function& of = functions_[first]; // a shared tail
    if (of.exit != kUnknown)
      leave(step.function, of.exit);
    else
      of.followers.push_back(step.function);
  }

  /// Number of elements that straight-line code from here on takes below its own.
  [[nodiscard]] int needed_at(std::uint32_t index) const {
    X87Taken taken;
    for (; index < program_.code.size(); ++index) {
      taken.see(program_.code[index]);
      if (is_control(program_.code[index].op_class))
        break;
    }
    return taken.most();
  }
  /// Whether the result of a call to an unknown function is used.
  [[nodiscard]] int taken_behind(std::uint32_t index) const { return needed_at(index) > 0 ? 1 : 0; }

  [[nodiscard]] int depth_of_jump_before(std::uint32_t index) const {
    int depth = 0;
    std::uint32_t nearest = 0;
    for (const auto& [jump, at] : jumps_)
      if (jump < index && jump >= nearest) {
        nearest = jump;
        depth = at;
      }
    return depth;
  }

  void report(std::uint32_t index, std::string message) {
    if (problem_)
      return;
    const SourcePlace place = program_.place_of(index);
    Diagnostic d;
    d.file = std::string(place.file);
    d.line = place.line;
    d.column = place.column;
    d.length = 1;
    if (place.line > 0 && place.line <= program_.source_lines.size())
      d.source_line = program_.source_lines[place.line - 1];
    d.message = std::move(message);
    d.expected = "code as compilers make it: at each instruction the same number, whichever way "
                 "leads there";
    problem_ = std::move(d);
  }

  const Program& program_;
  std::vector<int> at_;
  std::vector<std::uint32_t> function_;
  std::map<std::uint32_t, Function> functions_;
  std::vector<std::pair<std::uint32_t, int>> jumps_;
  std::vector<Step> work_;
  bool is_found_way_ = true;
  std::optional<Diagnostic> problem_;
};

/// Converts register numbers counted from the top to registers counted from the bottom.
void name_registers(Instruction& i, int depth) {
  const Effect87 effect = effect_of(i);
  const auto name = [](RegId& reg, int top) {
    if (is_x87_register(reg))
      reg = static_cast<RegId>(kX87Stack + (top - (reg - kX87Stack)));
  };
  name(i.rs1, depth - 1);
  name(i.rs2, depth - 1);
  name(i.rd, depth - 1 + effect.pushes);
  name(i.rd2, depth - 1);
  Form form = Form::of(i);
  form.high_result = form.high_left = false;
  i.raw = form.pack();
  if (is_x87(i, X87::store_status) || is_x87(i, X87::status_to_ax))
    i.imm = (kRegisters - depth) % kRegisters; // the status word contains the number of the top
  i.raw |= pack(find_traits(i));
}

} // namespace

bool takes_x87_result(std::span<const Statement> code) {
  X87Taken taken;
  for (const Statement& statement : code) {
    Instruction i = statement.instruction;
    i.raw = statement.form.pack();
    if (statement.label || i.op == Op::x86_ret || i.op == Op::x86_call_indirect ||
        i.op == Op::x86_jump_indirect)
      break;
    taken.see(i);
  }
  return taken.most() > 0;
}

std::optional<Diagnostic> resolve_x87(Program& program) {
  if (std::none_of(program.code.begin(), program.code.end(),
                   [](const Instruction& i) { return i.op == Op::x86_x87; }))
    return std::nullopt;
  X87Depths depths(program);
  if (auto problem = depths.run())
    return problem;
  for (std::uint32_t n = 0; n < program.code.size(); ++n) {
    Instruction& i = program.code[n];
    if (i.op != Op::x86_x87)
      continue;
    name_registers(i, depths.before(n));
    i.op_class = whole_class(i);
    MicroOp& micro_op = program.micro_ops[i.first_micro_op];
    micro_op = x86::micro_op_for(i);
    unite(i, micro_op, i.first_micro_op);
  }
  program.register_names.resize(kX87Status + 1U);
  for (RegId n = 0; n < kX87Count; ++n)
    program.register_names[kX87Stack + n] = fmt::format("x87_{}", n);
  program.register_names[kX87Control] = "x87_control";
  program.register_names[kX87Status] = "x87_status";
  program.initial_registers.push_back({kX87Control, kX87DefaultControl});
  return std::nullopt;
}

} // namespace stallscope::isa::x86
