// riscv/float_soft.hpp against the host's FPU, its rounding modes and its flags. This file alone is
// compiled with -frounding-math; every host operation stands between volatiles, so that it is
// neither moved across a change of the rounding mode nor computed by the compiler.

#include "sanitized.hpp"
#include "unit/isa/riscv_float_operands.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cfenv>
#include <cmath>
#include <limits>
#include <string_view>
#include <type_traits>

using namespace riscv_float;

namespace {

struct Outcome {
  std::uint64_t bits;
  unsigned flags;
  bool operator==(const Outcome& other) const { return bits == other.bits && flags == other.flags; }
};

// Other hosts may detect tininess before rounding, as IEEE 754 allows.
#if defined(__x86_64__)
constexpr unsigned kComparableFlags = 31;
#else
constexpr unsigned kComparableFlags = 31 & ~unsigned{Flags::kUnderflow};
#endif

unsigned host_flags() {
  const int raised = std::fetestexcept(FE_ALL_EXCEPT);
  return ((raised & FE_INEXACT) != 0 ? Flags::kInexact : 0U) |
         ((raised & FE_UNDERFLOW) != 0 ? Flags::kUnderflow : 0U) |
         ((raised & FE_OVERFLOW) != 0 ? Flags::kOverflow : 0U) |
         ((raised & FE_DIVBYZERO) != 0 ? Flags::kDivideByZero : 0U) |
         ((raised & FE_INVALID) != 0 ? Flags::kInvalid : 0U);
}

/// Rounding modes the host has too.
constexpr struct {
  Rounding ours;
  int host;
} kModes[] = {{Rounding::rne, FE_TONEAREST},
              {Rounding::rtz, FE_TOWARDZERO},
              {Rounding::rdn, FE_DOWNWARD},
              {Rounding::rup, FE_UPWARD}};

/// What `operation()` gives on the host in a rounding mode. Other NaNs become the canonical one.
template <class Operation> Outcome on_host(int mode, Operation operation) {
  std::feclearexcept(FE_ALL_EXCEPT);
  std::fesetround(mode);
  const auto value = operation();
  const unsigned flags = host_flags();
  std::fesetround(FE_TONEAREST);
  const auto bits = host::bits(value);
  return {is_nan(bits) ? kCanonicalNan<std::remove_const_t<decltype(bits)>> : bits, flags};
}

/// `Evaluate` gets host numbers that the compiler knows nothing about.
template <class Bits, class Evaluate>
Outcome on_host(int mode, const std::array<Bits, 3>& x, Evaluate evaluate) {
  using Host = host::Number<Bits>;
  volatile Host a = host::number(x[0]);
  volatile Host b = host::number(x[1]);
  volatile Host c = host::number(x[2]);
  return on_host(mode, [&] {
    volatile auto result = evaluate(Host{a}, Host{b}, Host{c});
    return static_cast<std::remove_volatile_t<decltype(result)>>(result);
  });
}

template <class Bits, class Ours, class Theirs>
std::string difference(std::string_view operation, Ours ours, Theirs theirs) {
  Random random(7);
  for (int i = 0; i < stallscope::random_cases(100'000); ++i) {
    const std::array<Bits, 3> x = operands<Bits>(random);
    for (const auto& mode : kModes) {
      std::uint8_t raised = 0;
      const std::uint64_t bits = ours(x, mode.ours, raised);
      Outcome specified{bits, raised & kComparableFlags};
      Outcome expected = theirs(mode.host, x);
      expected.flags &= kComparableFlags;
      if (!(specified == expected))
        return fmt::format("{} {} of {:#x} {:#x} {:#x}: {:#x} {:#x}, host {:#x} {:#x}", operation,
                           name(mode.ours), x[0], x[1], x[2], specified.bits, specified.flags,
                           expected.bits, expected.flags);
    }
  }
  return "";
}

/// x86 raises nothing for infinity * 0 + quiet NaN, RISC-V invalid; IEEE 754, 7.2 c, leaves it
/// open.
template <class Bits> bool is_invalid_product(const std::array<Bits, 3>& x) {
  return (is_infinite(x[0]) && is_zero(x[1])) || (is_zero(x[0]) && is_infinite(x[1]));
}

/// An integer conversion: `integral` is the operand rounded to an integer, exactly.
template <class Int, class Host> Outcome converted(Host value, Host integral) {
  using Limits = std::numeric_limits<Int>;
  using Signed = std::make_signed_t<Int>;
  // Above the largest by one: a power of two, and so a number of every format.
  const Host end = std::ldexp(Host{1}, Limits::digits);
  const Host lowest = Limits::is_signed ? -end : Host{0};
  const auto in_register = [](Int result) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<Signed>(result)));
  };
  if (std::isnan(value) || integral >= end)
    return {in_register(Limits::max()), Flags::kInvalid};
  if (integral < lowest)
    return {in_register(Limits::min()), Flags::kInvalid};
  return {in_register(static_cast<Int>(integral)), integral == value ? 0U : Flags::kInexact};
}

