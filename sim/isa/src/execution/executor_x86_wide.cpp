#include "execution/executor_x86_lanes.hpp"

#include <algorithm>
#include <array>

// Operations across the lanes of a register, and those on registers of 32 bytes. Source: Intel 64
// and IA-32 Architectures Software Developer's Manual, volume 2.

namespace stallscope::isa::x86 {

Vector shifted_bytes(bool to_left, const Vector& v, uint64_t count) {
  Vector result;
  for (unsigned n = 0; n < kRegisterBytes && count < kRegisterBytes; ++n) {
    const unsigned from = to_left ? n - static_cast<unsigned>(count) // wraps below 0
                                  : n + static_cast<unsigned>(count);
    if (from < kRegisterBytes)
      set_lane(result, 0, n, lane(v, 0, from));
  }
  return result;
}

namespace {

using std::int64_t;
using std::uint64_t;
using std::uint8_t;

/// Sums or differences of neighbours: first those of left, then those of right.
template <class Function>
Vector of_neighbours(uint8_t width, const Vector& left, const Vector& right, Function function) {
  const unsigned half = lanes_of(width) / 2;
  return for_lanes(width, [&](unsigned n) {
    const Vector& v = n < half ? left : right;
    const unsigned first = 2 * (n % half);
    return function(lane(v, width, first), lane(v, width, first + 1));
  });
}

int64_t signed_of(uint64_t lane, uint8_t width) {
  return static_cast<int64_t>(sign_extended(lane, width));
}

Vector horizontal(const Form& form, const Vector& left, const Vector& right) {
  const uint8_t w = form.width;
  switch (form.packed) {
  case Packed::add_horizontal:
    return of_neighbours(w, left, right, [w](uint64_t a, uint64_t b) {
      return fp_arithmetic(Op::x86_fadd, w, a, b);
    });
  case Packed::subtract_horizontal:
    return of_neighbours(w, left, right, [w](uint64_t a, uint64_t b) {
      return fp_arithmetic(Op::x86_fsub, w, a, b);
    });
  case Packed::add_horizontal_int:
    return of_neighbours(w, left, right, [](uint64_t a, uint64_t b) { return a + b; });
  case Packed::add_horizontal_saturated:
    return of_neighbours(w, left, right, [w](uint64_t a, uint64_t b) {
      return saturated(signed_of(a, w) + signed_of(b, w), w, true);
    });
  case Packed::subtract_horizontal_saturated:
    return of_neighbours(w, left, right, [w](uint64_t a, uint64_t b) {
      return saturated(signed_of(a, w) - signed_of(b, w), w, true);
    });
  default:
    return of_neighbours(w, left, right, [](uint64_t a, uint64_t b) { return a - b; });
  }
}

/// The products of the lanes selected by the upper bits of imm, summed in pairs; stored in the
/// lanes selected by the lower bits. The manual does not define which of several NaNs is returned
/// (processors differ among lanes); here it is the first.
Vector dot_product(uint8_t w, const Vector& left, const Vector& right, uint64_t imm) {
  std::array<uint64_t, 4> products{};
  for (unsigned n = 0; n < lanes_of(w); ++n)
    if ((imm >> (4 + n) & 1) != 0)
      products.at(n) = fp_arithmetic(Op::x86_fmul, w, lane(left, w, n), lane(right, w, n));
  uint64_t sum = fp_arithmetic(Op::x86_fadd, w, products[0], products[1]);
  if (w == 2)
    sum = fp_arithmetic(Op::x86_fadd, w, sum,
                        fp_arithmetic(Op::x86_fadd, w, products[2], products[3]));
  return for_lanes(w, [&](unsigned n) { return (imm >> n & 1) != 0 ? sum : 0; });
}

Vector with_single(const Form& form, const Vector& left, const Vector& right, uint64_t imm) {
  const auto from = form.memory == InMemory::nothing ? static_cast<unsigned>(imm >> 6 & 3) : 0;
  Vector result = left;
  set_lane(result, 2, static_cast<unsigned>(imm >> 4 & 3), lane(right, 2, from));
  for (unsigned n = 0; n < 4; ++n)
    if ((imm >> n & 1) != 0)
      set_lane(result, 2, n, 0);
  return result;
}

Vector chosen_bytes(const Vector& left, const Vector& right) {
  return for_lanes(0, [&](unsigned n) {
    const uint64_t by = lane(right, 0, n);
    return (by & 0x80) != 0 ? 0 : lane(left, 0, static_cast<unsigned>(by & 15));
  });
}

/// right is in the low part.
Vector aligned_bytes(const Vector& left, const Vector& right, uint64_t count) {
  return for_lanes(0, [&](unsigned n) -> uint64_t {
    const uint64_t from = n + count;
    if (from >= 2 * kRegisterBytes)
      return 0;
    return lane(from < kRegisterBytes ? right : left, 0,
                static_cast<unsigned>(from % kRegisterBytes));
  });
}

uint64_t summed_differences(const Vector& left, const Vector& right, unsigned first) {
  uint64_t sum = 0;
  for (unsigned n = first; n < first + 8; ++n) {
    const uint64_t a = lane(left, 0, n);
    const uint64_t b = lane(right, 0, n);
    sum += std::max(a, b) - std::min(a, b);
  }
  return sum;
}

Vector multiplied_bytes(const Vector& left, const Vector& right) {
  const auto product = [&](unsigned n) {
    return static_cast<int64_t>(lane(left, 0, n)) * signed_lane(right, 0, n);
  };
  return for_lanes(
      1, [&](unsigned n) { return saturated(product(2 * n) + product(2 * n + 1), 1, true); });
}

/// Bits 0 and 1 of imm select four bytes of right; bit 2 the start in left.
Vector summed_blocks(const Vector& left, const Vector& right, uint64_t imm) {
  const auto first_right = static_cast<unsigned>(imm & 3) * 4;
  const auto first_left = static_cast<unsigned>(imm >> 2 & 1) * 4;
  return for_lanes(1, [&](unsigned at) {
    uint64_t sum = 0;
    for (unsigned n = 0; n < 4; ++n) {
      const uint64_t a = lane(left, 0, first_left + at + n);
      const uint64_t b = lane(right, 0, first_right + n);
      sum += std::max(a, b) - std::min(a, b);
    }
    return sum;
  });
}

/// The first of several equal lanes.
Vector least_lane(const Vector& v) {
  unsigned least = 0;
  for (unsigned n = 1; n < lanes_of(1); ++n)
    if (lane(v, 1, n) < lane(v, 1, least))
      least = n;
  return {lane(v, 1, least) | uint64_t{least} << 16, 0};
}

Vector carry_less_product(uint64_t a, uint64_t b) {
  Vector product;
  for (unsigned n = 0; n < 64; ++n)
    if ((b >> n & 1) != 0) {
      product.low ^= a << n;
      product.high ^= n == 0 ? 0 : a >> (64 - n);
    }
  return product;
}

/// Selected by two bits of imm per lane, or by one bit if there are two lanes.
Vector permuted(uint8_t width, const Vector& v, uint64_t imm) {
  return for_lanes(width, [&](unsigned n) {
    return lane(v, width, static_cast<unsigned>(width == 3 ? imm >> n & 1 : imm >> (2 * n) & 3));
  });
}

/// Selected by the low bits of each lane of another register; for 64 bits by bit 1.
Vector permuted_by(uint8_t width, const Vector& v, const Vector& by) {
  return for_lanes(width, [&](unsigned n) {
    const uint64_t control = lane(by, width, n);
    return lane(v, width, static_cast<unsigned>(width == 3 ? control >> 1 & 1 : control & 3));
  });
}

} // namespace

Vector computed_across_lanes(const Instruction& i, const Form& form, const Vector& left,
                             const Vector& right) {
  const uint8_t w = form.width;
  const auto imm = static_cast<uint64_t>(i.imm) & 0xff;
  switch (form.packed) {
  case Packed::round:
    return for_lanes(w, [&](unsigned n) {
      return fp_rounded(static_cast<unsigned>(imm), w, lane(right, w, n));
    });
  case Packed::even_copies:
  case Packed::odd_copies:
    return for_lanes(2, [&](unsigned n) {
      return lane(right, 2, form.packed == Packed::odd_copies ? n | 1U : n & ~1U);
    });
  case Packed::permute:
    return permuted(w, right, imm);
  case Packed::broadcast:
    return for_lanes(w, [&](unsigned) { return lane(right, w, 0); });
  case Packed::insert_single:
    return with_single(form, left, right, imm);
  case Packed::permute_by:
    return permuted_by(w, left, right);
  case Packed::shuffle_bytes:
    return chosen_bytes(left, right);
  case Packed::align:
    return aligned_bytes(left, right, imm);
  case Packed::blend:
    return for_lanes(w, [&](unsigned n) { return lane((imm >> n & 1) != 0 ? right : left, w, n); });
  case Packed::add_horizontal:
  case Packed::subtract_horizontal:
  case Packed::add_horizontal_int:
  case Packed::subtract_horizontal_int:
  case Packed::add_horizontal_saturated:
  case Packed::subtract_horizontal_saturated:
    return horizontal(form, left, right);
  case Packed::add_subtract:
    return for_lanes(w, [&](unsigned n) {
      return fp_arithmetic(n % 2 == 0 ? Op::x86_fsub : Op::x86_fadd, w, lane(left, w, n),
                           lane(right, w, n));
    });
  case Packed::dot:
    return dot_product(w, left, right, imm);
  case Packed::sad_blocks:
    return summed_blocks(left, right, imm);
  case Packed::minimum_position:
    return least_lane(right);
  case Packed::carry_less:
    return carry_less_product((imm & 1) != 0 ? left.high : left.low,
                              (imm & 16) != 0 ? right.high : right.low);
  case Packed::multiply_add_bytes:
    return multiplied_bytes(left, right);
  default:
    return {summed_differences(left, right, 0), summed_differences(left, right, 8)};
  }
}

namespace {

const Vector& half_of(const WideVector& v, uint64_t number) {
  return (number & 1) != 0 ? v.high : v.low;
}

uint64_t wide_lane(const WideVector& v, uint8_t width, unsigned n) {
  const unsigned lanes = lanes_of(width);
  return lane(n < lanes ? v.low : v.high, width, n % lanes);
}

template <class Function> WideVector for_wide_lanes(uint8_t width, Function function) {
  const unsigned lanes = lanes_of(width);
  return {for_lanes(width, function),
          for_lanes(width, [&](unsigned n) { return function(lanes + n); })};
}

/// vperm2f128: one of the four halves each, or zeros.
Vector selected_half(const WideVector& left, const WideVector& right, uint64_t by) {
  if ((by & 8) != 0)
    return {};
  return half_of((by & 2) != 0 ? right : left, by);
}

/// Operations that move values between the halves; false: a different operation.
bool across_halves(const Form& form, uint64_t imm, const WideVector& left, const WideVector& right,
                   WideVector& result) {
  switch (form.packed) {
  case Packed::broadcast:
    result = for_wide_lanes(form.width, [&](unsigned) { return lane(right.low, form.width, 0); });
    return true;
  case Packed::broadcast_half:
    result = {right.low, right.low};
    return true;
  case Packed::extract_half:
    result = {half_of(right, imm), {}};
    return true;
  case Packed::insert_half:
    result = (imm & 1) != 0 ? WideVector{left.low, right.low} : WideVector{right.low, left.high};
    return true;
  case Packed::permute_halves:
    result = {selected_half(left, right, imm), selected_half(left, right, imm >> 4)};
    return true;
  case Packed::permute_quads:
    result = for_wide_lanes(3, [&](unsigned n) {
      return wide_lane(right, 3, static_cast<unsigned>(imm >> (2 * n) & 3));
    });
    return true;
  case Packed::permute_words:
    result = for_wide_lanes(2, [&](unsigned n) {
      return wide_lane(right, 2, static_cast<unsigned>(wide_lane(left, 2, n) & 7));
    });
    return true;
  default:
    return false;
  }
}

/// The right operand for the upper half of an operation.
Vector upper_right(const Form& form, const WideVector& right) {
  switch (form.packed) {
  case Packed::sign_extend:
  case Packed::zero_extend:
    return shifted_bytes(false, right.low, kRegisterBytes >> (form.width - form.source_width));
  case Packed::widen:
  case Packed::from_half:
    return {right.low.high, 0};
  case Packed::from_int:
    return form.width == 3 ? Vector{right.low.high, 0} : right.high;
  case Packed::shift_left: // counts
  case Packed::shift_right:
  case Packed::shift_arithmetic:
  case Packed::bytes_left:
  case Packed::bytes_right:
    return right.low;
  default:
    return right.high;
  }
}

/// Number of bits of a constant that select the lanes of the lower half.
unsigned bits_of_selector(const Form& form) {
  if (form.packed == Packed::sad_blocks)
    return 3;
  const bool by_lane = form.packed == Packed::blend && form.width != 1; // vpblendw uses the same
                                                                        // bits for both halves
  const bool doubles =
      form.width == 3 && (form.packed == Packed::shuffle || form.packed == Packed::permute);
  return by_lane || doubles ? lanes_of(form.width) : 0;
}

} // namespace

WideVector full_computed(const Instruction& i, const Form& form, const WideVector& left,
                         const WideVector& right, const WideVector& third) {
  WideVector result;
  if (across_halves(form, static_cast<uint64_t>(i.imm), left, right, result))
    return result;
  Instruction upper = i;
  if (const unsigned bits = bits_of_selector(form); bits != 0)
    upper.imm = (i.imm & 0xff) >> bits;
  const Vector low = packed_computed(i, form, left.low, right.low, third.low);
  const Vector high = packed_computed(upper, form, left.high, upper_right(form, right), third.high);
  switch (form.packed) {
  case Packed::float_mask:
    return {{low.low | high.low << lanes_of(form.width), 0}, {}};
  case Packed::byte_mask:
    return {{low.low | high.low << lanes_of(0), 0}, {}};
  case Packed::narrow:
  case Packed::to_half:
    return {{low.low, high.low}, {}};
  case Packed::to_int:
  case Packed::truncate:
    if (form.width == 3)
      return {{low.low, high.low}, {}};
    break;
  default:
    break;
  }
  return {low, high};
}

} // namespace stallscope::isa::x86
