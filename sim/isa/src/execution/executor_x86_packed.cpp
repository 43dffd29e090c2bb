#include "execution/executor_x86_lanes.hpp"

#include <algorithm>
#include <array>
#include <optional>

// Lanes of full xmm registers. Source: Intel 64 and IA-32 Architectures Software Developer's
// Manual, volume 2.

namespace stallscope::isa::x86 {

namespace {

using std::int64_t;
using std::uint64_t;
using std::uint8_t;

Op arithmetic_op(Packed packed) {
  switch (packed) {
  case Packed::add:
    return Op::x86_fadd;
  case Packed::subtract:
    return Op::x86_fsub;
  case Packed::multiply:
    return Op::x86_fmul;
  case Packed::divide:
    return Op::x86_fdiv;
  case Packed::minimum:
    return Op::x86_fmin;
  case Packed::maximum:
    return Op::x86_fmax;
  default:
    return Op::x86_fsqrt;
  }
}

/// What one lane becomes; nothing: the operation is none of integers that goes lane by lane.
std::optional<uint64_t> integer_lane(Packed packed, uint8_t width, const Vector& left,
                                     const Vector& right, unsigned n) {
  const uint64_t a = lane(left, width, n);
  const uint64_t b = lane(right, width, n);
  const int64_t sa = signed_lane(left, width, n);
  const int64_t sb = signed_lane(right, width, n);
  switch (packed) {
  case Packed::add_int:
    return a + b;
  case Packed::subtract_int:
    return a - b;
  case Packed::multiply_low:
    return a * b;
  case Packed::multiply_high: // of 16 bits
    return static_cast<uint64_t>(sa * sb >> 16);
  case Packed::multiply_high_unsigned:
    return a * b >> 16;
  case Packed::multiply_even: // width 3
    return (a & 0xffffffffU) * (b & 0xffffffffU);
  case Packed::multiply_even_signed:
    return static_cast<uint64_t>(signed_lane(left, 2, 2 * n) * signed_lane(right, 2, 2 * n));
  case Packed::multiply_add: // width 2; only the least numbers overflow, and wrap
    return static_cast<uint64_t>(signed_lane(left, 1, 2 * n) * signed_lane(right, 1, 2 * n) +
                                 signed_lane(left, 1, 2 * n + 1) *
                                     signed_lane(right, 1, 2 * n + 1));
  case Packed::equal:
    return ones_when(a == b);
  case Packed::greater:
    return ones_when(sa > sb);
  case Packed::minimum_signed:
    return sa < sb ? a : b;
  case Packed::maximum_signed:
    return sa > sb ? a : b;
  case Packed::minimum_unsigned:
    return std::min(a, b);
  case Packed::maximum_unsigned:
    return std::max(a, b);
  case Packed::average:
    return (a + b + 1) >> 1;
  case Packed::absolute:
    return sb < 0 ? 0 - b : b;
  case Packed::sign:
    return sb < 0 ? 0 - a : sb == 0 ? 0 : a;
  case Packed::add_saturated:
    return saturated(sa + sb, width, true);
  case Packed::add_saturated_unsigned:
    return saturated(static_cast<int64_t>(a + b), width, false);
  case Packed::subtract_saturated:
    return saturated(sa - sb, width, true);
  case Packed::subtract_saturated_unsigned:
    return saturated(static_cast<int64_t>(a) - static_cast<int64_t>(b), width, false);
  case Packed::multiply_rounded: // of 16 bits
    return static_cast<uint64_t>(((sa * sb >> 14) + 1) >> 1);
  default:
    return std::nullopt;
  }
}

/// All low 64 bits of the right operand are the count.
Vector shifted_lanes(Packed packed, uint8_t width, const Vector& left, uint64_t count) {
  const unsigned bits = bits_of(width);
  return for_lanes(width, [&](unsigned n) -> uint64_t {
    if (packed == Packed::shift_arithmetic)
      return static_cast<uint64_t>(signed_lane(left, width, n) >>
                                   std::min<uint64_t>(count, bits - 1));
    if (count >= bits)
      return 0;
    const uint64_t a = lane(left, width, n);
    return packed == Packed::shift_left ? a << count : a >> count;
  });
}

Vector unpacked(bool high, uint8_t width, const Vector& left, const Vector& right) {
  const unsigned first = high ? lanes_of(width) / 2 : 0;
  return for_lanes(
      width, [&](unsigned n) { return lane(n % 2 == 0 ? left : right, width, first + n / 2); });
}

/// Lanes of half the width: first those of left, then those of right.
Vector packed_into(bool is_signed, uint8_t width, const Vector& left, const Vector& right) {
  const auto narrow = static_cast<uint8_t>(width - 1);
  const unsigned half = lanes_of(width);
  return for_lanes(narrow, [&](unsigned n) {
    return saturated(signed_lane(n < half ? left : right, width, n % half), narrow, is_signed);
  });
}

/// Four lanes of `width` starting with number `first`, selected by two bits each.
Vector chosen(const Vector& v, uint8_t width, unsigned first, uint64_t by) {
  Vector result = v;
  for (unsigned n = 0; n < 4; ++n)
    set_lane(result, width, first + n,
             lane(v, width, first + static_cast<unsigned>(by >> (2 * n) & 3)));
  return result;
}

Vector shuffled(uint8_t width, const Vector& left, const Vector& right, uint64_t by) {
  if (width == 3)
    return {lane(left, 3, by & 1), lane(right, 3, by >> 1 & 1)};
  return for_lanes(2, [&](unsigned n) {
    return lane(n < 2 ? left : right, 2, static_cast<unsigned>(by >> (2 * n) & 3));
  });
}

uint64_t signs(const Vector& v, uint8_t width) {
  uint64_t mask = 0;
  for (unsigned n = 0; n < lanes_of(width); ++n)
    mask |= (lane(v, width, n) >> (bits_of(width) - 1) & 1) << n;
  return mask;
}

/// Between formats: lanes of the wider format fill the register, 32-bit lanes its low half, unless
/// both have 32 bits.
Vector converted(Packed packed, uint8_t width, const Vector& right) {
  if (packed == Packed::widen)
    return {double_of_single(lane(right, 2, 0)), double_of_single(lane(right, 2, 1))};
  if (packed == Packed::narrow)
    return {single_of_double(right.low) | single_of_double(right.high) << 32, 0};
  if (packed == Packed::from_int)
    return for_lanes(width,
                     [&](unsigned n) { return fp_from_integer(width, signed_lane(right, 2, n)); });
  Vector result;
  for (unsigned n = 0; n < lanes_of(width); ++n)
    set_lane(result, 2, n,
             fp_to_integer(width, 2, packed == Packed::truncate, lane(right, width, n)));
  return result;
}

/// Converts four singles to 16-bit numbers, with zeros above.
Vector halves_of(const Vector& right, uint64_t imm) {
  Vector result;
  for (unsigned n = 0; n < 4; ++n)
    set_lane(result, 1, n, half_of_single(static_cast<unsigned>(imm), lane(right, 2, n)));
  return result;
}

uint64_t fused_lane(const Form& form, unsigned n, const Vector& left, const Vector& right,
                    const Vector& destination) {
  const auto way = static_cast<unsigned>(form.condition);
  const uint64_t one = lane(destination, form.width, n);
  const uint64_t two = lane(left, form.width, n);
  const uint64_t three = lane(right, form.width, n);
  const std::array<std::array<uint64_t, 3>, 3> orders{
      {{one, three, two}, {two, one, three}, {two, three, one}}};
  const auto& order = orders.at(way & kFusedOrder);
  const bool even = n % 2 == 0;
  const bool subtract = form.packed == Packed::fused_add_subtract   ? even
                        : form.packed == Packed::fused_subtract_add ? !even
                                                                    : (way & kFusedSubtract) != 0;
  return fp_fused(form.width, order[0], order[1], order[2], (way & kFusedNegateProduct) != 0,
                  subtract);
}

/// Operations that change the low lane.
Vector scalar(const Instruction& i, const Form& form, const Vector& left, const Vector& right,
              const Vector& third) {
  Vector result = form.packed == Packed::fused_scalar ? third : left;
  uint64_t value = 0;
  const uint64_t b = lane(right, form.width, 0);
  if (form.packed == Packed::fused_scalar)
    value = fused_lane(form, 0, left, right, third);
  else if (form.packed == Packed::compare_scalar)
    value = ones_when(
        fp_holds(static_cast<unsigned>(form.condition), form.width, lane(left, form.width, 0), b));
  else
    value = fp_rounded(static_cast<unsigned>(i.imm), form.width, b);
  set_lane(result, form.width, 0, value);
  return result;
}

Vector by_lanes(const Form& form, const Vector& left, const Vector& right, const Vector& third) {
  const uint8_t w = form.width;
  return for_lanes(w, [&](unsigned n) {
    const uint64_t a = lane(left, w, n);
    const uint64_t b = lane(right, w, n);
    if (const auto of_integers = integer_lane(form.packed, w, left, right, n))
      return *of_integers;
    switch (form.packed) {
    case Packed::compare:
      return ones_when(fp_holds(static_cast<unsigned>(form.condition), w, a, b));
    case Packed::select:
      return (lane(third, w, n) >> (bits_of(w) - 1) & 1) != 0 ? b : a;
    case Packed::fused:
    case Packed::fused_add_subtract:
    case Packed::fused_subtract_add:
      return fused_lane(form, n, left, right, third);
    case Packed::reciprocal:
      return fp_reciprocal(b);
    case Packed::reciprocal_root:
      return fp_reciprocal_root(b);
    case Packed::sign_extend:
      return static_cast<uint64_t>(signed_lane(right, form.source_width, n));
    case Packed::zero_extend:
      return lane(right, form.source_width, n);
    case Packed::shift_left_each:
      return b < bits_of(w) ? a << b : 0;
    case Packed::shift_right_each:
      return b < bits_of(w) ? a >> b : 0;
    case Packed::shift_arithmetic_each:
      return static_cast<uint64_t>(signed_lane(left, w, n) >>
                                   std::min<uint64_t>(b, bits_of(w) - 1));
    default:
      return fp_arithmetic(arithmetic_op(form.packed), w, a, b);
    }
  });
}

} // namespace

Vector packed_computed(const Instruction& i, const Form& form, const Vector& left,
                       const Vector& right, const Vector& third) {
  const uint8_t w = form.width;
  const auto imm = static_cast<uint64_t>(i.imm);
  switch (form.packed) {
  case Packed::move:
    return right;
  case Packed::high_out:
    return {right.high, 0};
  case Packed::widen:
  case Packed::narrow:
  case Packed::from_int:
  case Packed::to_int:
  case Packed::truncate:
    return converted(form.packed, w, right);
  case Packed::from_half:
    return for_lanes(2, [&](unsigned n) { return single_of_half(lane(right, 1, n)); });
  case Packed::to_half:
    return halves_of(right, imm);
  case Packed::shuffle_words:
    return chosen(right, 2, 0, imm);
  case Packed::shuffle_low:
    return chosen(right, 1, 0, imm);
  case Packed::shuffle_high:
    return chosen(right, 1, 4, imm);
  case Packed::duplicate:
    return {right.low, right.low};
  case Packed::float_mask:
    return {signs(right, w), 0};
  case Packed::byte_mask:
    return {signs(right, 0), 0};
  case Packed::extract:
    return {lane(right, w, static_cast<unsigned>(imm) % lanes_of(w)), 0};
  case Packed::low_half:
    return {right.low, left.high};
  case Packed::high_half:
    return {left.low, right.low};
  case Packed::high_to_low:
    return {right.high, left.high};
  case Packed::insert: {
    Vector result = left;
    set_lane(result, w, static_cast<unsigned>(imm) % lanes_of(w), right.low);
    return result;
  }
  case Packed::round_scalar:
  case Packed::compare_scalar:
  case Packed::fused_scalar:
    return scalar(i, form, left, right, third);
  case Packed::bit_and:
    return {left.low & right.low, left.high & right.high};
  case Packed::bit_andn:
    return {~left.low & right.low, ~left.high & right.high};
  case Packed::bit_or:
    return {left.low | right.low, left.high | right.high};
  case Packed::bit_xor:
    return {left.low ^ right.low, left.high ^ right.high};
  case Packed::unpack_low:
  case Packed::unpack_high:
    return unpacked(form.packed == Packed::unpack_high, w, left, right);
  case Packed::shuffle:
    return shuffled(w, left, right, imm);
  case Packed::pack_signed:
  case Packed::pack_unsigned:
    return packed_into(form.packed == Packed::pack_signed, w, left, right);
  case Packed::shift_left:
  case Packed::shift_right:
  case Packed::shift_arithmetic:
    return shifted_lanes(form.packed, w, left, right.low);
  case Packed::bytes_left:
  case Packed::bytes_right:
    return shifted_bytes(form.packed == Packed::bytes_left, left, right.low);
  case Packed::round:
  case Packed::even_copies:
  case Packed::odd_copies:
  case Packed::permute:
  case Packed::broadcast:
  case Packed::insert_single:
  case Packed::permute_by:
  case Packed::shuffle_bytes:
  case Packed::align:
  case Packed::blend:
  case Packed::add_horizontal:
  case Packed::subtract_horizontal:
  case Packed::add_horizontal_int:
  case Packed::subtract_horizontal_int:
  case Packed::add_horizontal_saturated:
  case Packed::subtract_horizontal_saturated:
  case Packed::add_subtract:
  case Packed::dot:
  case Packed::multiply_add_bytes:
  case Packed::sad:
  case Packed::sad_blocks:
  case Packed::minimum_position:
  case Packed::carry_less:
    return computed_across_lanes(i, form, left, right);
  default:
    return by_lanes(form, left, right, third);
  }
}

} // namespace stallscope::isa::x86
