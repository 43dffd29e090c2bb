#include "riscv/float_soft.hpp"
#include "riscv/float_soft_parts.hpp"

#include <limits>
#include <type_traits>

namespace stallscope::isa::riscv::fp::soft {

namespace {

/// Keys in the order of the numbers; +0 and -0 differ by 1.
template <class Bits> std::make_signed_t<Bits> order_key(Bits bits) {
  const auto size = static_cast<std::make_signed_t<Bits>>(magnitude(bits));
  return is_negative(bits) ? -1 - size : size;
}

template <class Bits> bool less(Bits a, Bits b) {
  return order_key(a) < order_key(b) && !(is_zero(a) && is_zero(b));
}

/// `first`: a is returned if both are numbers.
template <class Bits> Bits choose(Bits a, Bits b, bool first, std::uint8_t& flags) {
  if (is_signalling(a) || is_signalling(b))
    flags |= Flags::kInvalid;
  if (is_nan(a))
    return is_nan(b) ? kCanonicalNan<Bits> : b;
  return is_nan(b) || first ? a : b;
}

/// Whether the operands are unordered; raises the flag of a signalling (`lt`, `le`) or quiet (`eq`)
/// comparison.
template <class Bits> bool unordered(Bits a, Bits b, bool signalling, std::uint8_t& flags) {
  if (!is_nan(a) && !is_nan(b))
    return false;
  if (signalling || is_signalling(a) || is_signalling(b))
    flags |= Flags::kInvalid;
  return true;
}

template <class Int> std::uint64_t in_register(Int value) {
  using Signed = std::make_signed_t<Int>;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<Signed>(value)));
}

template <class Int> std::uint64_t saturated(bool negative, std::uint8_t& flags) {
  using Limits = std::numeric_limits<Int>;
  flags |= Flags::kInvalid;
  return in_register<Int>(negative ? Limits::min() : Limits::max());
}

} // namespace

template <class Bits> Bits min(Bits a, Bits b, std::uint8_t& flags) {
  return choose(a, b, order_key(a) < order_key(b), flags);
}
template <class Bits> Bits max(Bits a, Bits b, std::uint8_t& flags) {
  return choose(a, b, order_key(a) > order_key(b), flags);
}

template <class Bits> bool eq(Bits a, Bits b, std::uint8_t& flags) {
  return !unordered(a, b, false, flags) && !less(a, b) && !less(b, a);
}
template <class Bits> bool lt(Bits a, Bits b, std::uint8_t& flags) {
  return !unordered(a, b, true, flags) && less(a, b);
}
template <class Bits> bool le(Bits a, Bits b, std::uint8_t& flags) {
  return !unordered(a, b, true, flags) && !less(b, a);
}

std::uint64_t to_double(std::uint32_t single, std::uint8_t& flags) {
  if (is_nan(single))
    return is_signalling(single) ? invalid<std::uint64_t>(flags) : kCanonicalNan<std::uint64_t>;
  const bool negative = is_negative(single);
  if (is_infinite(single))
    return with_sign(kInfinity<std::uint64_t>, negative);
  if (is_zero(single))
    return with_sign<std::uint64_t>(0, negative);
  return round_and_pack<std::uint64_t>(unpack(single), Rounding::rne, flags); // exact
}

std::uint32_t to_single(std::uint64_t dbl, Rounding rounding, std::uint8_t& flags) {
  if (is_nan(dbl))
    return is_signalling(dbl) ? invalid<std::uint32_t>(flags) : kCanonicalNan<std::uint32_t>;
  const bool negative = is_negative(dbl);
  if (is_infinite(dbl))
    return with_sign(kInfinity<std::uint32_t>, negative);
  if (is_zero(dbl))
    return with_sign<std::uint32_t>(0, negative);
  return round_and_pack<std::uint32_t>(unpack(dbl), rounding, flags);
}

