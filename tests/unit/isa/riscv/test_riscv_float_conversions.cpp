// Corner cases of comparisons, classes, boxing and conversions of RISC-V, derived by hand.

#include "unit/isa/riscv_float_operands.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstdint>

using namespace riscv_float;

namespace {

constexpr unsigned kNx = Flags::kInexact;
constexpr unsigned kUf = Flags::kUnderflow;
constexpr unsigned kOf = Flags::kOverflow;
constexpr unsigned kNv = Flags::kInvalid;

/// "bits flags", hexadecimal
template <class Operation> std::string outcome(Operation operation) {
  std::uint8_t flags = 0;
  const auto bits = operation(flags);
  return fmt::format("{:x} {:x}", bits, flags);
}

/// The same in the five rounding modes, one after the other.
template <class Operation> std::string outcomes(Operation operation) {
  std::string text;
  for (const Rounding rounding : kRoundings)
    text += (text.empty() ? "" : ", ") +
            outcome([&](std::uint8_t& flags) { return operation(rounding, flags); });
  return text;
}

template <class Int> std::string integers(double value) {
  return outcomes(
      [=](Rounding r, std::uint8_t& f) { return to_integer<Int>(host::bits(value), r, f); });
}

/// Signed values rounded in the five modes, as integers<Int> shows them, when flags are inexact.
std::string inexact(int rne, int rtz, int rdn, int rup, int rmm) {
  std::string text;
  for (const std::int64_t value : {rne, rtz, rdn, rup, rmm})
    text += fmt::format("{}{:x} 1", text.empty() ? "" : ", ", static_cast<std::uint64_t>(value));
  return text;
}

std::string five(const std::string& text) {
  return fmt::format("{0}, {0}, {0}, {0}, {0}", text);
}

template <class Bits> std::string smaller(Bits a, Bits b) {
  return outcome([=](std::uint8_t& f) { return min(a, b, f); });
}
template <class Bits> std::string larger(Bits a, Bits b) {
  return outcome([=](std::uint8_t& f) { return max(a, b, f); });
}
template <class Bits> std::string expected(Bits bits, unsigned flags = 0) {
  return fmt::format("{:x} {:x}", bits, flags);
}

} // namespace

TEMPLATE_TEST_CASE("riscv float corners: minimum and maximum", "[riscv_float]", std::uint32_t,
                   std::uint64_t) {
  using Bits = TestType;
  constexpr Bits one = kOne<Bits>;
  constexpr Bits minus_zero = kSign<Bits>;
  constexpr Bits nan = kCanonicalNan<Bits>;
  constexpr Bits signalling = kSignallingNan<Bits>;
  for (const bool swapped : {false, true}) {
    const auto both = [&](Bits a, Bits b) {
      return swapped ? smaller(b, a) + "; " + larger(b, a) : smaller(a, b) + "; " + larger(a, b);
    };
    const auto expect = [](Bits least, Bits greatest, unsigned flags = 0) {
      return expected(least, flags) + "; " + expected(greatest, flags);
    };
    CHECK(both(one, negative(one)) == expect(negative(one), one));
    CHECK(both(negative(one), negative<Bits>(one + 1)) ==
          expect(negative<Bits>(one + 1), negative(one)));
    CHECK(both(0, minus_zero) == expect(minus_zero, 0)); // F 2.2: -0 is below +0
    CHECK(both(kInfinity<Bits>, one) == expect(one, kInfinity<Bits>));
    CHECK(both(nan, one) == expect(one, one));
    CHECK(both(signalling, one) == expect(one, one, kNv)); // the number all the same
    CHECK(both(nan | 1, negative(nan)) == expect(nan, nan));
    CHECK(both(nan, signalling) == expect(nan, nan, kNv));
  }
}

