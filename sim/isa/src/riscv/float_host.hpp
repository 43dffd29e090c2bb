#pragma once

#include "riscv/float_format.hpp"

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>

/// Numbers of the host, and properties of its results. Requires a host that rounds doubles to
/// doubles, in its default environment (to nearest, with subnormals), and a compiler that does not
/// fuse products with sums.
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

/// Whether a result rounded to nearest can have raised no flag except inexact: normal, finite, and
/// not the smallest normal number, which may have been rounded up from a tiny one.
template <class Bits> constexpr bool is_plain(Bits result) {
  constexpr Bits kFirst = kMinNormal<Bits> + 1;
  return static_cast<Bits>(magnitude(result) - kFirst) < kInfinity<Bits> - kFirst;
}

constexpr bool has_inexact(std::uint8_t flags) {
  return (flags & Flags::kInexact) != 0;
}

/// The exact value of x + y minus `result`, the sum rounded to nearest: the error of a sum is
/// itself a number (Knuth, TAOCP 2, 4.2.2, theorem B). Intermediate overflows give infinities or
/// NaN.
template <class Host> Host error_of_sum(Host x, Host y, Host result) {
  const Host part_of_x = result - y;
  const Host part_of_y = result - part_of_x;
  return (x - part_of_x) + (y - part_of_y);
}
/// Whether `result` = x + y is exact.
template <class Host> bool sum_is_exact(Host x, Host y, Host result) {
  return error_of_sum(x, y, result) == 0;
}

/// Whether a * b equals `product`, if all of them are normal; otherwise false. The product of the
/// significands must end with as many zeros as the number of rounded-off bits. It has twice the
/// precision, or one bit less.
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

/// Whether the rounding error of a product of this size, or the remainder for a dividend or
/// radicand of this size, is itself a number: it has no digits below twice the precision.
template <class Bits> constexpr bool has_exact_rest(Bits bits) {
  constexpr Bits kFirst = kMinNormal<Bits> * (2 * Format<Bits>::kPrecision + 1);
  return static_cast<Bits>(magnitude(bits) - kFirst) < kInfinity<Bits> - kFirst;
}

/// Whether an exact result can be exactly between two numbers.
enum class Ties : std::uint8_t { never, may_be };

/// Converts a result rounded to nearest to another rounding mode, and raises inexact if necessary.
/// `rest`: has the sign of the exact result minus `result`. Returns false if this is undecidable:
/// the result, or the neighbour it would become, is not plain, or the direction of a tie matters.
template <class Bits, class Host>
bool redirect(Bits& result, Host rest, Ties ties, Rounding rounding, std::uint8_t& flags) {
  if (!is_plain(result) || !(rest - rest == 0)) // an infinity or NaN
    return false;
  if (rest == 0)
    return true;
  if (rounding == Rounding::rmm && ties == Ties::may_be)
    return false;
  const bool more = rest > 0;
  const bool negative = is_negative(result);
  const bool down = rounding == Rounding::rdn || (rounding == Rounding::rtz && !negative);
  const bool up = rounding == Rounding::rup || (rounding == Rounding::rtz && negative);
  const bool moves = more ? up : down;
  const bool outwards = more != negative; // away from zero
  const Bits redirected = result + static_cast<Bits>(moves ? (outwards ? 1 : -1) : 0);
  if (!is_plain(redirected))
    return false;
  result = redirected;
  flags |= Flags::kInexact;
  return true;
}

/// The result of rounding a number to an integer.
template <class Host> Host to_whole(Host value, Rounding rounding) {
  switch (rounding) {
  case Rounding::rne:
    return std::nearbyint(value);
  case Rounding::rtz:
    return std::trunc(value);
  case Rounding::rdn:
    return std::floor(value);
  case Rounding::rup:
    return std::ceil(value);
  case Rounding::rmm:
    return std::round(value);
  }
  return value;
}

} // namespace host

} // namespace stallscope::isa::riscv::fp
