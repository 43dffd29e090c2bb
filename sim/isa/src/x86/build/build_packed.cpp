#include "x86/build/builder.hpp"

#include <fmt/format.h>

namespace stallscope::isa::x86 {

bool Builder::report_vector(const Operand& operand, bool should_be_wide) {
  reporter.error(
      operand.place,
      fmt::format("'{}' does not have the size that '{}' needs here", operand.text, name),
      should_be_wide ? "a register of 32 bytes, ymm" : "a register of 16 bytes, xmm");
  return false;
}

/// The wider of indices and data fills the registers.
bool Builder::gathered_vectors() {
  if (operands.size() != 3 || !operands[1].is_memory() || !operands[1].index ||
      operands[1].index->width < kXmmWidth || !(operands[0].is_xmm() || operands[0].is_ymm()) ||
      !(operands[2].is_xmm() || operands[2].is_ymm())) {
    (void)mismatch();
    return false;
  }
  const bool indices_wider = mnemonic.source_width > mnemonic.width;
  const bool data_wider = mnemonic.source_width < mnemonic.width;
  const bool full = indices_wider ? operands[1].index->width == kYmmWidth : operands[2].is_ymm();
  const bool wide_data = full && !indices_wider;
  const bool wide_indices = full && !data_wider;
  for (Operand* operand : {&operands[0], &operands[2]}) {
    if (operand->is_ymm() != wide_data)
      return report_vector(*operand, wide_data);
    operand->reg.width = kXmmWidth;
  }
  if ((operands[1].index->width == kYmmWidth) != wide_indices)
    return report_vector(operands[1], wide_indices);
  made.form.full = full;
  return true;
}

bool Builder::narrow_vectors() {
  if (mnemonic.shape == Shape::gather)
    return gathered_vectors();
  const Operand* wide = nullptr;
  for (const Operand& operand : operands)
    if (operand.is_ymm() && wide == nullptr)
      wide = &operand;
  const bool from_memory = mnemonic.only_wide && mnemonic.vectors == Vectors::wide_source &&
                           mnemonic.shape == Shape::packed; // vcvtpd2psy
  if (wide == nullptr && !from_memory) {
    if (!mnemonic.only_wide)
      return true;
    reporter.error(operands.empty() ? place : operands.back().place,
                   fmt::format("'{}' is of 32 bytes", name), "ymm registers");
    return false;
  }
  if (mnemonic.vectors == Vectors::none) {
    const bool has_avx = find_mnemonic("v" + std::string(name)) != nullptr;
    reporter.error(wide->place, fmt::format("'{}' has no form for '{}'", name, wide->text),
                   has_avx ? fmt::format("v{}, of AVX, or xmm registers", name)
                           : std::string("registers of 16 bytes, xmm"));
    return false;
  }
  for (std::size_t n = 0; n < operands.size(); ++n) {
    Operand& operand = operands[n];
    if (!operand.is_ymm() && !operand.is_xmm())
      continue;
    const bool last = n + 1 == operands.size();
    const bool should_be_wide =
        mnemonic.vectors == Vectors::same || (mnemonic.vectors == Vectors::wide_result && last) ||
        (mnemonic.vectors == Vectors::wide_source && !last) ||
        (mnemonic.vectors == Vectors::narrow_right && n + 3 != operands.size());
    if (operand.is_ymm() != should_be_wide)
      return report_vector(operand, should_be_wide);
    operand.reg.width = kXmmWidth;
  }
  made.form.full = true;
  return true;
}

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
    case Shape::extract_half:
      return extract_half();
    case Shape::permute:
      return permute();
    case Shape::test:
      return test();
    case Shape::masked:
      return masked();
    case Shape::masked_bytes:
      return masked_bytes();
    case Shape::gather:
      return gather();
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

/// Right, optionally left, and destination, starting with operand `first`.
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
  if (mnemonic.packed == Packed::broadcast_half && !source.is_memory())
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

/// A constant that is not an operand but a selector.
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
  // From 16 on the predicates are the same, but signal for other NaNs.
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
  return move(source, destination);
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

bool Builder::extract_half() {
  if (operands.size() != 3 || !take_selector(operands[0]) || !operands[1].is_xmm() ||
      (!operands[2].is_xmm() && !operands[2].is_memory()))
    return false;
  if (operands[2].is_memory())
    set_left(operands[2]);
  set_right(operands[1]);
  set_result(operands[2]);
  return true;
}

/// By a constant, or by the lanes of another register.
bool Builder::permute() {
  if (operands.size() != 3)
    return false;
  if (!operands[0].is_immediate())
    return packed_operands(0);
  const Operand& source = operands[1];
  if (!take_selector(operands[0]) || source.is_immediate() || source.is_integer_reg() ||
      !operands[2].is_xmm())
    return false;
  made.form.packed = Packed::permute;
  set_right(source);
  set_result(operands[2]);
  return true;
}

bool Builder::test() {
  if (operands.size() != 2 || operands[0].is_immediate() || operands[0].is_integer_reg() ||
      !operands[1].is_xmm())
    return false;
  set_left(operands[1]);
  set_right(operands[0]);
  return true;
}

/// A load reads its mask as the left operand, a store as the third.
bool Builder::masked() {
  if (operands.size() != 3 || !operands[1].is_xmm())
    return false;
  const bool stores = operands[2].is_memory();
  if (stores ? !operands[0].is_xmm() : !operands[0].is_memory() || !operands[2].is_xmm())
    return false;
  if (!stores) {
    set_left(operands[1]);
    set_right(operands[0]);
    set_result(operands[2]);
    return true;
  }
  made.form.packed = Packed::masked_store;
  made.form.third = true;
  made.instruction.imm = operands[1].reg.id;
  set_left(operands[2]);
  set_right(operands[0]);
  return true;
}

/// maskmovdqu
bool Builder::masked_bytes() {
  if (operands.size() != 2 || !operands[0].is_xmm() || !operands[1].is_xmm())
    return false;
  Operand memory;
  memory.base = Register{kRdi, stack_bytes, false};
  made.form.third = true;
  made.instruction.imm = operands[0].reg.id;
  set_left(memory);
  set_right(operands[1]);
  return true;
}

bool Builder::gather() {
  const RegId mask = operands[0].reg.id;
  const RegId indices = operands[1].index->id;
  const RegId destination = operands[2].reg.id;
  if (mask == indices || mask == destination || indices == destination) {
    reporter.error(place, fmt::format("'{}' with one register twice", name),
                   "three registers for mask, indices and destination");
    return false;
  }
  made.form.third = true;
  made.instruction.imm = mask;
  set_left(operands[2]);
  set_right(operands[1]);
  set_result(operands[2]);
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