template <class Int, class Bits> std::string integer_difference() {
  using Host = host::Number<Bits>;
  Random random(8);
  for (int i = 0; i < stallscope::random_cases(100'000); ++i) {
    const Bits x = operand<Bits>(random);
    const auto check = [&](Rounding rounding, Host integral) {
      std::uint8_t raised = 0;
      const std::uint64_t bits = soft::to_integer<Int>(x, rounding, raised);
      return Outcome{bits, raised} == converted<Int>(host::number(x), integral)
                 ? std::string()
                 : fmt::format("{} of {:#x}: {:#x} {:#x}", name(rounding), x, bits, raised);
    };
    for (const auto& mode : kModes) {
      const Outcome integral = on_host(mode.host, std::array<Bits, 3>{x, x, x},
                                       [](Host a, Host, Host) { return std::rint(a); });
      const std::string text = check(mode.ours, host::number(static_cast<Bits>(integral.bits)));
      if (!text.empty())
        return text;
    }
    // std::round: to nearest, ties away from zero, whatever the rounding mode.
    const std::string text = check(Rounding::rmm, std::round(host::number(x)));
    if (!text.empty())
      return text;
  }
  return "";
}

template <class Bits, class Int> std::string from_integer_difference() {
  using Host = host::Number<Bits>;
  Random random(9);
  for (int i = 0; i < stallscope::random_cases(100'000); ++i) {
    const auto value =
        static_cast<Int>((random.next() | (random.next() & random.next())) >> random.below(64));
    for (const auto& mode : kModes) {
      std::uint8_t raised = 0;
      const std::uint64_t bits = soft::from_integer<Bits>(value, mode.ours, raised);
      volatile Int operand = value;
      const Outcome expected = on_host(mode.host, [&] {
        volatile Host result = static_cast<Host>(Int{operand});
        return Host{result};
      });
      if (!(Outcome{bits, raised} == expected))
        return fmt::format("{} of {}: {:#x} {:#x}, host {:#x} {:#x}", name(mode.ours), value, bits,
                           raised, expected.bits, expected.flags);
    }
  }
  return "";
}

} // namespace

TEMPLATE_TEST_CASE("riscv float: arithmetic equals the host's in its four rounding modes",
                   "[riscv_float]", std::uint32_t, std::uint64_t) {
  using Bits = TestType;
  using X = const std::array<Bits, 3>&;
  using R = Rounding;
  using F = std::uint8_t&;
  const auto host_result = [](auto evaluate) {
    return [evaluate](int mode, X x) { return on_host(mode, x, evaluate); };
  };
  CHECK(difference<Bits>(
            "add", [](X x, R r, F f) { return soft::add(x[0], x[1], r, f); },
            host_result([](auto a, auto b, auto) { return a + b; })) == "");
  CHECK(difference<Bits>(
            "sub", [](X x, R r, F f) { return soft::sub(x[0], x[1], r, f); },
            host_result([](auto a, auto b, auto) { return a - b; })) == "");
  CHECK(difference<Bits>(
            "mul", [](X x, R r, F f) { return soft::mul(x[0], x[1], r, f); },
            host_result([](auto a, auto b, auto) { return a * b; })) == "");
  CHECK(difference<Bits>(
            "div", [](X x, R r, F f) { return soft::div(x[0], x[1], r, f); },
            host_result([](auto a, auto b, auto) { return a / b; })) == "");
  CHECK(difference<Bits>(
            "sqrt", [](X x, R r, F f) { return soft::sqrt(x[0], r, f); },
            host_result([](auto a, auto, auto) { return std::sqrt(a); })) == "");
  CHECK(difference<Bits>(
            "fma", [](X x, R r, F f) { return soft::fma(x[0], x[1], x[2], r, f); },
            [&](int mode, X x) {
              Outcome outcome =
                  on_host(mode, x, [](auto a, auto b, auto c) { return std::fma(a, b, c); });
              if (is_invalid_product(x))
                outcome.flags |= Flags::kInvalid;
              return outcome;
            }) == "");
}

TEST_CASE("riscv float: format conversions equal the host's", "[riscv_float]") {
  CHECK(difference<std::uint64_t>(
            "to_single", [](auto& x, auto r, auto& f) { return soft::to_single(x[0], r, f); },
            [](int mode, auto& x) {
              return on_host(mode, x,
                             [](double a, double, double) { return static_cast<float>(a); });
            }) == "");
  CHECK(difference<std::uint32_t>(
            "to_double", [](auto& x, auto, auto& f) { return soft::to_double(x[0], f); },
            [](int mode, auto& x) {
              return on_host(mode, x, [](float a, float, float) { return static_cast<double>(a); });
            }) == "");
}

TEMPLATE_TEST_CASE("riscv float: comparisons equal the host's", "[riscv_float]", std::uint32_t,
                   std::uint64_t) {
  Random random(10);
  for (int i = 0; i < stallscope::random_cases(100'000); ++i) {
    const std::array<TestType, 3> x = operands<TestType>(random);
    const auto a = host::number(x[0]);
    const auto b = host::number(x[1]);
    const bool has_nan = std::isnan(a) || std::isnan(b);
    const bool has_signalling = is_signalling(x[0]) || is_signalling(x[1]);
    std::uint8_t quiet = 0;
    std::uint8_t less = 0;
    std::uint8_t less_or_equal = 0;
    const bool right = soft::eq(x[0], x[1], quiet) == (a == b) &&
                       soft::lt(x[0], x[1], less) == (a < b) &&
                       soft::le(x[0], x[1], less_or_equal) == (a <= b) &&
                       quiet == (has_signalling ? Flags::kInvalid : 0) &&
                       less == (has_nan ? Flags::kInvalid : 0) && less_or_equal == less;
    if (!right)
      FAIL(fmt::format("{:#x} {:#x}", x[0], x[1]));
  }
}

TEMPLATE_TEST_CASE("riscv float: conversions to integers equal the host's rounding, rmm too",
                   "[riscv_float]", std::uint32_t, std::uint64_t) {
  CHECK(integer_difference<std::int32_t, TestType>() == "");
  CHECK(integer_difference<std::uint32_t, TestType>() == "");
  CHECK(integer_difference<std::int64_t, TestType>() == "");
  CHECK(integer_difference<std::uint64_t, TestType>() == "");
}

TEMPLATE_TEST_CASE("riscv float: conversions from integers equal the host's", "[riscv_float]",
                   std::uint32_t, std::uint64_t) {
  CHECK(from_integer_difference<TestType, std::int32_t>() == "");
  CHECK(from_integer_difference<TestType, std::uint32_t>() == "");
  CHECK(from_integer_difference<TestType, std::int64_t>() == "");
  CHECK(from_integer_difference<TestType, std::uint64_t>() == "");
}