TEMPLATE_TEST_CASE("riscv float corners: comparisons", "[riscv_float]", std::uint32_t,
                   std::uint64_t) {
  using Bits = TestType;
  constexpr Bits one = kOne<Bits>;
  const auto compare = [](Bits a, Bits b) {
    return outcome([=](std::uint8_t& f) { return eq(a, b, f) ? 1 : 0; }) + "; " +
           outcome([=](std::uint8_t& f) { return lt(a, b, f) ? 1 : 0; }) + "; " +
           outcome([=](std::uint8_t& f) { return le(a, b, f) ? 1 : 0; });
  };
  CHECK(compare(one, one) == "1 0; 0 0; 1 0");
  CHECK(compare(one, one + 1) == "0 0; 1 0; 1 0");
  CHECK(compare(negative(one), negative<Bits>(one + 1)) == "0 0; 0 0; 0 0");
  CHECK(compare(0, kSign<Bits>) == "1 0; 0 0; 1 0"); // the zeros are equal
  CHECK(compare(kSign<Bits>, 0) == "1 0; 0 0; 1 0");
  CHECK(compare(negative(kInfinity<Bits>), kInfinity<Bits>) == "0 0; 1 0; 1 0");
  // eq is quiet, lt and le signal for every NaN.
  CHECK(compare(kQuietNan<Bits>, kQuietNan<Bits>) == "0 0; 0 10; 0 10");
  CHECK(compare(one, kSignallingNan<Bits>) == "0 10; 0 10; 0 10");
}

TEMPLATE_TEST_CASE("riscv float corners: classes and signs", "[riscv_float]", std::uint32_t,
                   std::uint64_t) {
  using Bits = TestType;
  const Bits ascending[] = {negative(kInfinity<Bits>),
                            negative(kLargest<Bits>),
                            negative<Bits>(kMinNormal<Bits> - 1),
                            kSign<Bits>,
                            0,
                            1,
                            kMinNormal<Bits>,
                            kInfinity<Bits>};
  for (unsigned i = 0; i < 8; ++i)
    CHECK(classify(ascending[i]) == 1U << i);
  CHECK(classify(kSignallingNan<Bits>) == 1U << 8);
  CHECK(classify(negative(kQuietNan<Bits>)) == 1U << 9);

  constexpr Bits one = kOne<Bits>;
  constexpr Bits nan = kSignallingNan<Bits>; // stays what it is, but for the sign
  CHECK(sgnj(one, negative(nan)) == negative(one));
  CHECK(sgnj<Bits>(negative(nan), 0) == nan);
  CHECK(sgnjn<Bits>(one, 0) == negative(one));
  CHECK(sgnjn(negative(one), negative(one)) == one);
  CHECK(sgnjx(negative(one), negative(one)) == one);
  CHECK(sgnjx(negative(one), one) == negative(one));
}

TEST_CASE("riscv float corners: boxes", "[riscv_float]") {
  CHECK(box(0x3f800000) == 0xffffffff3f800000);
  CHECK(unbox(0xffffffff7f800001) == 0x7f800001); // a boxed signalling NaN is itself
  CHECK(unbox(0x000000003f800000) == 0x7fc00000);
  CHECK(unbox(0xfffffffe3f800000) == 0x7fc00000);
  CHECK(unbox(0x3ff0000000000000) == 0x7fc00000);
}

TEST_CASE("riscv float corners: to integers, in all rounding modes", "[riscv_float]") {
  CHECK(integers<std::int32_t>(2.5) == inexact(2, 2, 2, 3, 3)); // ties: to even; away from zero
  CHECK(integers<std::int32_t>(3.5) == inexact(4, 3, 3, 4, 4));
  CHECK(integers<std::int32_t>(-2.5) == inexact(-2, -2, -3, -2, -3));
  CHECK(integers<std::int32_t>(-0.5) == inexact(0, 0, -1, 0, -1));
  CHECK(integers<std::int64_t>(0.49999999999999994) == inexact(0, 0, 0, 1, 0));
  CHECK(integers<std::int64_t>(-1e-300) == inexact(0, 0, -1, 0, 0));
  CHECK(integers<std::int64_t>(-0.0) == five("0 0"));
  CHECK(integers<std::uint64_t>(-0.0) == five("0 0"));
}

