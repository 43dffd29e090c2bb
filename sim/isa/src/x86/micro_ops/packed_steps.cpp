#include "x86/micro_ops/packed_steps.hpp"

#include <initializer_list>

namespace stallscope::isa::x86 {

namespace {

PackedSteps steps(std::initializer_list<OpClass> classes) {
  PackedSteps result;
  for (const OpClass c : classes)
    result.classes.at(result.count++) = c;
  return result;
}

/// For values that move between the halves of a ymm register.
OpClass shuffle_of(const Form& form) {
  return form.full ? OpClass::vector_cross : OpClass::vector_shuffle;
}

/// Moves of lanes that take one micro-op.
OpClass moving_class(const Instruction& i, const Form& form) {
  switch (form.packed) {
  case Packed::sign_extend:
  case Packed::zero_extend:
  case Packed::broadcast:
    return shuffle_of(form);
  case Packed::insert_half: // from memory: a blend with the copies made by the load
    return loads_operand(i, form) ? OpClass::vector_logic : OpClass::vector_cross;
  case Packed::extract_half:
  case Packed::permute_halves:
  case Packed::permute_quads:
  case Packed::permute_words:
    return OpClass::vector_cross;
  case Packed::blend:
    return form.width == 1 ? OpClass::vector_shuffle : OpClass::vector_logic;
  case Packed::float_mask:
  case Packed::byte_mask:
    return OpClass::vector_mask;
  case Packed::move: // integer moves, like logic operations
    return form.width == 0 ? OpClass::vector_logic : OpClass::fp_move;
  case Packed::high_out:
  case Packed::masked_store:
    return OpClass::fp_move;
  default:
    return OpClass::vector_shuffle;
  }
}

/// Integer and bit operations that take one micro-op.
OpClass integer_class(const Form& form) {
  switch (form.packed) {
  case Packed::bit_and: // floating-point forms (andps) use the shuffle unit
  case Packed::bit_andn:
  case Packed::bit_or:
  case Packed::bit_xor:
    return form.width == 0 ? OpClass::vector_logic : OpClass::vector_shuffle;
  case Packed::shift_left:
  case Packed::shift_right:
  case Packed::shift_arithmetic:
  case Packed::shift_left_each:
  case Packed::shift_right_each:
  case Packed::test_signs:
    return OpClass::vector_shift;
  case Packed::greater:
    return form.width == 3 ? OpClass::vector_multiply : OpClass::vector_integer;
  case Packed::add_int:
  case Packed::subtract_int:
  case Packed::equal:
  case Packed::minimum_signed:
  case Packed::maximum_signed:
  case Packed::minimum_unsigned:
  case Packed::maximum_unsigned:
  case Packed::average:
  case Packed::absolute:
  case Packed::sign:
  case Packed::add_saturated:
  case Packed::add_saturated_unsigned:
  case Packed::subtract_saturated:
  case Packed::subtract_saturated_unsigned:
    return OpClass::vector_integer;
  default:
    return OpClass::nop; // a different operation
  }
}

/// Conversions: one micro-op, and one that moves lanes if the two formats differ in size.
PackedSteps conversion(const Form& form) {
  switch (form.packed) {
  case Packed::narrow:
  case Packed::to_half:
    return steps({OpClass::fp_convert, shuffle_of(form)});
  case Packed::to_int:
  case Packed::truncate:
    return form.width == 3 ? steps({OpClass::fp_convert, shuffle_of(form)})
                           : steps({OpClass::fp_convert});
  case Packed::from_int:
    return form.width == 3 ? steps({shuffle_of(form), OpClass::fp_convert})
                           : steps({OpClass::fp_convert});
  case Packed::from_half:
    return steps({shuffle_of(form), OpClass::fp_convert});
  case Packed::widen:
    return steps({shuffle_of(form), OpClass::vector_shift});
  default: // round
    return steps({OpClass::fp_convert, OpClass::fp_convert});
  }
}

/// The divider has 16 bytes: 32-byte registers are processed in halves.
PackedSteps division(const Form& form, OpClass narrow) {
  if (!form.full)
    return steps({narrow});
  return steps({OpClass::vector_cross, form.width == 3 ? OpClass::fp_divide_wide : narrow,
                OpClass::vector_cross});
}

/// A conversion whose result has a different kind or size than its source.
PackedSteps scalar_conversion(const Instruction& i, const Form& form) {
  using enum OpClass;
  switch (i.op) {
  case Op::x86_cvt_integer: // the register is transferred to the vector unit by the shuffle unit
    return form.width == 2 && form.source_width == 3
               ? steps({vector_shuffle, fp_convert, vector_shuffle})
               : steps({vector_shuffle, fp_convert});
  case Op::x86_cvt_trunc:
  case Op::x86_cvt_round:
    return steps({fp_convert, vector_shift});
  default:
    return form.width == 3 ? steps({vector_shuffle, vector_shift})
                           : steps({fp_convert, vector_shuffle});
  }
}

/// Conditions that depend on both CF and ZF: above, and below or equal.
bool reads_both_flags(const Instruction& i) {
  const FlagReads reads = flags_read(i);
  return reads.flags && reads.carry;
}

PackedSteps scalar_steps(const Instruction& i, const Form& form) {
  using enum OpClass;
  switch (i.op) {
  case Op::x86_adc: // adding a constant 0, as at the end of long sums, takes one (uops.info)
  case Op::x86_sbb:
    return i.has_immediate && i.imm == 0 ? steps({integer}) : steps({integer, integer});
  case Op::x86_bextr:
    return steps({integer, integer});
  case Op::x86_cmov:
    return reads_both_flags(i) ? steps({integer, integer, integer}) : steps({integer, integer});
  case Op::x86_set:
    return reads_both_flags(i) ? steps({integer, integer}) : steps({integer});
  case Op::x86_bswap:
    return form.width == 3 ? steps({integer, integer}) : steps({integer});
  case Op::x86_shl:
  case Op::x86_shr:
  case Op::x86_sar:
  case Op::x86_rol:
  case Op::x86_ror: // by a register: count, shift, flags
    return i.has_immediate ? steps({shift}) : steps({integer, shift, integer});
  case Op::x86_rcl:
  case Op::x86_rcr: // by 1: three; by more: eight, of which six determine the latency (Fog)
    return i.has_immediate && i.imm == 1 ? steps({shift, integer, shift})
           : i.has_immediate             ? steps({shift, integer, shift, integer})
                                         : steps({integer, shift, integer});
  case Op::x86_shld:
  case Op::x86_shrd: // in the unit for multiplications and counts, with the same latency
    return form.third ? steps({integer, bit_count, integer}) : steps({bit_count});
  case Op::x86_cvt_integer:
  case Op::x86_cvt_trunc:
  case Op::x86_cvt_round:
  case Op::x86_cvt_float:
    return scalar_conversion(i, form);
  default:
    return steps({compute_class(i)});
  }
}

PackedSteps packed_steps(const Instruction& i, const Form& form) {
  using enum OpClass;
  const OpClass whole = packed_class(form.packed, form.width);
  switch (form.packed) {
  case Packed::add_horizontal:
  case Packed::subtract_horizontal:
    return steps({vector_shuffle, vector_shuffle, whole});
  case Packed::add_horizontal_int:
  case Packed::subtract_horizontal_int:
  case Packed::add_horizontal_saturated:
  case Packed::subtract_horizontal_saturated:
    return steps({vector_shuffle, vector_shuffle, vector_integer});
  case Packed::multiply_low:
    return form.width == 2 ? steps({vector_multiply, vector_multiply}) : steps({vector_multiply});
  case Packed::shift_left:
  case Packed::shift_right:
  case Packed::shift_arithmetic: // first copies the count to all lanes
    return i.has_immediate ? steps({vector_shift}) : steps({shuffle_of(form), vector_shift});
  case Packed::shift_left_each:
  case Packed::shift_right_each:
  case Packed::shift_arithmetic_each:
    return form.width == 3 ? steps({vector_shift})
                           : steps({vector_shift, vector_shift, vector_shuffle});
  case Packed::select:
  case Packed::masked_load:
    return steps({vector_shuffle, vector_shuffle});
  case Packed::round:
  case Packed::round_scalar:
  case Packed::narrow:
  case Packed::to_half:
  case Packed::to_int:
  case Packed::truncate:
  case Packed::from_int:
  case Packed::from_half:
  case Packed::widen:
    return conversion(form);
  case Packed::test:
    return steps({shuffle_of(form), vector_shift});
  case Packed::extract:
    return stores_result(i, form) ? steps({vector_shuffle}) : steps({vector_shuffle, vector_shift});
  case Packed::insert:
    return loads_operand(i, form) ? steps({vector_shuffle})
                                  : steps({vector_shuffle, vector_shuffle});
  case Packed::dot: // four take 14 cycles: the last one gets the remaining latency
    return form.width == 2 ? steps({fp_multiply_single, fp_add_single, fp_add_single, vector_cross})
                           : steps({fp_multiply, fp_add, vector_shuffle});
  case Packed::sad_blocks:
    return steps({vector_shuffle, vector_shuffle, vector_multiply});
  case Packed::carry_less:
    return steps({vector_multiply, vector_multiply, vector_shuffle});
  case Packed::reciprocal:
  case Packed::reciprocal_root:
    return form.full ? steps({vector_multiply, vector_multiply, vector_logic})
                     : steps({vector_multiply});
  case Packed::divide:
  case Packed::square_root:
    return division(form, whole);
  default:
    break;
  }
  if (const OpClass c = integer_class(form); c != nop)
    return steps({c});
  return steps({whole == fp_move ? moving_class(i, form) : whole});
}

} // namespace

PackedSteps steps_of(const Instruction& i, const Form& form) {
  return i.op == Op::x86_packed ? packed_steps(i, form) : scalar_steps(i, form);
}

} // namespace stallscope::isa::x86
