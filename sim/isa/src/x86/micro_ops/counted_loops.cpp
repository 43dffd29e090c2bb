#include "x86/micro_ops/counted_loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace stallscope::isa::x86 {

namespace {

struct CountedLoop {
  std::string_view name;
  std::string_view leaves; ///< the conditional jump that skips the jump back; empty: none
};
constexpr std::array<CountedLoop, 5> kCountedLoops{
    {{"loop", ""}, {"loope", "jne"}, {"loopz", "jne"}, {"loopne", "je"}, {"loopnz", "je"}}};

const CountedLoop* counted_loop_named(std::string_view name) {
  const auto found = std::find_if(kCountedLoops.begin(), kCountedLoops.end(),
                                  [name](const CountedLoop& one) { return one.name == name; });
  return found == kCountedLoops.end() ? nullptr : &*found;
}

} // namespace

bool is_counted_loop(std::string_view name) {
  return counted_loop_named(name) != nullptr;
}

std::vector<Statement> counted_loop(std::string_view name, const std::vector<Operand>& operands,
                                    const assembly::Place& place, assembly::Reporter& reporter,
                                    std::uint8_t address_width) {
  if (operands.size() != 1 || !operands[0].is_memory() || !operands[0].bare) {
    reporter.error(operands.empty() ? place : operands[0].place,
                   fmt::format("'{}' takes a label", name), fmt::format("{} label", name));
    return {};
  }
  const CountedLoop& kind = *counted_loop_named(name);
  std::vector<Statement> made;
  const auto add = [&](Op op, std::string_view text) -> Statement& {
    Statement& s = made.emplace_back();
    s.instruction.op = op;
    s.form.width = s.form.source_width = address_width;
    s.text = fmt::format("{}: {}", name, text);
    return s;
  };
  const std::string count = name_of(kRcx, address_width);
  Statement& down = add(Op::x86_lea, fmt::format("lea -1(%{0}), %{0}", count));
  down.form.memory = InMemory::right;
  down.instruction.rs1 = down.instruction.rd = kRcx;
  down.instruction.target = ~std::uint64_t{0};
  const bool has_condition = !kind.leaves.empty();
  add(Op::x86_branch_rcx, address_width == 3 ? "jrcxz" : "jecxz").relative = has_condition ? 3 : 2;
  if (has_condition) {
    Statement& leave = add(Op::x86_branch, kind.leaves);
    leave.relative = 2;
    leave.form.condition = kind.leaves == "je" ? Condition::e : Condition::ne;
  }
  Statement& back = add(Op::jump, fmt::format("jmp {}", operands[0].text));
  back.label = operands[0];
  return made;
}

} // namespace stallscope::isa::x86
