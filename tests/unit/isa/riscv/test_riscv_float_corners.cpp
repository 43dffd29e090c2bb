// Corner cases of RISC-V arithmetic derived by hand, in both formats. P is the precision (24, 53),
// ulp the last place of 1: 2^-(P-1); m the smallest normal number.

#include "unit/isa/riscv_float_operands.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace riscv_float;

namespace {

constexpr unsigned kNx = Flags::kInexact;
constexpr unsigned kUf = Flags::kUnderflow;
constexpr unsigned kOf = Flags::kOverflow;
constexpr unsigned kDz = Flags::kDivideByZero;
constexpr unsigned kNv = Flags::kInvalid;

template <class Bits> struct Expected {
  Bits bits;
  unsigned flags = 0;
};

/// What the five rounding modes give, in the order of their encodings.
template <class Bits> using Five = std::array<Expected<Bits>, 5>;

template <class Bits> Five<Bits> always(Bits bits, unsigned flags = 0) {
  return {{{bits, flags}, {bits, flags}, {bits, flags}, {bits, flags}, {bits, flags}}};
}

/// The same flags in all modes.
template <class Bits>
Five<Bits> each(unsigned flags, Bits rne, Bits rtz, Bits rdn, Bits rup, Bits rmm) {
  return {{{rne, flags}, {rtz, flags}, {rdn, flags}, {rup, flags}, {rmm, flags}}};
}

template <class Bits, class Operation>
void check(const char* reason, Operation operation, const Five<Bits>& expected) {
  for (const Rounding rounding : kRoundings) {
    const Expected<Bits>& want = expected[static_cast<std::size_t>(rounding)];
    std::uint8_t flags = 0;
    const Bits bits = operation(rounding, flags);
    const auto text = [](Bits b, unsigned f) { return fmt::format("{:#x} flags {:#x}", b, f); };
    INFO(reason << ", " << name(rounding));
    CHECK(text(bits, flags) == text(want.bits, want.flags));
  }
}

template <class Bits> auto sum(Bits a, Bits b) {
  return [=](Rounding r, std::uint8_t& f) { return add(a, b, r, f); };
}
template <class Bits> auto product(Bits a, Bits b) {
  return [=](Rounding r, std::uint8_t& f) { return mul(a, b, r, f); };
}
template <class Bits> auto quotient(Bits a, Bits b) {
  return [=](Rounding r, std::uint8_t& f) { return div(a, b, r, f); };
}
template <class Bits> auto root(Bits a) {
  return [=](Rounding r, std::uint8_t& f) { return sqrt(a, r, f); };
}
template <class Bits> auto fused(Bits a, Bits b, Bits c) {
  return [=](Rounding r, std::uint8_t& f) { return fma(a, b, c, r, f); };
}

} // namespace