TEST_CASE("riscv float corners: integers out of range", "[riscv_float]") {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr auto kMost32 = "7fffffff";
  constexpr auto kLeast32 = "ffffffff80000000"; // sign-extended
  // Judged after rounding: 2^31 - 0.5 is in range when it is rounded down, -2^31 - 0.5 when up.
  CHECK(integers<std::int32_t>(2147483647.5) ==
        fmt::format("{0} 10, {0} 1, {0} 1, {0} 10, {0} 10", kMost32));
  CHECK(integers<std::int32_t>(-2147483648.5) == // a tie: -2^31 is even
        fmt::format("{0} 1, {0} 1, {0} 10, {0} 1, {0} 10", kLeast32));
  CHECK(integers<std::int32_t>(-2147483648.0) == five(fmt::format("{} 0", kLeast32)));
  CHECK(integers<std::int32_t>(2147483648.0) == five(fmt::format("{} 10", kMost32)));
  CHECK(integers<std::int32_t>(nan) == five(fmt::format("{} 10", kMost32)));
  CHECK(integers<std::int32_t>(-nan) == five(fmt::format("{} 10", kMost32))); // whatever its sign
  CHECK(integers<std::int32_t>(infinity) == five(fmt::format("{} 10", kMost32)));
  CHECK(integers<std::int32_t>(-infinity) == five(fmt::format("{} 10", kLeast32)));

  // fcvt.wu sign-extends, too.
  CHECK(integers<std::uint32_t>(4294967295.0) == five("ffffffffffffffff 0"));
  CHECK(integers<std::uint32_t>(2147483648.0) == five("ffffffff80000000 0"));
  CHECK(integers<std::uint32_t>(4294967296.0) == five("ffffffffffffffff 10"));
  CHECK(integers<std::uint32_t>(nan) == five("ffffffffffffffff 10"));
  CHECK(integers<std::uint32_t>(-1.0) == five("0 10"));
  // Negative, but 0 in some modes: inexact there, invalid where it would be -1.
  CHECK(integers<std::uint32_t>(-0.5) == "0 1, 0 1, 0 10, 0 1, 0 10");
  CHECK(integers<std::uint64_t>(-0.75) == "0 10, 0 1, 0 10, 0 1, 0 10");

  CHECK(integers<std::int64_t>(9223372036854774784.0) == five("7ffffffffffffc00 0"));
  CHECK(integers<std::int64_t>(9223372036854775808.0) == five("7fffffffffffffff 10"));
  CHECK(integers<std::int64_t>(-9223372036854775808.0) == five("8000000000000000 0"));
  CHECK(integers<std::int64_t>(-9223372036854777856.0) == five("8000000000000000 10"));
  CHECK(integers<std::uint64_t>(18446744073709549568.0) == five("fffffffffffff800 0"));
  CHECK(integers<std::uint64_t>(18446744073709551616.0) == five("ffffffffffffffff 10"));
  CHECK(integers<std::uint64_t>(-infinity) == five("0 10"));
  CHECK(integers<std::uint64_t>(nan) == five("ffffffffffffffff 10"));
}

TEST_CASE("riscv float corners: from integers", "[riscv_float]") {
  const auto single = [](auto value) {
    return outcomes(
        [=](Rounding r, std::uint8_t& f) { return from_integer<std::uint32_t>(value, r, f); });
  };
  const auto dbl = [](auto value) {
    return outcomes(
        [=](Rounding r, std::uint8_t& f) { return from_integer<std::uint64_t>(value, r, f); });
  };
  CHECK(single(std::int32_t{0}) == five("0 0"));
  CHECK(single(std::int32_t{-1}) == five("bf800000 0"));
  // 2^24 + 1 lies halfway between 2^24 (even) and 2^24 + 2.
  CHECK(single(std::int32_t{16777217}) ==
        "4b800000 1, 4b800000 1, 4b800000 1, 4b800001 1, 4b800001 1");
  CHECK(single(std::int32_t{-16777217}) ==
        "cb800000 1, cb800000 1, cb800001 1, cb800000 1, cb800001 1");
  // 2^32 - 1: up to 2^32, or down to 24 ones.
  CHECK(single(~std::uint32_t{0}) == "4f800000 1, 4f7fffff 1, 4f7fffff 1, 4f800000 1, 4f800000 1");
  CHECK(dbl(~std::uint32_t{0}) == five("41efffffffe00000 0"));
  CHECK(dbl(std::int32_t{INT32_MIN}) == five("c1e0000000000000 0"));
  CHECK(dbl(std::int64_t{INT64_MIN}) == five("c3e0000000000000 0"));
  CHECK(dbl(~std::uint64_t{0}) == "43f0000000000000 1, 43efffffffffffff 1, 43efffffffffffff 1, "
                                  "43f0000000000000 1, 43f0000000000000 1");
  // 2^53 + 1: halfway again.
  CHECK(dbl(std::int64_t{(1LL << 53) + 1}) ==
        "4340000000000000 1, 4340000000000000 1, 4340000000000000 1, 4340000000000001 1, "
        "4340000000000001 1");
}

