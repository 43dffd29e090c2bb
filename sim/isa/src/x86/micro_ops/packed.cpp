#include "x86/micro_ops/packed.hpp"

namespace stallscope::isa::x86 {

OpClass packed_class(Packed packed, std::uint8_t width) {
  const bool wide = width == 3;
  switch (packed) {
  case Packed::widen:
  case Packed::narrow:
  case Packed::from_int:
  case Packed::to_int:
  case Packed::truncate:
  case Packed::from_half:
  case Packed::to_half:
  case Packed::round_scalar:
  case Packed::round:
    return OpClass::fp_convert;
  case Packed::square_root:
    return wide ? OpClass::fp_sqrt : OpClass::fp_sqrt_single;
  case Packed::compare_scalar:
  case Packed::compare:
  case Packed::test:
  case Packed::test_signs:
    return OpClass::fp_compare;
  case Packed::add:
  case Packed::subtract:
  case Packed::minimum:
  case Packed::maximum:
  case Packed::add_horizontal:
  case Packed::subtract_horizontal:
  case Packed::add_subtract:
    return wide ? OpClass::fp_add : OpClass::fp_add_single;
  case Packed::multiply:
  case Packed::dot:
    return wide ? OpClass::fp_multiply : OpClass::fp_multiply_single;
  case Packed::divide:
    return wide ? OpClass::fp_divide : OpClass::fp_divide_single;
  case Packed::fused_scalar:
  case Packed::fused:
  case Packed::fused_add_subtract:
  case Packed::fused_subtract_add:
    return wide ? OpClass::fp_fused : OpClass::fp_fused_single;
  // Vector multiplications use the floating-point multiplier.
  case Packed::reciprocal:
  case Packed::reciprocal_root:
  case Packed::minimum_position:
  case Packed::sad_blocks:
  case Packed::carry_less:
  case Packed::multiply_low:
  case Packed::multiply_high:
  case Packed::multiply_high_unsigned:
  case Packed::multiply_even:
  case Packed::multiply_even_signed:
  case Packed::multiply_add:
  case Packed::multiply_add_bytes:
  case Packed::multiply_rounded:
  case Packed::sad:
    return OpClass::vector_multiply;
  case Packed::zero_upper:
  case Packed::zero_all:
    return OpClass::nop;
  default:
    return OpClass::fp_move;
  }
}

} // namespace stallscope::isa::x86
