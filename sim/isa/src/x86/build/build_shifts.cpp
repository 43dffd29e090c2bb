#include "x86/build/builder.hpp"

#include <fmt/format.h>

// Shifts, and the other operations with three operands in BMI.
namespace stallscope::isa::x86 {

bool Builder::shift() {
  const Operand& destination = operands.back();
  if (destination.is_immediate()) {
    (void)mismatch();
    return false;
  }
  if (!choose_width({&destination}))
    return false;
  set_left(destination);
  set_result(destination);
  if (operands.size() == 1) {
    set_count(1);
    return true;
  }
  const Operand& count = operands[0];
  if (!is_count(count))
    return false;
  set_right(count);
  if (count.is_immediate())
    made.immediate_width = 0;
  made.form.source_width = 0;
  return true;
}

/// A constant or %cl.
bool Builder::is_count(const Operand& operand) {
  if (operand.is_immediate() || (operand.is_integer_reg() && operand.reg.id == kRcx &&
                                 operand.reg.width == 0 && !operand.reg.high))
    return true;
  reporter.error(operand.place, fmt::format("'{}' cannot be the count of a shift", operand.text),
                 "a constant or %cl", operand.is_integer_reg() ? "%cl" : "");
  return false;
}

/// shld and shrd: the count is the third source, %cl if omitted.
bool Builder::double_shift() {
  const bool implied = operands.size() == 2;
  const Operand& source = operands[implied ? 0 : 1];
  const Operand& destination = operands.back();
  if (!source.is_integer_reg() || source.reg.width == 0 || destination.is_immediate()) {
    (void)mismatch();
    return false;
  }
  if ((!implied && !is_count(operands[0])) || !choose_width({&source, &destination}))
    return false;
  set_left(destination);
  set_right(source);
  set_result(destination);
  if (operands[0].is_immediate()) {
    made.immediate = operands[0];
    made.immediate_width = 0;
  } else {
    made.form.third = true;
    made.instruction.imm = kRcx;
  }
  return true;
}

bool Builder::shift_three() {
  const Operand& count = operands[0];
  const Operand& source = operands[1];
  const bool constant = made.instruction.op == Op::x86_rorx;
  if (source.is_immediate() || count.is_immediate() != constant || count.is_memory() ||
      !operands[2].is_integer_reg()) {
    (void)mismatch();
    return false;
  }
  if (!(constant ? choose_width({&source, &operands[2]})
                 : choose_width({&count, &source, &operands[2]})))
    return false;
  set_left(source);
  set_right(count);
  if (constant)
    made.immediate_width = 0;
  set_result(operands[2]);
  return true;
}

/// mulx: rdx is an implicit source.
bool Builder::long_product() {
  if (!three_operands())
    return false;
  made.instruction.rs2 = kRdx;
  set_right(operands[0]);
  set_result(operands[2]);
  made.instruction.rd2 = operands[1].reg.id;
  return true;
}

} // namespace stallscope::isa::x86