TEMPLATE_TEST_CASE("riscv float corners: sums", "[riscv_float]", std::uint32_t, std::uint64_t) {
  using Bits = TestType;
  constexpr int P = Format<Bits>::kPrecision;
  constexpr Bits one = kOne<Bits>;
  constexpr Bits half_ulp = power<Bits>(-P);
  constexpr Bits largest = kLargest<Bits>;
  constexpr Bits infinity = kInfinity<Bits>;
  constexpr Bits nan = kCanonicalNan<Bits>;
  constexpr Bits minus_zero = kSign<Bits>;
  // 1 + ulp/2 lies halfway between 1 (even) and 1 + ulp.
  check("tie to an even 1", sum(one, half_ulp), each<Bits>(kNx, one, one, one, one + 1, one + 1));
  check("the same, negative: down is away from zero, up is to zero",
        sum(negative(one), negative(half_ulp)),
        each<Bits>(kNx, negative(one), negative(one), negative(one + 1), negative(one),
                   negative(one + 1)));
  check("1 + ulp is odd: the tie goes up", sum<Bits>(one + 1, half_ulp),
        each<Bits>(kNx, one + 2, one + 1, one + 1, one + 2, one + 2));
  check("just above the tie", sum<Bits>(one, half_ulp + 1),
        each<Bits>(kNx, one + 1, one, one, one + 1, one + 1));
  check("just below the tie", sum<Bits>(one, half_ulp - 1),
        each<Bits>(kNx, one, one, one, one + 1, one));
  // Below 1 the last place is half as large: 1 - ulp/4 lies halfway to the number below 1.
  check("tie below a power of two", sum(one, negative(power<Bits>(-P - 1))),
        each<Bits>(kNx, one, one - 1, one - 1, one, one));
  check("far below a power of two", sum(one, negative(kSmallest<Bits>)),
        each<Bits>(kNx, one, one - 1, one - 1, one, one));
  check("x - x is +0, rounding down -0", sum(one, negative(one)),
        each<Bits>(0, 0, 0, minus_zero, 0, 0));
  check("zeros of different signs, too", sum<Bits>(0, minus_zero),
        each<Bits>(0, 0, 0, minus_zero, 0, 0));
  check("zeros of one sign keep it", sum(minus_zero, minus_zero), always(minus_zero));
  check("and +0", sum<Bits>(0, 0), always<Bits>(0));
  check("a subnormal sum is exact", sum<Bits>(kSmallest<Bits>, 2), always<Bits>(3));
  check("subnormals carry into m", sum<Bits>(kMinNormal<Bits> - 1, 1), always(kMinNormal<Bits>));
  check("twice the largest", sum(largest, largest),
        each<Bits>(kOf | kNx, infinity, largest, largest, infinity, infinity));
  check("the same, negative", sum(negative(largest), negative(largest)),
        each<Bits>(kOf | kNx, negative(infinity), negative(largest), negative(infinity),
                   negative(largest), negative(infinity)));
  // Half a last place more: the largest is odd, so the tie goes up and out of range. Rounded to
  // zero or down, the result is the largest itself, which with any exponent range it would be, too:
  // no overflow (IEEE 754, 7.4).
  check("largest + half its last place", sum(largest, power<Bits>(Format<Bits>::kBias - P)),
        Five<Bits>{{{infinity, kOf | kNx},
                    {largest, kNx},
                    {largest, kNx},
                    {infinity, kOf | kNx},
                    {infinity, kOf | kNx}}});
  check(
      "largest + a bit less", sum<Bits>(largest, power<Bits>(Format<Bits>::kBias - P) - 1),
      Five<Bits>{
          {{largest, kNx}, {largest, kNx}, {largest, kNx}, {infinity, kOf | kNx}, {largest, kNx}}});
  check("infinity - infinity", sum(infinity, negative(infinity)), always(nan, kNv));
  check("infinity + infinity", sum(infinity, infinity), always(infinity));
  check("infinity + number", sum(negative(largest), infinity), always(infinity));
  check("a NaN becomes the canonical one", sum<Bits>(negative(nan) | 7, one), always(nan));
  check("a signalling one is told", sum<Bits>(one, kSignallingNan<Bits>), always(nan, kNv));
}

