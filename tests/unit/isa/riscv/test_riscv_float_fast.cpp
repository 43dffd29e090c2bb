// riscv/float.hpp against riscv/float_soft.hpp: the same bits and the same flags.

#include "sanitized.hpp"
#include "unit/isa/riscv_float_operands.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string_view>

using namespace riscv_float;

namespace {

template <class Bits> using Operands = std::array<Bits, 3>;
template <class Bits>
using Function = std::uint64_t (*)(const Operands<Bits>&, Rounding, std::uint8_t&);

template <class Bits> struct Pair {
  std::string_view name;
  Function<Bits> specified;
  Function<Bits> fast;
};

/// The first difference in `count` tries, or nothing. Flags are set before as a program might have
/// left them, most often none or inexact.
template <class Bits>
std::string difference(const Pair<Bits>& pair, Rounding rounding, int count, Random& random) {
  for (int i = 0; i < count; ++i) {
    const Operands<Bits> x = operands<Bits>(random);
    const std::uint8_t before = random.chance(20)   ? static_cast<std::uint8_t>(random.below(32))
                                : random.chance(50) ? Flags::kInexact
                                                    : 0;
    std::uint8_t flags_specified = before;
    std::uint8_t flags_fast = before;
    const std::uint64_t specified = pair.specified(x, rounding, flags_specified);
    const std::uint64_t fast = pair.fast(x, rounding, flags_fast);
    if (specified != fast || flags_specified != flags_fast)
      return fmt::format("{} {} of {:#x} {:#x} {:#x}, flags {:#x}: {:#x} {:#x}, fast {:#x} {:#x}",
                         pair.name, name(rounding), x[0], x[1], x[2], before, specified,
                         flags_specified, fast, flags_fast);
  }
  return "";
}

template <class Bits> void compare(const Pair<Bits>& pair, Random& random) {
  for (const Rounding rounding : kRoundings)
    CHECK(difference(pair, rounding, stallscope::random_cases(60'000), random) == "");
}

/// An integer from bits of FP numbers, of any length and either sign.
template <class Int, class Bits> Int some_integer(const Operands<Bits>& x) {
  const auto bits = (std::uint64_t{x[0]} << (64 - 8 * sizeof(Bits))) | x[2];
  return static_cast<Int>(static_cast<std::int64_t>(bits) >> (x[1] & 63));
}

template <class Bits, class Int> void compare_integer_conversions(Random& random) {
  using O = const Operands<Bits>&;
  using R = Rounding;
  using F = std::uint8_t&;
  compare<Bits>({"to_integer",
                 [](O x, R r, F f) -> std::uint64_t { return soft::to_integer<Int>(x[0], r, f); },
                 [](O x, R r, F f) -> std::uint64_t { return to_integer<Int>(x[0], r, f); }},
                random);
  compare<Bits>({"from_integer",
                 [](O x, R r, F f) -> std::uint64_t {
                   return soft::from_integer<Bits>(some_integer<Int>(x), r, f);
                 },
                 [](O x, R r, F f) -> std::uint64_t {
                   return from_integer<Bits>(some_integer<Int>(x), r, f);
                 }},
                random);
}

} // namespace

TEMPLATE_TEST_CASE("riscv float: fast arithmetic equals the specification", "[riscv_float]",
                   std::uint32_t, std::uint64_t) {
  using Bits = TestType;
  using O = const Operands<Bits>&;
  using R = Rounding;
  using F = std::uint8_t&;
  const Pair<Bits> pairs[] = {
      {"add", [](O x, R r, F f) -> std::uint64_t { return soft::add(x[0], x[1], r, f); },
       [](O x, R r, F f) -> std::uint64_t { return add(x[0], x[1], r, f); }},
      {"sub", [](O x, R r, F f) -> std::uint64_t { return soft::sub(x[0], x[1], r, f); },
       [](O x, R r, F f) -> std::uint64_t { return sub(x[0], x[1], r, f); }},
      {"mul", [](O x, R r, F f) -> std::uint64_t { return soft::mul(x[0], x[1], r, f); },
       [](O x, R r, F f) -> std::uint64_t { return mul(x[0], x[1], r, f); }},
      {"div", [](O x, R r, F f) -> std::uint64_t { return soft::div(x[0], x[1], r, f); },
       [](O x, R r, F f) -> std::uint64_t { return div(x[0], x[1], r, f); }},
      {"sqrt", [](O x, R r, F f) -> std::uint64_t { return soft::sqrt(x[0], r, f); },
       [](O x, R r, F f) -> std::uint64_t { return sqrt(x[0], r, f); }},
      {"sqrt of a square",
       [](O x, R r, F f) -> std::uint64_t { return soft::sqrt(mul(x[0], x[0], r, f), r, f); },
       [](O x, R r, F f) -> std::uint64_t { return sqrt(mul(x[0], x[0], r, f), r, f); }},
      {"fma", [](O x, R r, F f) -> std::uint64_t { return soft::fma(x[0], x[1], x[2], r, f); },
       [](O x, R r, F f) -> std::uint64_t { return fma(x[0], x[1], x[2], r, f); }},
  };
  Random random(1);
  for (const Pair<Bits>& pair : pairs)
    compare(pair, random);
}

TEMPLATE_TEST_CASE("riscv float: fast comparisons equal the specification", "[riscv_float]",
                   std::uint32_t, std::uint64_t) {
  using Bits = TestType;
  using O = const Operands<Bits>&;
  using R = Rounding;
  using F = std::uint8_t&;
  const Pair<Bits> pairs[] = {
      {"min", [](O x, R, F f) -> std::uint64_t { return soft::min(x[0], x[1], f); },
       [](O x, R, F f) -> std::uint64_t { return min(x[0], x[1], f); }},
      {"max", [](O x, R, F f) -> std::uint64_t { return soft::max(x[0], x[1], f); },
       [](O x, R, F f) -> std::uint64_t { return max(x[0], x[1], f); }},
      {"eq", [](O x, R, F f) -> std::uint64_t { return soft::eq(x[0], x[1], f); },
       [](O x, R, F f) -> std::uint64_t { return eq(x[0], x[1], f); }},
      {"lt", [](O x, R, F f) -> std::uint64_t { return soft::lt(x[0], x[1], f); },
       [](O x, R, F f) -> std::uint64_t { return lt(x[0], x[1], f); }},
      {"le", [](O x, R, F f) -> std::uint64_t { return soft::le(x[0], x[1], f); },
       [](O x, R, F f) -> std::uint64_t { return le(x[0], x[1], f); }},
  };
  Random random(2);
  for (const Pair<Bits>& pair : pairs)
    compare(pair, random);
}

TEMPLATE_TEST_CASE("riscv float: fast integer conversions equal the specification", "[riscv_float]",
                   std::uint32_t, std::uint64_t) {
  Random random(3);
  compare_integer_conversions<TestType, std::int32_t>(random);
  compare_integer_conversions<TestType, std::uint32_t>(random);
  compare_integer_conversions<TestType, std::int64_t>(random);
  compare_integer_conversions<TestType, std::uint64_t>(random);
}

TEST_CASE("riscv float: fast format conversions equal the specification", "[riscv_float]") {
  Random random(4);
  compare<std::uint64_t>(
      {"to_single",
       [](auto& x, auto r, auto& f) -> std::uint64_t { return soft::to_single(x[0], r, f); },
       [](auto& x, auto r, auto& f) -> std::uint64_t { return to_single(x[0], r, f); }},
      random);
  compare<std::uint32_t>(
      {"to_double",
       [](auto& x, auto, auto& f) -> std::uint64_t { return soft::to_double(x[0], f); },
       [](auto& x, auto, auto& f) -> std::uint64_t { return to_double(x[0], f); }},
      random);
}