TEST_CASE("riscv float corners: between the formats", "[riscv_float]") {
  const auto narrowed = [](std::uint64_t bits) {
    return outcomes([=](Rounding r, std::uint8_t& f) { return to_single(bits, r, f); });
  };
  const auto each = [](unsigned flags, unsigned rne, unsigned rtz, unsigned rdn, unsigned rup,
                       unsigned rmm) {
    return fmt::format("{1:x} {0:x}, {2:x} {0:x}, {3:x} {0:x}, {4:x} {0:x}, {5:x} {0:x}", flags,
                       rne, rtz, rdn, rup, rmm);
  };
  using D = std::uint64_t;
  CHECK(narrowed(kSign<D>) == five("80000000 0"));
  CHECK(narrowed(kOne<D>) == five("3f800000 0"));
  CHECK(narrowed(negative(kInfinity<D>)) == five("ff800000 0"));
  CHECK(narrowed(negative(kQuietNan<D>) | 3) == five("7fc00000 0"));
  CHECK(narrowed(kSignallingNan<D>) == five("7fc00000 10"));
  // 1 + 2^-24: a tie
  CHECK(narrowed(0x3ff0000010000000) ==
        each(kNx, 0x3f800000, 0x3f800000, 0x3f800000, 0x3f800001, 0x3f800001));
  // 2^128 - 2^103: a tie between the largest (odd) and 2^128
  CHECK(narrowed(0x47effffff0000000) ==
        "7f800000 5, 7f7fffff 1, 7f7fffff 1, 7f800000 5, 7f800000 5");
  CHECK(narrowed(kLargest<D>) ==
        each(kOf | kNx, 0x7f800000, 0x7f7fffff, 0x7f7fffff, 0x7f800000, 0x7f800000));
  // 2^-150: half of the smallest single
  CHECK(narrowed(power<D>(-150)) == each(kUf | kNx, 0, 0, 0, 1, 1));
  CHECK(narrowed(power<D>(-150) + 1) == each(kUf | kNx, 1, 0, 0, 1, 1));
  CHECK(narrowed(negative(power<D>(-150))) ==
        each(kUf | kNx, 0x80000000, 0x80000000, 0x80000001, 0x80000000, 0x80000001));
  CHECK(narrowed(power<D>(-149)) == five("1 0"));
  // 2^-126 (1 - 2^-25): with 24 bits and any exponent a tie between 2^-126 (1 - 2^-24) and 2^-126;
  // tiny where it does not go up to 2^-126. rne: up, to even.
  CHECK(narrowed(power<D>(-126) - (D{1} << 27)) ==
        "800000 1, 7fffff 3, 7fffff 3, 800000 1, 800000 1");

  const auto widened = [](std::uint32_t bits) {
    return outcome([=](std::uint8_t& f) { return to_double(bits, f); });
  };
  CHECK(widened(1) == expected(power<D>(-149))); // subnormal singles are normal doubles
  CHECK(widened(0x807fffff) == "b80fffffc0000000 0");
  CHECK(widened(0x80000000) == "8000000000000000 0");
  CHECK(widened(0xff800000) == "fff0000000000000 0");
  CHECK(widened(0xffc00001) == "7ff8000000000000 0");
  CHECK(widened(0x7f800001) == "7ff8000000000000 10");
}
