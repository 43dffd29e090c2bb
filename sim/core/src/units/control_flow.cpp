#include "core/units/control_flow.hpp"

namespace stallscope::core {

using isa::Op;

namespace {

constexpr RegId kMipsReturnAddress = 31;

bool is_riscv_link(RegId reg) {
  return reg == 1 || reg == 5;
}

StackAction riscv_action(const isa::Instruction& i) {
  const bool links = is_riscv_link(i.rd);
  if (i.op == Op::jump_link)
    return {false, links};
  if (!is_indirect(i))
    return {};
  const bool writes = i.op == Op::jump_link_register && links;
  const bool pops = is_riscv_link(i.rs1) && !(writes && i.rd == i.rs1);
  return {pops, writes};
}

} // namespace

StackAction stack_action(isa::Isa isa, const isa::Instruction& i) {
  if (isa == isa::Isa::riscv)
    return riscv_action(i);
  if (isa == isa::Isa::mips)
    return {i.op == Op::jump_register && i.rs1 == kMipsReturnAddress,
            i.op == Op::jump_link || i.op == Op::jump_link_register};
  if (isa == isa::Isa::x86)
    return {i.op == Op::x86_ret, i.op == Op::x86_call || i.op == Op::x86_call_indirect};
  return {};
}

unsigned address_shift(isa::Isa isa) {
  return isa == isa::Isa::riscv ? 1 : 2;
}

} // namespace stallscope::core
