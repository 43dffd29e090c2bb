#include "riscv/float_soft.hpp"

#include "riscv/float_soft_parts.hpp"

#include <utility>

namespace stallscope::isa::riscv::fp::soft {

namespace {

/// significand * 2^(exponent - 126), with the significand below 2^127 so that a sum fits. Sums and
/// products of unpacked numbers are exact, except for the sticky bit 0.
struct Wide {
  bool negative;
  int exponent;
  Uint128 significand;
};

Wide widen(const Unpacked& value) {
  return {value.negative, value.exponent, static_cast<Uint128>(value.significand) << 63};
}

/// Exact: the significands of both formats end with at least 11 zeros, so the shift drops a zero.
Wide product(const Unpacked& a, const Unpacked& b) {
  return {a.negative != b.negative, a.exponent + b.exponent + 1,
          (static_cast<Uint128>(a.significand) * b.significand) >> 1};
}

Unpacked narrow(const Wide& value) {
  const auto high = static_cast<std::uint64_t>(value.significand >> 64);
  const auto low = static_cast<std::uint64_t>(value.significand);
  const int zeros = high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(low);
  const Uint128 shifted = value.significand << zeros;
  return {value.negative, value.exponent + 1 - zeros,
          static_cast<std::uint64_t>(shifted >> 64) |
              std::uint64_t{static_cast<std::uint64_t>(shifted) != 0}};
}

/// a + b; significand 0 if they cancel. At least 21 low bits of both are zero, so bits are lost
/// only if the exponents are more than 21 apart; then at most one leading bit cancels, and the
/// sticky bit remains far below the last place.
Wide sum(Wide a, Wide b) {
  if (a.significand == 0)
    return b;
  if (b.significand == 0)
    return a;
  if (a.exponent < b.exponent)
    std::swap(a, b);
  b.significand = shift_right_sticky(b.significand, a.exponent - b.exponent);
  if (a.negative == b.negative)
    return {a.negative, a.exponent, a.significand + b.significand};
  if (a.significand >= b.significand)
    return {a.negative, a.exponent, a.significand - b.significand};
  return {b.negative, a.exponent, b.significand - a.significand};
}

/// Converts a sum to its format. A sum of zero is +0, when rounding down -0, unless both addends
/// are zeros of one sign (IEEE 754, 6.3).
template <class Bits>
Bits rounded_sum(const Wide& a, const Wide& b, Rounding rounding, std::uint8_t& flags) {
  const Wide exact = sum(a, b);
  if (exact.significand != 0)
    return round_and_pack<Bits>(narrow(exact), rounding, flags);
  const bool both_zero = a.significand == 0;
  const bool negative =
      both_zero && a.negative == b.negative ? a.negative : rounding == Rounding::rdn;
  return with_sign<Bits>(0, negative);
}

/// The 64 bits of the square root of `square` (2^126 or more), the last one sticky, computed bit by
/// bit.
std::uint64_t sticky_root(Uint128 square) {
  Uint128 rest = square; // square - root^2
  std::uint64_t root = 0;
  for (int bit = 63; bit >= 0; --bit) {
    // (root + 2^bit)^2 - root^2
    const Uint128 step =
        (static_cast<Uint128>(root) << (bit + 1)) + (static_cast<Uint128>(1) << (2 * bit));
    if (step <= rest) {
      rest -= step;
      root |= 1ULL << bit;
    }
  }
  return root | std::uint64_t{rest != 0};
}

} // namespace

template <class Bits> Bits add(Bits a, Bits b, Rounding rounding, std::uint8_t& flags) {
  if (is_nan(a) || is_nan(b))
    return nan_result<Bits>(flags, a, b);
  if (is_infinite(a))
    return is_infinite(b) && a != b ? invalid<Bits>(flags) : a;
  if (is_infinite(b))
    return b;
  return rounded_sum<Bits>(widen(unpack(a)), widen(unpack(b)), rounding, flags);
}

template <class Bits> Bits sub(Bits a, Bits b, Rounding rounding, std::uint8_t& flags) {
  return soft::add<Bits>(a, b ^ kSign<Bits>, rounding, flags);
}

template <class Bits> Bits mul(Bits a, Bits b, Rounding rounding, std::uint8_t& flags) {
  const bool negative = is_negative(a) != is_negative(b);
  if (is_nan(a) || is_nan(b))
    return nan_result<Bits>(flags, a, b);
  if (is_infinite(a) || is_infinite(b))
    return is_zero(a) || is_zero(b) ? invalid<Bits>(flags) : with_sign(kInfinity<Bits>, negative);
  if (is_zero(a) || is_zero(b))
    return with_sign<Bits>(0, negative);
  return round_and_pack<Bits>(narrow(product(unpack(a), unpack(b))), rounding, flags);
}

template <class Bits> Bits fma(Bits a, Bits b, Bits c, Rounding rounding, std::uint8_t& flags) {
  if ((is_infinite(a) && is_zero(b)) || (is_zero(a) && is_infinite(b)))
    return invalid<Bits>(flags);
  if (is_nan(a) || is_nan(b) || is_nan(c))
    return nan_result<Bits>(flags, a, b, c);
  const bool negative = is_negative(a) != is_negative(b);
  if (is_infinite(a) || is_infinite(b)) {
    const Bits infinity = with_sign(kInfinity<Bits>, negative);
    return is_infinite(c) && c != infinity ? invalid<Bits>(flags) : infinity;
  }
  if (is_infinite(c))
    return c;
  return rounded_sum<Bits>(product(unpack(a), unpack(b)), widen(unpack(c)), rounding, flags);
}

template <class Bits> Bits div(Bits a, Bits b, Rounding rounding, std::uint8_t& flags) {
  const bool negative = is_negative(a) != is_negative(b);
  if (is_nan(a) || is_nan(b))
    return nan_result<Bits>(flags, a, b);
  if ((is_infinite(a) && is_infinite(b)) || (is_zero(a) && is_zero(b)))
    return invalid<Bits>(flags);
  if (is_infinite(b) || is_zero(a))
    return with_sign<Bits>(0, negative);
  if (is_zero(b) && is_finite(a))
    flags |= Flags::kDivideByZero;
  if (is_infinite(a) || is_zero(b))
    return with_sign(kInfinity<Bits>, negative);

  const Unpacked dividend = unpack(a);
  const Unpacked divisor = unpack(b);
  const Uint128 shifted = static_cast<Uint128>(dividend.significand) << 63;
  const auto quotient = static_cast<std::uint64_t>(shifted / divisor.significand); // >= 2^62
  const bool sticky = static_cast<Uint128>(quotient) * divisor.significand != shifted;
  const int zeros = std::countl_zero(quotient);
  const Unpacked exact{negative, dividend.exponent - divisor.exponent - zeros,
                       (quotient << zeros) | std::uint64_t{sticky}};
  return round_and_pack<Bits>(exact, rounding, flags);
}

template <class Bits> Bits sqrt(Bits a, Rounding rounding, std::uint8_t& flags) {
  if (is_nan(a))
    return nan_result<Bits>(flags, a);
  if (is_zero(a))
    return a;
  if (is_negative(a))
    return invalid<Bits>(flags);
  if (is_infinite(a))
    return a;
  const Unpacked value = unpack(a);
  const bool odd = (value.exponent & 1) != 0;
  const Uint128 square = static_cast<Uint128>(value.significand) << (odd ? 64 : 63);
  const Unpacked root{false, (value.exponent - (odd ? 1 : 0)) / 2, sticky_root(square)};
  return round_and_pack<Bits>(root, rounding, flags);
}

template std::uint32_t add(std::uint32_t, std::uint32_t, Rounding, std::uint8_t&);
template std::uint64_t add(std::uint64_t, std::uint64_t, Rounding, std::uint8_t&);
template std::uint32_t sub(std::uint32_t, std::uint32_t, Rounding, std::uint8_t&);
template std::uint64_t sub(std::uint64_t, std::uint64_t, Rounding, std::uint8_t&);
template std::uint32_t mul(std::uint32_t, std::uint32_t, Rounding, std::uint8_t&);
template std::uint64_t mul(std::uint64_t, std::uint64_t, Rounding, std::uint8_t&);
template std::uint32_t div(std::uint32_t, std::uint32_t, Rounding, std::uint8_t&);
template std::uint64_t div(std::uint64_t, std::uint64_t, Rounding, std::uint8_t&);
template std::uint32_t sqrt(std::uint32_t, Rounding, std::uint8_t&);
template std::uint64_t sqrt(std::uint64_t, Rounding, std::uint8_t&);
template std::uint32_t fma(std::uint32_t, std::uint32_t, std::uint32_t, Rounding, std::uint8_t&);
template std::uint64_t fma(std::uint64_t, std::uint64_t, std::uint64_t, Rounding, std::uint8_t&);

} // namespace stallscope::isa::riscv::fp::soft
