#pragma once

#include "isa/op.hpp"

#include <cstdint>

/// Operations on whole xmm registers: those of SSE2 that compilers use in scalar code as well (to
/// copy and clear structures, to choose between doubles without a branch) and in short loops, and
/// what -march=haswell adds to them.
namespace stallscope::isa::x86 {

/// What is done to the lanes of one register or of two. A lane has the width of the operation
/// (Form::width) unless said otherwise; `left` and `right` as at Op::x86_mov.
enum class Packed : std::uint8_t {
  // Of the right operand alone.
  move,
  high_out, ///< the high half, into memory
  widen,    ///< two singles to two doubles
  narrow,   ///< two doubles to two singles, zeros above
  from_int, ///< 32-bit integers to lanes
  to_int,   ///< lanes to 32-bit integers, to nearest even
  truncate, ///< lanes to 32-bit integers, towards zero
  square_root,
  absolute,
  shuffle_words, ///< pshufd: four words chosen by imm
  shuffle_low,   ///< pshuflw
  shuffle_high,  ///< pshufhw
  duplicate,     ///< movddup: the low half twice
  sign_extend,   ///< pmovsx: lanes of `source_width` to lanes of the width
  zero_extend,   ///< pmovzx
  float_mask,    ///< the signs of the lanes, in an integer register
  byte_mask,     ///< likewise of 16 bytes
  extract,       ///< lane number imm
  // Of both. Scalar ones change the low lane and keep the others of the left operand.
  low_half,       ///< movlps: right is the new low half
  high_half,      ///< movhps, movlhps: the low half of right is the new high half
  high_to_low,    ///< movhlps: the high half of right is the new low half
  insert,         ///< lane number imm
  round_scalar,   ///< as imm says
  compare_scalar, ///< all ones where the predicate holds
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
  unpack_low, ///< lanes of the low halves, in turn
  unpack_high,
  shuffle, ///< shufps, shufpd: lower lanes of left, upper ones of right, chosen by imm
  add_int,
  subtract_int,
  multiply_low,
  multiply_high,
  multiply_high_unsigned,
  multiply_even, ///< pmuludq: products of 64 bits of every other lane of 32
  multiply_even_signed,
  multiply_add, ///< pmaddwd: sums of neighbouring products
  equal,
  greater,
  minimum_signed,
  maximum_signed,
  minimum_unsigned,
  maximum_unsigned,
  average,
  pack_signed, ///< lanes of the width to those half as wide, saturated
  pack_unsigned,
  shift_left, ///< all lanes, by right
  shift_right,
  shift_arithmetic,
  bytes_left, ///< the whole register, by bytes
  bytes_right,
  select,       ///< right where the lane of the third operand is negative, else left
  fused_scalar, ///< product and sum in one rounding
  fused,
};

// Form::condition of a fused multiplication. Order: of which two of the operands (1: destination,
// 2: left, 3: right) the product is, as in the instructions' names.
inline constexpr unsigned kFusedOrder = 3;
inline constexpr unsigned kFused132 = 0;
inline constexpr unsigned kFused213 = 1;
inline constexpr unsigned kFused231 = 2;
inline constexpr unsigned kFusedNegateProduct = 4;
inline constexpr unsigned kFusedSubtract = 8;

/// Whether it has a left operand.
[[nodiscard]] constexpr bool reads_left(Packed packed) {
  return packed >= Packed::low_half;
}
/// The unit it needs; `width` of the lanes.
[[nodiscard]] OpClass packed_class(Packed packed, std::uint8_t width);

/// The contents of an xmm register.
struct Vector {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

} // namespace stallscope::isa::x86
