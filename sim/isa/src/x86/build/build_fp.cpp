#include "x86/build/builder.hpp"

#include <fmt/format.h>

namespace stallscope::isa::x86 {

bool Builder::fill_fp() {
  if (mnemonic.shape >= Shape::packed)
    return fill_packed();
  const std::size_t count = operands.size();
  for (const Operand& operand : operands)
    if (operand.is_immediate() && name != "movq") {
      (void)mismatch();
      return false;
    }
  const std::size_t wanted = mnemonic.vex ? 3 : 2;
  const auto when = [this](bool fits, auto fill) {
    if (fits)
      return (this->*fill)();
    (void)mismatch();
    return false;
  };
  switch (mnemonic.shape) {
  case Shape::fp_move_scalar:
    return when(count == 2 || (mnemonic.vex && count == 3), &Builder::move_scalar);
  case Shape::move_bits:
    return when(count == 2, &Builder::move_bits);
  case Shape::from_integer:
    return when(count == wanted, &Builder::fp_from_integer);
  case Shape::to_integer:
    return when(count == 2, &Builder::fp_to_integer);
  default:
    return when(count == wanted, &Builder::fp_two);
  }
}

/// Between registers the rest of the destination is kept (AVX: is copied from the middle operand);
/// a load clears it.
bool Builder::move_scalar() {
  const Operand& source = operands[0];
  const Operand& destination = operands.back();
  set_width(mnemonic.width);
  if (operands.size() == 3) {
    if (!source.is_xmm() || !operands[1].is_xmm() || !destination.is_xmm()) {
      (void)mismatch();
      return false;
    }
    made.instruction.op = Op::x86_fmerge;
    set_left(operands[1]);
    set_right(source);
    set_result(destination);
    return true;
  }
  if (source.is_memory() == destination.is_memory() && source.is_memory()) {
    (void)mismatch();
    return false;
  }
  if ((source.is_reg() && !source.is_xmm()) || (destination.is_reg() && !destination.is_xmm())) {
    (void)mismatch();
    return false;
  }
  if (source.is_reg() && destination.is_reg()) {
    made.instruction.op = Op::x86_fmerge;
    set_left(destination);
  }
  return move(source, destination);
}

/// movq and movd: move bits between all kinds of operands; movq also moves integers.
bool Builder::move_bits() {
  const Operand& source = operands[0];
  const Operand& destination = operands[1];
  if (!source.is_xmm() && !destination.is_xmm()) {
    if (name == "movq")
      return two();
    (void)mismatch();
    return false;
  }
  set_width(mnemonic.width);
  if ((source.is_integer_reg() && !fits(source, mnemonic.width)) ||
      (destination.is_integer_reg() && !fits(destination, mnemonic.width)))
    return false;
  if (source.is_xmm() && destination.is_xmm() && mnemonic.width != 3) {
    (void)mismatch();
    return false;
  }
  return move(source, destination);
}

/// A source, and the destination as the other source; in AVX the middle operand is the other
/// source.
bool Builder::fp_two() {
  const Operand& source = operands[0];
  const Operand& destination = operands.back();
  const Operand& other = operands.size() == 3 ? operands[1] : destination;
  if (!destination.is_xmm() || !other.is_xmm() || (source.is_reg() && !source.is_xmm())) {
    (void)mismatch();
    return false;
  }
  set_width(mnemonic.width);
  if (mnemonic.source_width != kAnyWidth)
    made.form.source_width = mnemonic.source_width;
  set_left(other);
  set_right(source);
  if (mnemonic.shape != Shape::fp_compare)
    set_result(destination);
  return true;
}

bool Builder::fp_from_integer() {
  const Operand& source = operands[0];
  const Operand& destination = operands.back();
  const Operand& other = operands.size() == 3 ? operands[1] : destination;
  if (!destination.is_xmm() || !other.is_xmm() || source.is_xmm()) {
    (void)mismatch();
    return false;
  }
  // Without suffix the memory operand has 4 bytes, as in GNU as.
  std::uint8_t from = mnemonic.source_width;
  if (from == kAnyWidth)
    from = source.is_reg() ? source.reg.width : 2;
  if (from < 2)
    return wrong_size(source, 2);
  if (!fits(source, from))
    return false;
  made.form.width = mnemonic.width;
  made.form.source_width = from;
  set_left(other);
  set_right(source);
  set_result(destination);
  return true;
}

bool Builder::fp_to_integer() {
  const Operand& source = operands[0];
  const Operand& destination = operands[1];
  if (!destination.is_integer_reg() || (source.is_reg() && !source.is_xmm())) {
    (void)mismatch();
    return false;
  }
  const std::uint8_t to = mnemonic.width != kAnyWidth ? mnemonic.width : destination.reg.width;
  if (to < 2)
    return wrong_size(destination, 2);
  if (!fits(destination, to))
    return false;
  made.form.width = to;
  made.form.source_width = mnemonic.source_width;
  set_right(source);
  set_result(destination);
  return true;
}

} // namespace stallscope::isa::x86
