#include "x86/builder.hpp"

#include <fmt/format.h>

namespace stallscope::isa::x86 {

bool Builder::fill_packed() {
  made.form.packed = mnemonic.packed;
  made.form.width = mnemonic.width;
  made.form.wide = mnemonic.memory == 4;
  made.form.aligned = mnemonic.aligned;
  if (mnemonic.source_width != kAnyWidth)
    made.form.source_width = mnemonic.source_width;
  else if (!made.form.wide)
    made.form.source_width = mnemonic.memory;
  const bool filled = [this] {
    switch (mnemonic.shape) {
    case Shape::packed:
      return packed_operands(0);
    case Shape::packed_constant:
      return packed_constant();
    case Shape::packed_count:
      return packed_count();
    case Shape::packed_move:
      return packed_move();
    case Shape::half_move:
      return half_move();
    case Shape::packed_mask:
      return packed_mask();
    case Shape::extract:
      return extract();
    case Shape::insert:
      return insert();
    case Shape::fused:
      return fused();
    default:
      return select();
    }
  }();
  if (!filled) {
    (void)mismatch();
    return false;
  }
  if (made.form.memory == InMemory::nothing)
    made.form.wide = made.form.aligned = false;
  return true;
}

/// Right, perhaps left, destination, from operand `first` on.
bool Builder::packed_operands(std::size_t first) {
  const bool left = reads_left(mnemonic.packed);
  if (operands.size() != first + (left && mnemonic.vex ? 3 : 2))
    return false;
  const Operand& source = operands[first];
  const Operand& other = operands[first + 1]; // legacy forms: the destination
  const Operand& destination = operands.back();
  if (source.is_immediate() || source.is_integer_reg() || !other.is_xmm() || !destination.is_xmm())
    return false;
  const bool registers_only =
      mnemonic.packed == Packed::high_half || mnemonic.packed == Packed::high_to_low;
  if (registers_only && mnemonic.shape == Shape::packed && !source.is_xmm())
    return false;
  if (left)
    set_left(other);
  set_right(source);
  set_result(destination);
  const bool same = left && source.is_xmm() && source.reg.id == other.reg.id;
  const bool constant = mnemonic.packed == Packed::bit_xor ||
                        mnemonic.packed == Packed::subtract_int ||
                        mnemonic.packed == Packed::equal || mnemonic.packed == Packed::greater;
  made.form.zero_idiom = same && constant;
  return true;
}

/// A constant that is no operand, but says which.
bool Builder::take_selector(const Operand& operand) {
  if (!operand.is_immediate())
    return false;
  made.immediate = operand;
  made.immediate_width = 0;
  return true;
}

bool Builder::packed_constant() {
  if (operands.empty() || !take_selector(operands[0]) || !packed_operands(1))
    return false;
  if (mnemonic.packed != Packed::compare && mnemonic.packed != Packed::compare_scalar)
    return true;
  if (!operands[0].known)
    return false;
  // Above 16 the predicates are the same, but signal other NaNs.
  made.form.condition = static_cast<Condition>(*operands[0].known & (mnemonic.vex ? 15 : 7));
  return true;
}

bool Builder::packed_count() {
  if (operands.empty() || !operands[0].is_immediate())
    return mnemonic.packed != Packed::bytes_left && mnemonic.packed != Packed::bytes_right &&
           packed_operands(0);
  if (operands.size() != (mnemonic.vex ? 3 : 2) || !operands[1].is_xmm() ||
      !operands.back().is_xmm())
    return false;
  set_left(operands[1]);
  set_right(operands[0]);
  made.immediate_width = 0;
  set_result(operands.back());
  return true;
}

/// All 16 bytes.
bool Builder::packed_move() {
  if (operands.size() != 2)
    return false;
  const Operand& source = operands[0];
  const Operand& destination = operands[1];
  const auto fits_move = [](const Operand& o) { return o.is_xmm() || o.is_memory(); };
  if (!fits_move(source) || !fits_move(destination) ||
      (source.is_memory() && destination.is_memory()))
    return false;
  if (destination.is_memory())
    set_left(destination);
  set_right(source);
  set_result(destination);
  return true;
}

/// 8 bytes of memory and one half of a register.
bool Builder::half_move() {
  const Operand& source = operands[0];
  const Operand& destination = operands.back();
  if (destination.is_memory() && operands.size() == 2 && source.is_xmm()) {
    made.form.packed = mnemonic.packed == Packed::high_half ? Packed::high_out : Packed::move;
    set_left(destination);
    set_right(source);
    return true;
  }
  return source.is_memory() && packed_operands(0);
}

bool Builder::packed_mask() {
  if (operands.size() != 2 || !operands[0].is_xmm() || !operands[1].is_integer_reg() ||
      operands[1].reg.width < 2)
    return false;
  set_right(operands[0]);
  set_result(operands[1]);
  return true;
}

bool Builder::extract() {
  if (operands.size() != 3 || !take_selector(operands[0]) || !operands[1].is_xmm())
    return false;
  const Operand& destination = operands[2];
  if (destination.is_xmm() || destination.is_immediate() ||
      (destination.is_reg() && destination.reg.width < 2) ||
      (destination.is_reg() && mnemonic.width == 3 && destination.reg.width != 3))
    return false;
  if (destination.is_memory())
    set_left(destination);
  set_right(operands[1]);
  set_result(destination);
  return true;
}

bool Builder::insert() {
  if (operands.size() != (mnemonic.vex ? 4 : 3) || !take_selector(operands[0]))
    return false;
  const Operand& source = operands[1];
  const Operand& other = operands[2];
  const Operand& destination = operands.back();
  if (source.is_xmm() || source.is_immediate() || !other.is_xmm() || !destination.is_xmm() ||
      (source.is_reg() && source.reg.width != (mnemonic.width == 3 ? 3 : 2)))
    return false;
  set_left(other);
  set_right(source);
  set_result(destination);
  return true;
}

/// The destination is the third operand.
bool Builder::fused() {
  if (!packed_operands(0))
    return false;
  made.form.third = true;
  made.instruction.imm = made.instruction.rd;
  made.form.condition = mnemonic.condition;
  return true;
}

/// The mask comes first; without AVX it is in xmm0.
bool Builder::select() {
  RegId mask = kXmm0;
  std::size_t first = 0;
  if (mnemonic.vex || operands.size() == 3) {
    if (operands.size() < 3 || !operands[0].is_xmm())
      return false;
    mask = operands[0].reg.id;
    first = 1;
    if (!mnemonic.vex && mask != kXmm0)
      return false;
  }
  if (!packed_operands(first))
    return false;
  made.form.third = true;
  made.instruction.imm = mask;
  return true;
}

} // namespace stallscope::isa::x86
