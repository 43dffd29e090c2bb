#pragma once

#include "riscv/float_host.hpp"
#include "riscv/float_soft.hpp"

#include <cmath>
#include <type_traits>

/// The functions called by the executor: they use the host's FPU where its result and flags are
/// certain, and float_soft.hpp elsewhere; results and flags are the same.
///
/// The host rounds to nearest even, and its flags are not read. Its result is used if no flag
/// except inexact can occur, and either
/// - rounding is to nearest even and inexact is already set, which is nearly always the case after
/// a program's first operations, or the operation is proved to be exact; or
/// - the rounding error of the host's result is known, and therefore also the result in another
/// rounding mode.
/// All other cases use the software implementation.
namespace stallscope::isa::riscv::fp {

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
  } else {
    const auto x = host::number(a);
    const auto y = host::number(b);
    const auto sum = x + y;
    Bits result = host::bits(sum);
    if (host::redirect(result, host::error_of_sum(x, y, sum), host::Ties::may_be, rounding, flags))
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
  } else {
    const auto x = host::number(a);
    const auto y = host::number(b);
    const auto product = x * y;
    Bits result = host::bits(product);
    if (host::has_exact_rest(result) &&
        host::redirect(result, std::fma(x, y, -product), host::Ties::may_be, rounding, flags))
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
  } else if (host::has_exact_rest(a)) {
    const auto x = host::number(a);
    const auto y = host::number(b);
    const auto quotient = x / y;
    Bits result = host::bits(quotient);
    const auto rest = std::fma(-quotient, y, x);
    if (host::redirect(result, is_negative(b) ? -rest : rest, host::Ties::never, rounding, flags))
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
  } else if (!is_negative(a) && host::has_exact_rest(a)) {
    const auto x = host::number(a);
    const auto root = std::sqrt(x);
    Bits result = host::bits(root);
    if (host::redirect(result, std::fma(-root, root, x), host::Ties::never, rounding, flags))
      return result;
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
      // Two exact steps give an exact result; the other case is rare, and slow.
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
  } else {
    const double value = host::number(dbl);
    const auto rounded = static_cast<float>(value);
    std::uint32_t result = host::bits(rounded);
    if (host::redirect(result, value - static_cast<double>(rounded), host::Ties::may_be, rounding,
                       flags))
      return result;
  }
  return soft::to_single(dbl, rounding, flags);
}

/// See soft::to_integer.
template <class Int, class Bits>
[[nodiscard]] std::uint64_t to_integer(Bits a, Rounding rounding, std::uint8_t& flags) {
  using Host = host::Number<Bits>;
  using Signed = std::make_signed_t<Int>;
  // The powers of two at the limits of Int; where int64_t cannot represent all of Int, at the
  // limits of half of it.
  constexpr int kBits = std::is_same_v<Int, std::uint32_t> ? 32 : 8 * sizeof(Int) - 1;
  constexpr Host kLimit = static_cast<Host>(1ULL << kBits);
  constexpr Host kLowest = std::is_signed_v<Int> ? -kLimit : Host{0};
  const Host value = host::number(a);
  const Host whole = host::to_whole(value, rounding);
  // excludes NaN
  if (value >= kLowest && whole >= kLowest && whole < kLimit) [[likely]] {
    if (whole != value)
      flags |= Flags::kInexact;
    return static_cast<std::uint64_t>(
        static_cast<std::int64_t>(static_cast<Signed>(static_cast<std::int64_t>(whole))));
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
