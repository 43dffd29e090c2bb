#include "x86/micro_ops/handed_x86.hpp"

#include "execution/executor_x86.hpp"
#include "x86/micro_ops/form.hpp"

#include <algorithm>

namespace stallscope::isa::x86 {

HandedValues handed_before(const Instruction& i, const ArchState& before) {
  HandedValues values;
  const Form form = Form::of(i);
  const auto reg = [&before](RegId r) { return before.regs[r]; };
  std::uint64_t& loaded = values.of[kLoaded - kFirstTemporary];
  if (i.op == Op::x86_ret || i.op == Op::x86_pop)
    loaded = before.memory.load(reg(kRsp), 1U << form.width);
  else if (loads_operand(i, form) && !is_gather(i, form))
    loaded = before.memory.load(reg(i.rs1) + (reg(i.rs3) << form.scale) + i.target,
                                std::min(operand_bytes(form), 8U));
  else if (i.op == Op::x86_push || i.op == Op::x86_call_indirect)
    loaded = reg(kRsp); // the value stored, or the address, uses the old rsp
  else if (i.op == Op::x86_xchg)
    values.of[kResult - kFirstTemporary] = part(reg(i.rs1), form.width, form.high_right);
  return values;
}

bool has_second_result(const Instruction& i) {
  return i.op == Op::x86_mulx || i.op == Op::x86_mul_wide || i.op == Op::x86_imul_wide ||
         i.op == Op::x86_div || i.op == Op::x86_idiv;
}

std::uint64_t second_result(const Instruction& i, const ArchState& behind) {
  const std::uint64_t whole = behind.regs[i.op == Op::x86_mulx ? i.rd : kRdx];
  return part(whole, Form::of(i).width, false);
}

} // namespace stallscope::isa::x86
