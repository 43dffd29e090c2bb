#pragma once

#include "riscv/float_format.hpp"

#include <bit>
#include <type_traits>

/// Shared parts of float_soft.hpp: unpacking and rounding.
namespace stallscope::isa::riscv::fp::soft {

__extension__ using Uint128 = unsigned __int128;

/// A finite number: significand * 2^(exponent - 63), with a sign. Bit 63 of the significand is set,
/// unless the number is zero. Its lowest bit may represent all lower nonzero bits (sticky).
struct Unpacked {
  bool negative;
  int exponent;
  std::uint64_t significand;
};

template <class Bits> Unpacked unpack(Bits finite) {
  using F = Format<Bits>;
  const int field = static_cast<int>((finite & kInfinity<Bits>) >> (F::kPrecision - 1));
  const std::uint64_t fraction = finite & kFraction<Bits>;
  const bool negative = is_negative(finite);
  if (field != 0)
    return {negative, field - F::kBias, (fraction | kMinNormal<Bits>) << (64 - F::kPrecision)};
  if (fraction == 0)
    return {negative, 0, 0};
  const int zeros = std::countl_zero(fraction);
  return {negative, 64 - F::kPrecision - F::kBias + 1 - zeros, fraction << zeros};
}

/// value >> count, with bit 0 set if a one was shifted out: sufficient for later rounding decisions
/// at a higher bit.
template <class Uint> constexpr Uint shift_right_sticky(Uint value, int count) {
  constexpr int kWidth = 8 * sizeof(Uint);
  if (count >= kWidth)
    return value != 0;
  const Uint kept = value >> count;
  return kept | Uint{(kept << count) != value};
}

/// Whether a magnitude with `rest` below its last place is rounded to the next one. `half`: half a
/// unit of the last place, in the unit of `rest`; `odd`: the last bit is a one.
constexpr bool rounds_away(Rounding rounding, bool negative, bool odd, std::uint64_t rest,
                           std::uint64_t half) {
  switch (rounding) {
  case Rounding::rne:
    return rest > half || (rest == half && odd);
  case Rounding::rmm:
    return rest >= half;
  case Rounding::rdn:
    return negative && rest != 0;
  case Rounding::rup:
    return !negative && rest != 0;
  case Rounding::rtz:
    break;
  }
  return false;
}

template <class Bits> constexpr Bits with_sign(Bits size, bool negative) {
  return negative ? size | kSign<Bits> : size;
}

/// The result of an invalid operation.
template <class Bits> Bits invalid(std::uint8_t& flags) {
  flags |= Flags::kInvalid;
  return kCanonicalNan<Bits>;
}

/// The result of an operation with a NaN among its operands.
template <class Bits, class... More> Bits nan_result(std::uint8_t& flags, More... operands) {
  static_assert((std::is_same_v<Bits, More> && ...));
  if ((is_signalling(operands) || ...))
    flags |= Flags::kInvalid;
  return kCanonicalNan<Bits>;
}

template <class Bits> Bits overflow(bool negative, Rounding rounding, std::uint8_t& flags) {
  flags |= Flags::kOverflow | Flags::kInexact;
  const bool to_infinity = rounds_away(rounding, negative, true, 3, 2);
  return with_sign<Bits>(to_infinity ? kInfinity<Bits> : kInfinity<Bits> - 1, negative);
}

/// Rounds `value` (not zero) to the format; raises inexact, underflow, overflow.
template <class Bits>
Bits round_and_pack(const Unpacked& value, Rounding rounding, std::uint8_t& flags) {
  using F = Format<Bits>;
  constexpr int kMinExponent = 1 - F::kBias;
  constexpr int kDropped = 64 - F::kPrecision;
  constexpr std::uint64_t kHalf = 1ULL << (kDropped - 1);
  constexpr std::uint64_t kRest = 2 * kHalf - 1;
  const auto goes_away = [&](std::uint64_t significand) {
    return rounds_away(rounding, value.negative, (significand >> kDropped) & 1, significand & kRest,
                       kHalf);
  };
  if (value.exponent > F::kBias)
    return overflow<Bits>(value.negative, rounding, flags);

  std::uint64_t significand = value.significand;
  Bits base = 0; // exponent field - 1, shifted: the significand's top bit adds the 1
  bool tiny = false;
  if (value.exponent >= kMinExponent) {
    base = static_cast<Bits>(value.exponent - kMinExponent) << (F::kPrecision - 1);
  } else {
    // After rounding: tiny unless rounding to full precision, with unlimited exponent, would have
    // carried into the smallest normal number.
    const bool carries = (significand >> kDropped) == (~0ULL >> kDropped) && goes_away(significand);
    tiny = value.exponent < kMinExponent - 1 || !carries;
    significand = shift_right_sticky(significand, kMinExponent - value.exponent);
  }
  const std::uint64_t rounded = (significand >> kDropped) + (goes_away(significand) ? 1 : 0);
  // A carry out of the significand increments the exponent field and leaves zeros, which is
  // correct.
  const Bits size = static_cast<Bits>(base + rounded);
  if (size >= kInfinity<Bits>)
    return overflow<Bits>(value.negative, rounding, flags);
  if ((significand & kRest) != 0)
    flags |= tiny ? Flags::kInexact | Flags::kUnderflow : Flags::kInexact;
  return with_sign(size, value.negative);
}

} // namespace stallscope::isa::riscv::fp::soft
