#include "program/conventional_registers.hpp"

#include "program/undeclared.hpp"

#include <algorithm>

namespace stallscope::isa {

namespace {

bool accesses_memory_through(const Instruction& instruction, RegId reg) {
  return is_memory(instruction.op_class) && instruction.rs1 == reg;
}

bool is_base(const Program& program, RegId reg) {
  return std::any_of(program.code.begin(), program.code.end(),
                     [reg](const Instruction& i) { return accesses_memory_through(i, reg); });
}

bool links_or_returns(const Program& program, RegId reg) {
  return std::any_of(program.code.begin(), program.code.end(), [reg](const Instruction& i) {
    return is_jump(i.op_class) && (i.rd == reg || i.rs1 == reg);
  });
}

bool reads(const Program& program, const Instruction& instruction, RegId reg) {
  const auto& sources = program.micro_op(instruction.first_micro_op).sources();
  return std::any_of(sources.begin(), sources.end(),
                     [reg](const RegisterRead& read) { return read.reg == reg; });
}

bool adds_constant(const Instruction& i, RegId reg) {
  const bool adds =
      i.op == Op::add || i.op == Op::addw || i.op == Op::add_overflow || i.op == Op::addw_overflow;
  return adds && i.has_immediate && i.rs1 == reg;
}

/// Its value is decreased, and the space is then used: `addi x2, x2, -16`, `sd x8, 8(x2)`. A
/// pointer that moves downwards is used before it is decreased, and a counter is not used as an
/// address.
bool is_stack_pointer(const Program& program, RegId reg) {
  constexpr std::int64_t kWord = 4;
  const auto& code = program.code;
  const auto first = std::find_if(code.begin(), code.end(),
                                  [&](const Instruction& i) { return reads(program, i, reg); });
  if (first == code.end() || !adds_constant(*first, reg) || first->rd != reg || first->imm >= 0 ||
      first->imm % kWord != 0)
    return false;
  return std::any_of(std::next(first), code.end(), [reg](const Instruction& i) {
    return accesses_memory_through(i, reg) || (adds_constant(i, reg) && i.rd != reg);
  });
}

} // namespace

bool is_ordinary(const Program& program, const InitialRegister& initial,
                 const RegisterSpellings& spellings, bool is_snippet) {
  const RegId reg = initial.reg;
  if (links_or_returns(program, reg))
    return false;
  const bool base = is_base(program, reg);
  if (base && initial.value == program.return_pc)
    return true;
  return is_snippet && spellings.is_only_numbered(reg) && !is_stack_pointer(program, reg) &&
         !(base && declares_memory(program));
}

} // namespace stallscope::isa
