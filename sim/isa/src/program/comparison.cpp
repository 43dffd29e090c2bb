#include "isa/comparison.hpp"

#include "isa/branch_condition.hpp"
#include "x86/micro_ops/form.hpp"

#include <utility>

namespace stallscope::isa {

namespace {

/// Of `left` and `right`; nullopt: a condition on parity or overflow alone.
std::optional<Comparison> of_condition(x86::Condition condition, RegId left, RegId right,
                                       std::int64_t constant) {
  using x86::Condition;
  Comparison c{Op::beq, left, right, constant, 64};
  switch (condition) {
  case Condition::e:
    return c;
  case Condition::ne:
    c.op = Op::bne;
    return c;
  case Condition::l:
    c.op = Op::blt;
    return c;
  case Condition::ge:
    c.op = Op::bge;
    return c;
  case Condition::le:
    c.op = Op::ble;
    return c;
  case Condition::g:
    c.op = Op::bgt;
    return c;
  case Condition::b:
    c.op = Op::bltu;
    return c;
  case Condition::ae:
    c.op = Op::bgeu;
    return c;
  case Condition::be: // left <= right: right >= left, or left < right + 1
  case Condition::a:
    if (right == kNoRegister) {
      if (constant == -1) // the largest
        return std::nullopt;
      c.op = condition == Condition::be ? Op::bltu : Op::bgeu;
      c.constant = constant + 1;
      return c;
    }
    std::swap(c.a, c.b);
    c.op = condition == Condition::be ? Op::bgeu : Op::bltu;
    return c;
  default:
    return std::nullopt;
  }
}

/// With 0: the flags of a result. Carry and overflow are those of the operation.
std::optional<Comparison> of_result(x86::Condition condition, RegId result, bool is_logical) {
  using x86::Condition;
  switch (condition) {
  case Condition::s:
    return Comparison{Op::blt, result, kNoRegister, 0, 64};
  case Condition::ns:
    return Comparison{Op::bge, result, kNoRegister, 0, 64};
  case Condition::e:
  case Condition::ne:
    return of_condition(condition, result, kNoRegister, 0);
  default: // no carry and no overflow
    return is_logical ? of_condition(condition, result, kNoRegister, 0) : std::nullopt;
  }
}

std::optional<Comparison> of_flags(const Instruction& branch, const Instruction& setter) {
  const x86::Form form = x86::Form::of(setter);
  if (form.memory != x86::InMemory::nothing || form.width < 2 || form.zero_idiom)
    return std::nullopt;
  const x86::Condition condition = x86::Form::of(branch).condition;
  std::optional<Comparison> found;
  switch (setter.op) {
  case Op::x86_cmp:
    found = of_condition(condition, x86::left_register(setter, form),
                         x86::right_register(setter, form), setter.imm);
    break;
  case Op::x86_test:
    if (!setter.has_immediate && setter.rs1 == setter.rs2)
      found = of_result(condition, setter.rs1, true);
    break;
  case Op::x86_add:
  case Op::x86_sub:
  case Op::x86_inc:
  case Op::x86_dec:
    found = of_result(condition, setter.rd, false);
    break;
  default:
    break;
  }
  if (found)
    found->bits = 8U << form.width;
  return found;
}

/// Of the operands of a difference or comparison whose result is compared with 0.
std::optional<Comparison> of_tested(Op branch, const Instruction& setter) {
  const bool is_set = branch == Op::bne; // taken when the result is not 0
  Comparison c{branch, setter.rs1, setter.has_immediate ? kNoRegister : setter.rs2,
               setter.has_immediate ? setter.imm : 0, 64};
  switch (setter.op) {
  case Op::sub:
    return c;
  case Op::subw:
    c.bits = 32;
    return c;
  case Op::sub_overflow:
    c.traps = true;
    return c;
  case Op::subw_overflow:
    c.bits = 32;
    c.traps = true;
    return c;
  case Op::slt:
    c.op = is_set ? Op::blt : Op::bge;
    return c;
  case Op::sltu:
    c.op = is_set ? Op::bltu : Op::bgeu;
    return c;
  case Op::sle:
    c.op = is_set ? Op::ble : Op::bgt;
    return c;
  case Op::sgt:
    c.op = is_set ? Op::bgt : Op::ble;
    return c;
  case Op::sge:
    c.op = is_set ? Op::bge : Op::blt;
    return c;
  case Op::sne:
    return c;
  case Op::seq:
    c.op = is_set ? Op::beq : Op::bne;
    return c;
  default:
    return std::nullopt;
  }
}

} // namespace

std::uint64_t Comparison::extended(std::uint64_t value) const {
  if (bits == 64)
    return value;
  const auto low = static_cast<std::uint32_t>(value);
  const bool is_unsigned = op == Op::bltu || op == Op::bgeu;
  return is_unsigned ? low : static_cast<std::uint64_t>(static_cast<std::int32_t>(low));
}

std::optional<Comparison> comparison_of(const Instruction& branch, const Instruction* setter) {
  if (branch.op == Op::x86_branch)
    return setter == nullptr ? std::nullopt : of_flags(branch, *setter);
  if (!compares_operands(branch.op))
    return std::nullopt;
  if (setter != nullptr && (branch.op == Op::beq || branch.op == Op::bne))
    if (const auto found = of_tested(branch.op, *setter))
      return found;
  return Comparison{branch.op, branch.rs1, branch.has_immediate ? kNoRegister : branch.rs2,
                    branch.imm, 64};
}

std::optional<RegId> tested_register(const Instruction& branch, bool has_zero) {
  if (branch.op != Op::beq && branch.op != Op::bne)
    return std::nullopt;
  if (branch.has_immediate)
    return branch.imm == 0 ? std::optional(branch.rs1) : std::nullopt;
  if (has_zero && branch.rs2 == 0)
    return branch.rs1;
  return has_zero && branch.rs1 == 0 ? std::optional(branch.rs2) : std::nullopt;
}

bool sets_flags(const Instruction& instruction) {
  return is_x86(instruction.op) &&
         (x86::traits_of(instruction).writes_flags || x86::traits_of(instruction).writes_carry);
}

std::optional<Increment> increment_of(const Instruction& i) {
  const bool is_same = i.rd == i.rs1;
  switch (i.op) {
  case Op::add:
  case Op::addw:
  case Op::add_overflow:
  case Op::addw_overflow:
  case Op::sub: // three-address code has subtractions of constants
  case Op::subw: {
    const bool is_word = i.op == Op::addw || i.op == Op::addw_overflow || i.op == Op::subw;
    if (!i.has_immediate || !is_same)
      return std::nullopt;
    const bool down = i.op == Op::sub || i.op == Op::subw;
    return Increment{
        i.rd, down ? static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(i.imm)) : i.imm,
        is_word ? 32U : 64U, i.op == Op::add_overflow || i.op == Op::addw_overflow};
  }
  case Op::x86_add:
  case Op::x86_sub:
  case Op::x86_inc:
  case Op::x86_dec: {
    const x86::Form form = x86::Form::of(i);
    const bool by_one = i.op == Op::x86_inc || i.op == Op::x86_dec;
    if (form.memory != x86::InMemory::nothing || form.width < 2 ||
        i.rd != x86::left_register(i, form) || (!by_one && !i.has_immediate))
      return std::nullopt;
    const std::int64_t by = by_one ? 1 : i.imm;
    const bool down = i.op == Op::x86_sub || i.op == Op::x86_dec;
    return Increment{i.rd, down ? -by : by, 8U << form.width, false};
  }
  default:
    return std::nullopt;
  }
}

} // namespace stallscope::isa
