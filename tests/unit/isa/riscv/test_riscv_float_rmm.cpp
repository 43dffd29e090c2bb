// Rounding to nearest with ties away from zero, which no host has, against its definition: of the
// two singles around the exact result the nearer one, and of two equally near ones the larger.

#include "unit/isa/riscv_float_operands.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cmath>

using namespace riscv_float;

namespace {

using Bits = std::uint32_t;

/// Of a finite exact result. `toward` is its single rounded to zero.
Bits nearest_away(double exact, Bits toward) {
  const Bits away = toward + 1; // also from the largest number to infinity
  const double size = std::fabs(exact);
  const double low = std::fabs(double{host::number(toward)});
  const double high =
      is_infinite(away) ? std::ldexp(1.0, 128) : std::fabs(double{host::number(away)});
  // Both differences are exact: high and low differ by one place, and size lies between them.
  return size == low || size - low < high - size ? toward : away;
}

/// Flags are those of rounding to nearest even: both leave the format, or the normal numbers, at
/// the same halfway points, whose neighbour above is even.
template <class Operation> std::string difference(double exact, Operation operation) {
  if (!std::isfinite(exact))
    return "";
  std::uint8_t flags = 0;
  std::uint8_t flags_rne = 0;
  std::uint8_t ignored = 0;
  const Bits result = operation(Rounding::rmm, flags);
  static_cast<void>(operation(Rounding::rne, flags_rne));
  const Bits expected = nearest_away(exact, operation(Rounding::rtz, ignored));
  if (result == expected && flags == flags_rne)
    return "";
  return fmt::format("{}: {:#x} {:#x}, expected {:#x} {:#x}", exact, result, flags, expected,
                     flags_rne);
}

} // namespace

TEST_CASE("riscv float: rmm is the nearest single, ties away", "[riscv_float]") {
  Random random(11);
  for (int i = 0; i < 300'000; ++i) {
    const std::array<Bits, 3> x = operands<Bits>(random);
    const double a = host::number(x[0]);
    const double b = host::number(x[1]);
    const double c = host::number(x[2]);
    // 24-bit factors: exact in 53 bits, and never near the ends of a double's range.
    std::string text =
        difference(a * b, [&](Rounding r, std::uint8_t& f) { return soft::mul(x[0], x[1], r, f); });
    if (host::sum_is_exact(a, b, a + b))
      text += difference(a + b,
                         [&](Rounding r, std::uint8_t& f) { return soft::add(x[0], x[1], r, f); });
    if (host::sum_is_exact(a * b, c, a * b + c))
      text += difference(a * b + c, [&](Rounding r, std::uint8_t& f) {
        return soft::fma(x[0], x[1], x[2], r, f);
      });
    const auto dbl = operand<std::uint64_t>(random);
    text += difference(host::number(dbl),
                       [&](Rounding r, std::uint8_t& f) { return soft::to_single(dbl, r, f); });
    if (!text.empty())
      FAIL(fmt::format("{:#x} {:#x} {:#x} {:#x}: {}", x[0], x[1], x[2], dbl, text));
  }
}