TEMPLATE_TEST_CASE("riscv float corners: products", "[riscv_float]", std::uint32_t, std::uint64_t) {
  using Bits = TestType;
  constexpr int P = Format<Bits>::kPrecision;
  constexpr Bits one = kOne<Bits>;
  constexpr Bits half = power<Bits>(-1);
  constexpr Bits m = kMinNormal<Bits>;
  constexpr Bits infinity = kInfinity<Bits>;
  constexpr Bits nan = kCanonicalNan<Bits>;
  check("signs multiply in zeros", product<Bits>(negative(one), 0), always(kSign<Bits>));
  check("m / 2 is subnormal and exact: no underflow", product(m, half), always<Bits>(m / 2));
  // (1 - ulp/2) * m needs P bits and has P - 1 places: half a place below m. As P bits hold it, it
  // is tiny with every rounding mode, even where the result is m.
  check("tie between the largest subnormal and m", product<Bits>(one - 1, m),
        each<Bits>(kUf | kNx, m, m - 1, m - 1, m, m));
  // (1 + ulp)(1 - ulp) = 1 - ulp^2, times m. To P bits with any exponent, it rounds to m (not
  // tiny, so no underflow) or to (1 - ulp/2) m (tiny): underflow depends on the rounding.
  constexpr int kLow = 1 - Format<Bits>::kBias;
  constexpr Bits a = power<Bits>(kLow / 2) + 1;                              // (1 + ulp) 2^(e/2)
  constexpr Bits b = (power<Bits>(kLow - kLow / 2 - 1) | kFraction<Bits>)-1; // (1 - ulp) 2^(e/2)
  check("tiny before rounding, and after it or not", product(a, b),
        Five<Bits>{{{m, kNx}, {m - 1, kUf | kNx}, {m - 1, kUf | kNx}, {m, kNx}, {m, kNx}}});
  check("the same, negative", product(negative(a), b),
        Five<Bits>{{{negative(m), kNx},
                    {negative<Bits>(m - 1), kUf | kNx},
                    {negative(m), kNx},
                    {negative<Bits>(m - 1), kUf | kNx},
                    {negative(m), kNx}}});
  check("half the smallest: a tie with zero", product<Bits>(kSmallest<Bits>, half),
        each<Bits>(kUf | kNx, 0, 0, 0, 1, 1));
  check("three halves of the smallest: 1 is odd, 2 even", product<Bits>(3, half),
        each<Bits>(kUf | kNx, 2, 1, 1, 2, 2));
  check("the smallest squared: less than half", product<Bits>(1, 1),
        each<Bits>(kUf | kNx, 0, 0, 0, 1, 0));
  check(
      "the smallest squared, negative", product<Bits>(negative<Bits>(1), 1),
      each<Bits>(kUf | kNx, kSign<Bits>, kSign<Bits>, negative<Bits>(1), kSign<Bits>, kSign<Bits>));
  // (2 - ulp)^2 = 4 - 4 ulp + ulp^2: above 4 - 4 ulp = 2 (2 - 2 ulp), by less than half a place.
  check("two full significands", product<Bits>(power<Bits>(1) - 1, power<Bits>(1) - 1),
        each<Bits>(kNx, power<Bits>(2) - 2, power<Bits>(2) - 2, power<Bits>(2) - 2,
                   power<Bits>(2) - 1, power<Bits>(2) - 2));
  // (1 + 2^-h)^2 = 1 + 2^(1-h) + 2^(-2h). With 2h = P, the last is half an ulp: a tie at an even
  // number. P = 53 is odd: (1 + 2^-26)(1 + 2^-27) = 1 + 3 * 2^-27 + 2^-53, even below the tie too.
  constexpr Bits x = one + (Bits{1} << (P - 1 - P / 2));
  constexpr Bits y = one + (Bits{1} << (P - 1 - (P - P / 2)));
  constexpr Bits below = x + y - one;
  check("a tie in a product", product(x, y),
        each<Bits>(kNx, below, below, below, below + 1, below + 1));
  check("the largest doubled", product(kLargest<Bits>, power<Bits>(1)),
        each<Bits>(kOf | kNx, infinity, kLargest<Bits>, kLargest<Bits>, infinity, infinity));
  check("infinity times zero", product<Bits>(infinity, kSign<Bits>), always(nan, kNv));
  check("infinity times a number", product(infinity, negative(m)), always(negative(infinity)));
  check("infinity times a quiet NaN", product(infinity, nan), always(nan));
}