template <class Int, class Bits>
std::uint64_t to_integer(Bits a, Rounding rounding, std::uint8_t& flags) {
  using Limits = std::numeric_limits<Int>;
  if (!is_finite(a))
    return saturated<Int>(is_negative(a) && !is_nan(a), flags);
  const Unpacked value = unpack(a);
  if (value.exponent >= 64)
    return saturated<Int>(value.negative, flags);

  // |a| * 2^64: integer and fraction
  const Uint128 fixed =
      shift_right_sticky(static_cast<Uint128>(value.significand) << 64, 63 - value.exponent);
  const auto fraction = static_cast<std::uint64_t>(fixed);
  auto size = static_cast<std::uint64_t>(fixed >> 64);
  if (rounds_away(rounding, value.negative, size & 1, fraction, 1ULL << 63))
    ++size; // with a fraction there are at most 53 bits
  const std::uint64_t largest = value.negative ? -static_cast<std::uint64_t>(Limits::min())
                                               : static_cast<std::uint64_t>(Limits::max());
  if (size > largest)
    return saturated<Int>(value.negative, flags);
  if (fraction != 0)
    flags |= Flags::kInexact;
  return in_register<Int>(static_cast<Int>(value.negative ? -size : size));
}

template <class Bits, class Int>
Bits from_integer(Int value, Rounding rounding, std::uint8_t& flags) {
  if (value == 0)
    return 0;
  const bool negative = value < 0;
  const auto extended = static_cast<std::uint64_t>(value);
  const std::uint64_t size = negative ? -extended : extended;
  const int zeros = std::countl_zero(size);
  return round_and_pack<Bits>({negative, 63 - zeros, size << zeros}, rounding, flags);
}

template std::uint32_t min(std::uint32_t, std::uint32_t, std::uint8_t&);
template std::uint64_t min(std::uint64_t, std::uint64_t, std::uint8_t&);
template std::uint32_t max(std::uint32_t, std::uint32_t, std::uint8_t&);
template std::uint64_t max(std::uint64_t, std::uint64_t, std::uint8_t&);
template bool eq(std::uint32_t, std::uint32_t, std::uint8_t&);
template bool eq(std::uint64_t, std::uint64_t, std::uint8_t&);
template bool lt(std::uint32_t, std::uint32_t, std::uint8_t&);
template bool lt(std::uint64_t, std::uint64_t, std::uint8_t&);
template bool le(std::uint32_t, std::uint32_t, std::uint8_t&);
template bool le(std::uint64_t, std::uint64_t, std::uint8_t&);

template std::uint64_t to_integer<std::int32_t>(std::uint32_t, Rounding, std::uint8_t&);
template std::uint64_t to_integer<std::uint32_t>(std::uint32_t, Rounding, std::uint8_t&);
template std::uint64_t to_integer<std::int64_t>(std::uint32_t, Rounding, std::uint8_t&);
template std::uint64_t to_integer<std::uint64_t>(std::uint32_t, Rounding, std::uint8_t&);
template std::uint64_t to_integer<std::int32_t>(std::uint64_t, Rounding, std::uint8_t&);
template std::uint64_t to_integer<std::uint32_t>(std::uint64_t, Rounding, std::uint8_t&);
template std::uint64_t to_integer<std::int64_t>(std::uint64_t, Rounding, std::uint8_t&);
template std::uint64_t to_integer<std::uint64_t>(std::uint64_t, Rounding, std::uint8_t&);

template std::uint32_t from_integer(std::int32_t, Rounding, std::uint8_t&);
template std::uint32_t from_integer(std::uint32_t, Rounding, std::uint8_t&);
template std::uint32_t from_integer(std::int64_t, Rounding, std::uint8_t&);
template std::uint32_t from_integer(std::uint64_t, Rounding, std::uint8_t&);
template std::uint64_t from_integer(std::int32_t, Rounding, std::uint8_t&);
template std::uint64_t from_integer(std::uint32_t, Rounding, std::uint8_t&);
template std::uint64_t from_integer(std::int64_t, Rounding, std::uint8_t&);
template std::uint64_t from_integer(std::uint64_t, Rounding, std::uint8_t&);

} // namespace stallscope::isa::riscv::fp::soft
