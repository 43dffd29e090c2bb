#include "x86/micro_ops/stack_sequences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stallscope::isa::x86 {

namespace {

constexpr std::array<std::string_view, 9> kSequences{
    "enter", "enterq", "enterl", "pusha", "pushal", "pushad", "popa", "popal", "popad"};

class StackSequence {
public:
  StackSequence(std::string_view name, std::uint8_t width) : name_(name), width_(width) {}

  /// The old value of the stack pointer is pushed.
  std::vector<Statement> push_all() {
    for (const RegId reg : {kRax, kRcx, kRdx, kRbx})
      push(reg);
    advance(kMoved, 4 << width_);
    push(kMoved);
    for (const RegId reg : {kRbp, kRsi, kRdi})
      push(reg);
    return std::move(made_);
  }

  /// The stack pointer on the stack is skipped.
  std::vector<Statement> pop_all() {
    for (const RegId reg : {kRdi, kRsi, kRbp})
      pop(reg);
    advance(kRsp, 1 << width_);
    for (const RegId reg : {kRbx, kRdx, kRcx, kRax})
      pop(reg);
    return std::move(made_);
  }

  std::vector<Statement> enter(std::int64_t bytes) {
    push(kRbp);
    Statement& frame = add(Op::x86_mov, fmt::format("mov %{}, %{}", name(kRsp), name(kRbp)));
    frame.instruction.rs1 = kRsp;
    frame.instruction.rd = kRbp;
    advance(kRsp, -bytes);
    return std::move(made_);
  }

private:
  [[nodiscard]] std::string name(RegId reg) const {
    return reg == kMoved ? "moved" : name_of(reg, width_);
  }
  Statement& add(Op op, std::string_view text) {
    Statement& s = made_.emplace_back();
    s.instruction.op = op;
    s.form.width = s.form.source_width = width_;
    s.text = fmt::format("{}: {}", name_, text);
    return s;
  }
  void push(RegId reg) {
    add(Op::x86_push, fmt::format("push %{}", name(reg))).instruction.rs1 = reg;
  }
  void pop(RegId reg) { add(Op::x86_pop, fmt::format("pop %{}", name(reg))).instruction.rd = reg; }
  /// reg = stack pointer + bytes
  void advance(RegId reg, std::int64_t bytes) {
    Statement& s = add(Op::x86_lea, fmt::format("lea {}(%{}), %{}", bytes, name(kRsp), name(reg)));
    s.form.memory = InMemory::right;
    s.instruction.rs1 = kRsp;
    s.instruction.rd = reg;
    s.instruction.target = static_cast<std::uint64_t>(bytes);
  }

  std::string_view name_;
  std::uint8_t width_;
  std::vector<Statement> made_;
};

bool is_enter_of(const std::vector<Operand>& operands) {
  return operands.size() == 2 && operands[0].is_immediate() && operands[1].is_immediate() &&
         operands[0].known && operands[1].known;
}

} // namespace

bool is_stack_sequence(std::string_view name) {
  return std::find(kSequences.begin(), kSequences.end(), name) != kSequences.end();
}

std::vector<Statement> stack_sequence(std::string_view name, const std::vector<Operand>& operands,
                                      const assembly::Place& place, assembly::Reporter& reporter,
                                      std::uint8_t stack_width) {
  const auto fail = [&](std::string message, std::string expected) {
    reporter.error(operands.empty() ? place : operands.front().place, std::move(message),
                   std::move(expected));
    return std::vector<Statement>{};
  };
  if (name.starts_with("enter")) {
    constexpr std::int64_t kMost = 0xffff;
    if (!is_enter_of(operands) || *operands[0].known < 0 || *operands[0].known > kMost)
      return fail(fmt::format("these are no operands of '{}'", name),
                  fmt::format("{} $bytes of 0 to {}, $0", name, kMost));
    if (*operands[1].known != 0)
      return fail("an 'enter' of nested functions, which copies frame pointers, is not in the "
                  "subset",
                  "level $0, and the frame pointers pushed one by one");
    return StackSequence(name, stack_width).enter(*operands[0].known);
  }
  if (stack_width == 3)
    return fail(fmt::format("'{}' is 32-bit code: 64-bit code has no such instruction", name),
                "pushes and pops of single registers");
  if (!operands.empty())
    return fail(fmt::format("'{}' takes no operands", name), std::string(name));
  StackSequence sequence(name, stack_width);
  return name.starts_with("push") ? sequence.push_all() : sequence.pop_all();
}

} // namespace stallscope::isa::x86