TEMPLATE_TEST_CASE("riscv float corners: quotients", "[riscv_float]", std::uint32_t,
                   std::uint64_t) {
  using Bits = TestType;
  constexpr Bits one = kOne<Bits>;
  constexpr Bits three = power<Bits>(1) | kQuiet<Bits>;
  constexpr Bits m = kMinNormal<Bits>;
  constexpr Bits infinity = kInfinity<Bits>;
  constexpr Bits nan = kCanonicalNan<Bits>;
  // 1/3 = 1.0101..b * 2^-2. With an even P the significand ends in 0 and 2/3 of a place follow,
  // with an odd P in 1 and 1/3.
  const Bits low = sizeof(Bits) == 4 ? Bits{0x3eaaaaaa} : static_cast<Bits>(0x3fd5555555555555);
  const Bits nearest = sizeof(Bits) == 4 ? low + 1 : low;
  check("1/3", quotient(one, three), each<Bits>(kNx, nearest, low, low, low + 1, nearest));
  check("-1/3", quotient(negative(one), three),
        each<Bits>(kNx, negative(nearest), negative(low), negative<Bits>(low + 1), negative(low),
                   negative(nearest)));
  check("exact", quotient<Bits>(three, power<Bits>(1)), always<Bits>(one | kQuiet<Bits>));
  check("a number by zero", quotient<Bits>(one, kSign<Bits>), always(negative(infinity), kDz));
  check("zero by zero", quotient<Bits>(0, 0), always(nan, kNv));
  check("infinity by zero is exact", quotient<Bits>(infinity, 0), always(infinity));
  check("infinity by infinity", quotient(infinity, negative(infinity)), always(nan, kNv));
  check("a number by infinity", quotient(negative(one), infinity), always(kSign<Bits>));
  check("zero by a number", quotient<Bits>(0, negative(one)), always(kSign<Bits>));
  check("a signalling NaN by zero is no division by zero", quotient<Bits>(kSignallingNan<Bits>, 0),
        always(nan, kNv));
  check("subnormal by subnormal", quotient<Bits>(3, 1), always(three));
  check("largest by smallest", quotient(kLargest<Bits>, kSmallest<Bits>),
        each<Bits>(kOf | kNx, infinity, kLargest<Bits>, kLargest<Bits>, infinity, infinity));
  check("the smallest halved", quotient<Bits>(1, power<Bits>(1)),
        each<Bits>(kUf | kNx, 0, 0, 0, 1, 1));
  // m / (1 + ulp) = m (1 - ulp + ulp^2 - ...), slightly above m - 1 place of ulp m.
  check("just below m", quotient<Bits>(m, one + 1),
        each<Bits>(kUf | kNx, m - 1, m - 1, m - 1, m, m - 1));
}

TEMPLATE_TEST_CASE("riscv float corners: square roots", "[riscv_float]", std::uint32_t,
                   std::uint64_t) {
  using Bits = TestType;
  constexpr Bits one = kOne<Bits>;
  constexpr Bits infinity = kInfinity<Bits>;
  constexpr Bits nan = kCanonicalNan<Bits>;
  check("of -0", root(kSign<Bits>), always(kSign<Bits>));
  check("of +0", root<Bits>(0), always<Bits>(0));
  check("of -1", root(negative(one)), always(nan, kNv));
  check("of -infinity", root(negative(infinity)), always(nan, kNv));
  check("of a negative quiet NaN", root(negative(nan)), always(nan));
  check("of infinity", root(infinity), always(infinity));
  check("of 4", root(power<Bits>(2)), always(power<Bits>(1)));
  // The smallest is 2^-149 or 2^-1074.
  if (sizeof(Bits) == 8)
    check("of the smallest double", root<Bits>(1), always(power<Bits>(-537)));
  else // sqrt(2) * 2^-75
    check("of the smallest single", root<Bits>(1),
          each<Bits>(kNx, 0x1a3504f3, 0x1a3504f3, 0x1a3504f3, 0x1a3504f4, 0x1a3504f3));
  // sqrt(1 + 2 ulp) = 1 + ulp - ulp^2/2 + ...
  check("just below a number", root<Bits>(one + 2),
        each<Bits>(kNx, one + 1, one, one, one + 1, one + 1));
  // sqrt(1 - ulp) = 1 - ulp/2 - ulp^2/8 - ..., and one place below 1 is ulp/2.
  check("just below a number below 1", root<Bits>(one - 2),
        each<Bits>(kNx, one - 1, one - 2, one - 2, one - 1, one - 1));
  // sqrt(1 - ulp/2) = 1 - ulp/4 - ...: just below the middle between 1 - ulp/2 and 1.
  check("just below a tie", root<Bits>(one - 1),
        each<Bits>(kNx, one - 1, one - 1, one - 1, one, one - 1));
}

