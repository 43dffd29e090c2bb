#pragma once

#include "isa/op.hpp"

#include <cstdint>

/// Operations on full xmm and ymm registers: SSE2 to SSE4.1, AVX, AVX2, FMA, F16C and carry-less
/// products, except those on strings (pcmpistri) and AES.
namespace stallscope::isa::x86 {

/// The operation on the lanes of one register or of two. A lane has the width of the operation
/// (Form::width) unless documented otherwise; `left` and `right` as at Op::x86_mov.
enum class Packed : std::uint8_t {
  // Operations with only the right operand.
  move,
  high_out,         ///< the high half, to memory
  widen,            ///< two singles to two doubles
  narrow,           ///< two doubles to two singles, zeros above
  from_int,         ///< 32-bit integers to lanes
  to_int,           ///< lanes to 32-bit integers, to nearest even
  truncate,         ///< lanes to 32-bit integers, towards zero
  from_half,        ///< 16-bit numbers (binary16) to singles
  to_half,          ///< singles to 16-bit numbers, rounded as in imm
  reciprocal,       ///< rcpps: approximated
  reciprocal_root,  ///< rsqrtps: approximated
  minimum_position, ///< phminposuw: the smallest of eight lanes, followed by its index
  square_root,
  absolute,
  round,          ///< rounding mode in imm
  even_copies,    ///< movsldup: lanes 0 0 2 2
  odd_copies,     ///< movshdup: lanes 1 1 3 3
  permute,        ///< vpermilps, vpermilpd: lanes selected by imm
  broadcast,      ///< the lowest lane in all lanes
  broadcast_half, ///< 16 bytes in both halves of a ymm register
  extract_half,   ///< half imm of a ymm register
  permute_quads,  ///< vpermq, vpermpd: lanes of all 32 bytes selected by imm
  shuffle_words,  ///< pshufd: four words selected by imm
  shuffle_low,    ///< pshuflw
  shuffle_high,   ///< pshufhw
  duplicate,      ///< movddup: the low half twice
  sign_extend,    ///< pmovsx: lanes of `source_width` to lanes of the width
  zero_extend,    ///< pmovzx
  float_mask,     ///< the signs of the lanes, to an integer register
  byte_mask,      ///< the signs of 16 bytes, to an integer register
  masked_store,   ///< vmaskmovps: writes lanes to memory where the third operand is negative
  extract,        ///< lane imm
  // Operations with both operands. Scalar ones change the low lane and keep the other lanes of the
  // left operand.
  low_half,       ///< movlps: right is the new low half
  high_half,      ///< movhps, movlhps: the low half of right is the new high half
  high_to_low,    ///< movhlps: the high half of right is the new low half
  insert,         ///< lane imm
  insert_single,  ///< insertps: a single of right, and zeros, at positions in imm
  insert_half,    ///< right becomes half imm of a ymm register
  permute_halves, ///< vperm2f128: halves of both, or zeros, selected by imm
  permute_words,  ///< vpermd: lanes of right, of all 32 bytes, selected by left
  permute_by,     ///< vpermilps: lanes of left selected by right
  shuffle_bytes,  ///< pshufb: bytes of left selected by right
  align,          ///< palignr: the concatenation of left and right, shifted right by imm bytes
  blend,          ///< right in the lanes whose bit of imm is 1
  round_scalar,   ///< rounding mode in imm
  compare_scalar, ///< all ones where the predicate is true
  compare,
  add,
  subtract,
  multiply,
  divide,
  minimum,
  maximum,
  bit_and,
  bit_andn, ///< ~left & right
  bit_or,
  bit_xor,
  unpack_low, ///< lanes of the low halves, alternating
  unpack_high,
  shuffle, ///< shufps, shufpd: lower lanes from left, upper ones from right, selected by imm
  add_int,
  subtract_int,
  multiply_low,
  multiply_high,
  multiply_high_unsigned,
  multiply_even, ///< pmuludq: 64-bit products of every other 32-bit lane
  multiply_even_signed,
  multiply_add, ///< pmaddwd: sums of neighbouring products
  equal,
  greater,
  minimum_signed,
  maximum_signed,
  minimum_unsigned,
  maximum_unsigned,
  average,
  add_horizontal, ///< haddps: sums of neighbours, first of left, then of right
  subtract_horizontal,
  add_subtract, ///< addsubps: differences in even lanes, sums in odd ones
  dot,          ///< dpps: products and lanes selected by imm
  add_horizontal_int,
  subtract_horizontal_int,
  add_horizontal_saturated, ///< phaddsw
  subtract_horizontal_saturated,
  add_saturated,
  add_saturated_unsigned,
  subtract_saturated,
  subtract_saturated_unsigned,
  multiply_add_bytes, ///< pmaddubsw: sums of products of unsigned with signed bytes, saturated
  multiply_rounded,   ///< pmulhrsw
  sign,               ///< psignb: left with the sign of right
  sad,                ///< psadbw: sums of eight absolute differences of bytes
  sad_blocks,         ///< mpsadbw: four bytes of right with four of left at each of eight positions
  carry_less,      ///< pclmulqdq: product of the halves selected by imm, as polynomials over GF(2)
  shift_left_each, ///< vpsllvd: each lane by a separate count
  shift_right_each,
  shift_arithmetic_each,
  pack_signed, ///< lanes to lanes half as wide, saturated
  pack_unsigned,
  shift_left, ///< all lanes, by right
  shift_right,
  shift_arithmetic,
  bytes_left, ///< the whole register, by bytes
  bytes_right,
  test,        ///< ptest: sets flags
  test_signs,  ///< vtestps: sets flags from the signs of lanes
  masked_load, ///< vmaskmovps: lanes of memory where the lane of left is negative, otherwise zeros
  gather, ///< vpgatherdd: lanes of memory, each at a separate index, where the lane of the third
          ///< operand is negative, otherwise those of left; the third operand becomes 0
  select, ///< right where the lane of the third operand is negative, otherwise left
  fused_scalar, ///< product and sum with one rounding
  fused,
  fused_add_subtract, ///< fmaddsub: even lanes subtract
  fused_subtract_add,
  // Operations on all registers.
  zero_upper, ///< vzeroupper: the upper halves of the ymm registers
  zero_all,   ///< vzeroall
};

// Form::condition of a fused multiplication. Order: the two operands (1: destination, 2: left, 3:
// right) that are multiplied, as in the instruction names.
inline constexpr unsigned kFusedOrder = 3;
inline constexpr unsigned kFused132 = 0;
inline constexpr unsigned kFused213 = 1;
inline constexpr unsigned kFused231 = 2;
inline constexpr unsigned kFusedNegateProduct = 4;
inline constexpr unsigned kFusedSubtract = 8;

/// Whether it has a left operand.
[[nodiscard]] constexpr bool reads_left(Packed packed) {
  return packed >= Packed::low_half && packed < Packed::zero_upper;
}
/// The unit for the operation as a whole; `width` is that of the lanes.
[[nodiscard]] OpClass packed_class(Packed packed, std::uint8_t width);

/// The contents of an xmm register.
struct Vector {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};
/// The contents of a ymm register, whose lower half is the xmm register of the same number.
struct WideVector {
  Vector low;
  Vector high;
};

} // namespace stallscope::isa::x86
