#pragma once

#include "riscv/float_soft.hpp"

#include <bit>
#include <cfloat>
#include <cmath>
#include <limits>
#include <type_traits>

/// What the executor calls: the host's FPU where its result and flags are certain, float_soft.hpp
/// elsewhere; results and flags are the same.
///
/// The host rounds to nearest even and its flags are never asked. Its result is taken when rounding
/// is to nearest even, no flag but inexact can arise, and either inexact is already set, as it
/// nearly always is after a program's first operations, or the operation is shown to be exact.
/// Everything else goes the slow way. Needs a host that rounds doubles to doubles, in its default
/// environment (to nearest, subnormals kept), and a compiler that fuses no products with sums.
namespace stallscope::isa::riscv::fp {

static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<float>::is_iec559);
static_assert(FLT_EVAL_METHOD == 0, "results would be rounded twice");

namespace host {

template <class Bits> using Number = typename Format<Bits>::Host;

template <class Bits> Number<Bits> number(Bits bits) {
  Number<Bits> value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline std::uint32_t bits(float value) {
  std::uint32_t result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}
inline std::uint64_t bits(double value) {
  std::uint64_t result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

/// Whether a result rounded to nearest can have raised nothing but inexact: normal, finite, and not
/// the smallest normal number, which may have been rounded up from a tiny one.
template <class Bits> constexpr bool is_plain(Bits result) {
  constexpr Bits kFirst = kMinNormal<Bits> + 1;
  return static_cast<Bits>(magnitude(result) - kFirst) < kInfinity<Bits> - kFirst;
}

constexpr bool has_inexact(std::uint8_t flags) {
  return (flags & Flags::kInexact) != 0;
}

/// Whether `result` = x + y lost nothing: the error of a sum is itself a number (Knuth, TAOCP 2,
/// 4.2.2, theorem B). Overflows on the way give infinities or NaN, which are not 0.
template <class Host> bool sum_is_exact(Host x, Host y, Host result) {
  const Host part_of_x = result - y;
  const Host part_of_y = result - part_of_x;
  return (x - part_of_x) + (y - part_of_y) == 0;
}

/// Whether a * b is `product`, all of them normal or else not known to be: as many zeros end the
/// product of the significands as are rounded off. It has twice the precision, or one bit less.
template <class Bits> bool product_is_exact(Bits a, Bits b, Bits product) {
  constexpr int kStored = Format<Bits>::kPrecision - 1;
  const auto is_normal = [](Bits bits) {
    return static_cast<Bits>(magnitude(bits) - kMinNormal<Bits>) <
           kInfinity<Bits> - kMinNormal<Bits>;
  };
  if (!is_normal(a) || !is_normal(b) || !is_normal(product))
    return false;
  const auto zeros = [](Bits bits) { return std::countr_zero(bits | kMinNormal<Bits>); };
  const auto exponent = [](Bits bits) { return static_cast<int>(magnitude(bits) >> kStored); };
  const int spare = zeros(a) + zeros(b) - kStored;
  return spare > 0 ||
         (spare == 0 && exponent(product) == exponent(a) + exponent(b) - Format<Bits>::kBias);
}

} // namespace host

template <class Bits>
[[nodiscard]] Bits add(Bits a, Bits b, Rounding rounding, std::uint8_t& flags) {
  if (rounding == Rounding::rne) [[likely]] {
    const auto x = host::number(a);
    const auto y = host::number(b);
    const auto sum = x + y;
    const Bits result = host::bits(sum);
    // A subnormal sum is exact.
    if (is_finite(result) && (host::has_inexact(flags) || host::sum_is_exact(x, y, sum)))
      return result;
  }
  return soft::add(a, b, rounding, flags);
}

template <class Bits>
[[nodiscard]] Bits sub(Bits a, Bits b, Rounding rounding, std::uint8_t& flags) {
  return add<Bits>(a, b ^ kSign<Bits>, rounding, flags);
}

template <class Bits>
[[nodiscard]] Bits mul(Bits a, Bits b, Rounding rounding, std::uint8_t& flags) {
  if (rounding == Rounding::rne) [[likely]] {
    const Bits result = host::bits(host::number(a) * host::number(b));
    if (host::is_plain(result) &&
        (host::has_inexact(flags) || host::product_is_exact(a, b, result)))
      return result;
    if (is_zero(result) && (is_zero(a) || is_zero(b)))
      return result;
  }
  return soft::mul(a, b, rounding, flags);
}

template <class Bits>
[[nodiscard]] Bits div(Bits a, Bits b, Rounding rounding, std::uint8_t& flags) {
  if (rounding == Rounding::rne) [[likely]] {
    const auto quotient = host::number(a) / host::number(b);
    const Bits result = host::bits(quotient);
    if (host::is_plain(result)) {
      if (host::has_inexact(flags))
        return result;
      const Bits product = host::bits(quotient * host::number(b));
      if (product == a && host::product_is_exact(result, b, product))
        return result;
    }
    if (is_zero(result) && is_zero(a))
      return result;
  }
  return soft::div(a, b, rounding, flags);
}

template <class Bits> [[nodiscard]] Bits sqrt(Bits a, Rounding rounding, std::uint8_t& flags) {
  if (rounding == Rounding::rne && !is_negative(a)) [[likely]] {
    const auto root = std::sqrt(host::number(a));
    const Bits result = host::bits(root);
    if (host::is_plain(result)) {
      if (host::has_inexact(flags))
        return result;
      const Bits square = host::bits(root * root);
      if (square == a && host::product_is_exact(result, result, square))
        return result;
    }
  }
  return soft::sqrt(a, rounding, flags);
}

template <class Bits>
[[nodiscard]] Bits fma(Bits a, Bits b, Bits c, Rounding rounding, std::uint8_t& flags) {
  if (rounding == Rounding::rne) [[likely]] {
    const auto x = host::number(a);
    const auto y = host::number(b);
    const auto z = host::number(c);
    if (host::has_inexact(flags)) {
      const Bits result = host::bits(std::fma(x, y, z));
      if (host::is_plain(result))
        return result;
    } else {
      // Two exact steps make an exact whole; the other way round is rare, and slow.
      const auto product = x * y;
      const auto sum = product + z;
      const Bits result = host::bits(sum);
      if (host::product_is_exact(a, b, host::bits(product)) && is_finite(result) &&
          host::sum_is_exact(product, z, sum))
        return result;
    }
  }
  return soft::fma(a, b, c, rounding, flags);
}

template <class Bits> [[nodiscard]] Bits min(Bits a, Bits b, std::uint8_t& flags) {
  const auto x = host::number(a);
  const auto y = host::number(b);
  return x < y ? a : y < x ? b : soft::min(a, b, flags);
}

template <class Bits> [[nodiscard]] Bits max(Bits a, Bits b, std::uint8_t& flags) {
  const auto x = host::number(a);
  const auto y = host::number(b);
  return x > y ? a : y > x ? b : soft::max(a, b, flags);
}

template <class Bits> [[nodiscard]] bool eq(Bits a, Bits b, std::uint8_t& flags) {
  return is_nan(a) || is_nan(b) ? soft::eq(a, b, flags) : host::number(a) == host::number(b);
}

template <class Bits> [[nodiscard]] bool lt(Bits a, Bits b, std::uint8_t& flags) {
  return is_nan(a) || is_nan(b) ? soft::lt(a, b, flags) : host::number(a) < host::number(b);
}

template <class Bits> [[nodiscard]] bool le(Bits a, Bits b, std::uint8_t& flags) {
  return is_nan(a) || is_nan(b) ? soft::le(a, b, flags) : host::number(a) <= host::number(b);
}

[[nodiscard]] inline std::uint64_t to_double(std::uint32_t single, std::uint8_t& flags) {
  return is_nan(single) ? soft::to_double(single, flags)
                        : host::bits(static_cast<double>(host::number(single)));
}

[[nodiscard]] inline std::uint32_t to_single(std::uint64_t dbl, Rounding rounding,
                                             std::uint8_t& flags) {
  if (rounding == Rounding::rne) [[likely]] {
    const double value = host::number(dbl);
    const auto rounded = static_cast<float>(value);
    const std::uint32_t result = host::bits(rounded);
    const bool exact = static_cast<double>(rounded) == value;
    if (host::is_plain(result) && (host::has_inexact(flags) || exact))
      return result;
    if (is_zero(dbl))
      return result;
  }
  return soft::to_single(dbl, rounding, flags);
}

/// See soft::to_integer. Fast for rounding to zero, which is what C's casts are compiled to.
template <class Int, class Bits>
[[nodiscard]] std::uint64_t to_integer(Bits a, Rounding rounding, std::uint8_t& flags) {
  if (rounding == Rounding::rtz) [[likely]] {
    using Host = host::Number<Bits>;
    using Signed = std::make_signed_t<Int>;
    // The powers of two around Int; where int64_t cannot hold all of Int, around half of it.
    constexpr int kBits = std::is_same_v<Int, std::uint32_t> ? 32 : 8 * sizeof(Int) - 1;
    constexpr Host kLimit = static_cast<Host>(1ULL << kBits);
    constexpr Host kLowest = std::is_signed_v<Int> ? -kLimit : Host{0};
    const Host value = host::number(a);
    if (value >= kLowest && value < kLimit) [[likely]] {
      const auto truncated = static_cast<std::int64_t>(value);
      if (static_cast<Host>(truncated) != value)
        flags |= Flags::kInexact;
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<Signed>(truncated)));
    }
  }
  return soft::to_integer<Int>(a, rounding, flags);
}

template <class Bits, class Int>
[[nodiscard]] Bits from_integer(Int value, Rounding rounding, std::uint8_t& flags) {
  constexpr std::uint64_t kExact = 1ULL << Format<Bits>::kPrecision;
  const auto wide = static_cast<std::uint64_t>(value);
  const bool exact = std::is_signed_v<Int> ? wide + kExact <= 2 * kExact : wide <= kExact;
  const bool signed_fits = std::is_signed_v<Int> || (wide >> 63) == 0;
  if (exact || (rounding == Rounding::rne && host::has_inexact(flags) && signed_fits)) [[likely]]
    return host::bits(static_cast<host::Number<Bits>>(static_cast<std::int64_t>(value)));
  return soft::from_integer<Bits>(value, rounding, flags);
}

} // namespace stallscope::isa::riscv::fp