TEMPLATE_TEST_CASE("riscv float corners: fused sums", "[riscv_float]", std::uint32_t,
                   std::uint64_t) {
  using Bits = TestType;
  constexpr int P = Format<Bits>::kPrecision;
  constexpr Bits one = kOne<Bits>;
  constexpr Bits two = power<Bits>(1);
  constexpr Bits infinity = kInfinity<Bits>;
  constexpr Bits nan = kCanonicalNan<Bits>;
  constexpr Bits minus_zero = kSign<Bits>;
  // (1 + ulp)^2 = 1 + 2 ulp + ulp^2.
  check("the product is not rounded", fused<Bits>(one + 1, one + 1, negative(one + 2)),
        always(power<Bits>(-2 * (P - 1))));
  // (1 + ulp)(1 - ulp) = 1 - ulp^2. Times half an ulp it is below the tie; rounded first, it would
  // be the tie.
  check("a product below the tie by ulp^2",
        fused<Bits>(one + 1, power<Bits>(-P - 1) | (kFraction<Bits> - 1), one),
        each<Bits>(kNx, one, one, one, one + 1, one));
  check("a product at the tie", fused<Bits>(power<Bits>(-1), power<Bits>(1 - P), one),
        each<Bits>(kNx, one, one, one, one + 1, one + 1));
  check("the sum comes back into range", fused(kLargest<Bits>, two, negative(kLargest<Bits>)),
        always(kLargest<Bits>));
  check("or does not", fused(kLargest<Bits>, two, negative(one)),
        each<Bits>(kOf | kNx, infinity, kLargest<Bits>, kLargest<Bits>, infinity, infinity));
  check("a product far below", fused<Bits>(1, 1, one),
        each<Bits>(kNx, one, one, one, one + 1, one));
  check("a negative product far below", fused<Bits>(negative<Bits>(1), 1, one),
        each<Bits>(kNx, one, one - 1, one - 1, one, one));
  check("an addend far below", fused<Bits>(one, one, negative<Bits>(1)),
        each<Bits>(kNx, one, one - 1, one - 1, one, one));
  check("cancelled", fused(one, two, negative(two)), each<Bits>(0, 0, 0, minus_zero, 0, 0));
  check("0 * x + -0", fused<Bits>(0, two, minus_zero), each<Bits>(0, 0, 0, minus_zero, 0, 0));
  check("-0 * x + -0", fused<Bits>(minus_zero, two, minus_zero), always(minus_zero));
  check("0 * x + y", fused<Bits>(0, two, 1), always<Bits>(1));
  check("x * y + 0 with a subnormal product", fused<Bits>(3, power<Bits>(-1), 0),
        each<Bits>(kUf | kNx, 2, 1, 1, 2, 2));
  check("infinity * 0 + quiet NaN", fused<Bits>(infinity, 0, nan), always(nan, kNv));
  check("0 * infinity + 1", fused<Bits>(0, infinity, one), always(nan, kNv));
  check("1 * 1 + quiet NaN", fused(one, one, nan), always(nan));
  check("1 * 1 + signalling NaN", fused<Bits>(one, one, kSignallingNan<Bits>), always(nan, kNv));
  check("infinity - infinity", fused(infinity, one, negative(infinity)), always(nan, kNv));
  check("infinity + infinity", fused(infinity, negative(one), negative(infinity)),
        always(negative(infinity)));
  check("number + infinity", fused(kLargest<Bits>, kLargest<Bits>, negative(infinity)),
        always(negative(infinity)));
}
