// Functions that compilers call of their own library, against the host's arithmetic.
#include "unit/isa/asm/calling_conventions.hpp"
#include "unit/isa/asm_testing.hpp"

#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;

namespace {

bool same(U128 a, U128 b, char type) {
  if (type == 'f' && std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(b))))
    return std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(a)));
  if (type == 'd' && std::isnan(std::bit_cast<double>(static_cast<std::uint64_t>(b))))
    return std::isnan(std::bit_cast<double>(static_cast<std::uint64_t>(a)));
  return a == b;
}

std::vector<U128> operands(char type, std::mt19937_64& random) {
  std::vector<U128> all;
  const auto add = [&all](auto... values) { (all.push_back(static_cast<U128>(values)), ...); };
  if (type == 'f') {
    add(0U, 0x80000000U, 1U, 0x3f800000U, 0xbf800000U, 0x7f800000U, 0xff800000U, 0x7fc00000U,
        0x7f7fffffU, 0x00800000U, 0x007fffffU, 0x4b000001U, 0x3f800001U, 0xcf000000U, 0x4f7fffffU);
  } else if (type == 'd') {
    for (const double x : {0.0,
                           -0.0,
                           1.0,
                           -1.0,
                           0.5,
                           3.0,
                           1e300,
                           -1e-300,
                           5e-324,
                           2.2e-308,
                           1.7976931348623157e308,
                           4294967295.0,
                           -2147483648.0,
                           1e19,
                           -9.3e18,
                           1.401298464324817e-45,
                           7e-46,
                           3.4028235677973366e38,
                           std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN()})
      add(std::bit_cast<std::uint64_t>(x));
  } else {
    const unsigned width = width_of(type);
    for (const unsigned n : {0U, 1U, 7U, 15U, 16U, 31U, 32U, 33U, 62U, 63U, 64U, 100U, 127U})
      if (n < width)
        add(U128{1} << n, (U128{1} << n) - 1, ~(U128{1} << n), U128{0} - (U128{1} << n));
  }
  for (int i = 0; i < 24; ++i) {
    const U128 value = U128{random()} << 64 | random();
    add(is_float(type) ? value : value >> (random() % width_of(type)));
    if (is_float(type)) // exponents near each other's
      add(type == 'f' ? (value & 0x80ffffff) | 0x3f000000
                      : (value & 0x800fffffffffffff) | (U128{0x3f0} + random() % 64) << 52);
  }
  for (U128& one : all)
    one = masked(one, width_of(type));
  return all;
}

void check(const Target& target, const std::vector<Operation>& operations) {
  std::mt19937_64 random(34);
  for (const Operation& operation : operations) {
    const std::string text = fmt::format(fmt::runtime(target.text), operation.name);
    const Result<Program> assembled_text =
        attempt(target.isa, text, with_xlen(target.isa == Isa::riscv ? target.xlen : 0));
    INFO(target.name << ": " << operation.name << "\n" << format(assembled_text.diagnostics()));
    REQUIRE(assembled_text.ok());
    CHECK(assembled_text.diagnostics().empty());
    Program program = *assembled_text;
    const std::vector<InitialRegister> initial = program.initial_registers;
    const bool unary = operation.arguments[1] == 0;
    const bool shifts = std::string_view(operation.arguments) == "li";
    for (const U128 a : operands(operation.arguments[0], random))
      for (U128 b : unary ? std::vector<U128>{0} : operands(operation.arguments[1], random)) {
        if (random() % 3 != 0 && !unary)
          continue;
        const bool divides = std::string_view(operation.name).find("div") != std::string::npos ||
                             std::string_view(operation.name).find("mod") != std::string::npos;
        if (divides && !is_float(operation.arguments[0]) && b == 0)
          continue;
        const std::string_view name = operation.name;
        const bool of_zero = name.starts_with("__c") && name.find("z") != std::string::npos;
        if (of_zero && a == 0)
          continue;
        if (shifts)
          b &= 63;
        program.initial_registers = initial;
        for (const InitialRegister& one : registers_for(target, operation, {a, b}))
          program.initial_registers.push_back(one);
        const ReferenceRun run = run_reference(program, {}, 100'000);
        const U128 result = result_of(target, operation, run.state);
        const U128 expected = masked(operation.value(a, b), width_of(operation.result));
        const auto print = [](U128 x) {
          return fmt::format("{:#x}'{:016x}", static_cast<std::uint64_t>(x >> 64),
                             static_cast<std::uint64_t>(x));
        };
        if (!same(result, expected, operation.result)) {
          INFO(print(a) << " " << print(b) << ": " << print(result) << ", not " << print(expected));
          REQUIRE(same(result, expected, operation.result));
        }
      }
  }
}

template <class T> T cut(U128 x) {
  return static_cast<T>(x);
}
using I32 = std::int32_t;
using U32 = std::uint32_t;
using I64 = std::int64_t;
using U64 = std::uint64_t;

template <class S, class U> std::vector<Operation> divisions(const std::string& mode, char type) {
  static std::vector<std::string> names; // what the operations' names point to
  names.reserve(64);
  const auto named = [&](const char* name) {
    names.push_back(std::string("__") + name + mode + "3");
    return names.back().c_str();
  };
  const char* const two = type == 'i' ? "ii" : type == 'l' ? "ll" : "tt";
  return {
      {named("udiv"), two, type,
       [](U128 a, U128 b) { return U128{static_cast<U>(cut<U>(a) / cut<U>(b))}; }},
      {named("umod"), two, type,
       [](U128 a, U128 b) { return U128{static_cast<U>(cut<U>(a) % cut<U>(b))}; }},
      {named("div"), two, type,
       [](U128 a, U128 b) {
         return cut<S>(b) == -1 ? U128{0} - a : static_cast<U128>(cut<S>(a) / cut<S>(b));
       }},
      {named("mod"), two, type,
       [](U128 a, U128 b) {
         return cut<S>(b) == -1 ? U128{0} : static_cast<U128>(cut<S>(a) % cut<S>(b));
       }},
      {named("mul"), two, type, [](U128 a, U128 b) { return a * b; }},
  };
}

const std::vector<Operation>& integers() {
  static const std::vector<Operation> all{
      {"__ashldi3", "li", 'l', [](U128 a, U128 n) { return a << n; }},
      {"__lshrdi3", "li", 'l', [](U128 a, U128 n) { return a >> n; }},
      {"__ashrdi3", "li", 'l',
       [](U128 a, U128 n) { return static_cast<U128>(cut<I64>(a) >> cut<int>(n)); }},
      {"__negdi2", "l", 'l', [](U128 a, U128) { return U128{0} - a; }},
      {"__cmpdi2", "ll", 'i',
       [](U128 a, U128 b) {
         return static_cast<U128>((cut<I64>(a) > cut<I64>(b)) - (cut<I64>(a) < cut<I64>(b)) + 1);
       }},
      {"__ucmpdi2", "ll", 'i',
       [](U128 a, U128 b) { return static_cast<U128>((a > b) - (a < b) + 1); }},
  };
  return all;
}

const std::vector<Operation>& bits() {
  static const std::vector<Operation> all{
      {"__clzsi2", "i", 'i', [](U128 a, U128) { return U128(std::countl_zero(cut<U32>(a))); }},
      {"__clzdi2", "l", 'i', [](U128 a, U128) { return U128(std::countl_zero(cut<U64>(a))); }},
      {"__ctzsi2", "i", 'i', [](U128 a, U128) { return U128(std::countr_zero(cut<U32>(a))); }},
      {"__ctzdi2", "l", 'i', [](U128 a, U128) { return U128(std::countr_zero(cut<U64>(a))); }},
      {"__ffssi2", "i", 'i',
       [](U128 a, U128) { return U128(a == 0 ? 0 : 1 + std::countr_zero(cut<U32>(a))); }},
      {"__ffsdi2", "l", 'i',
       [](U128 a, U128) { return U128(a == 0 ? 0 : 1 + std::countr_zero(cut<U64>(a))); }},
      {"__popcountsi2", "i", 'i', [](U128 a, U128) { return U128(std::popcount(cut<U32>(a))); }},
      {"__popcountdi2", "l", 'i', [](U128 a, U128) { return U128(std::popcount(cut<U64>(a))); }},
      {"__paritysi2", "i", 'i', [](U128 a, U128) { return U128(std::popcount(cut<U32>(a)) & 1); }},
      {"__paritydi2", "l", 'i', [](U128 a, U128) { return U128(std::popcount(cut<U64>(a)) & 1); }},
      {"__bswapsi2", "i", 'i', [](U128 a, U128) { return U128(__builtin_bswap32(cut<U32>(a))); }},
      {"__bswapdi2", "l", 'l', [](U128 a, U128) { return U128(__builtin_bswap64(cut<U64>(a))); }},
      {"__clrsbsi2", "i", 'i', [](U128 a, U128) { return U128(__builtin_clrsb(cut<I32>(a))); }},
      {"__clrsbdi2", "l", 'i', [](U128 a, U128) { return U128(__builtin_clrsbll(cut<I64>(a))); }},
  };
  return all;
}

float single(U128 a) {
  return std::bit_cast<float>(cut<U32>(a));
}
double real(U128 a) {
  return std::bit_cast<double>(cut<U64>(a));
}
U128 of(float a) {
  return std::bit_cast<U32>(a);
}
U128 of(double a) {
  return std::bit_cast<U64>(a);
}
/// The nearest integer there is towards zero.
template <class T> U128 whole(double a) {
  constexpr double kLow = static_cast<double>(std::numeric_limits<T>::min());
  const double high = std::ldexp(1.0, std::numeric_limits<T>::digits);
  if (std::isnan(a)) // by its sign, as an infinity
    a = std::signbit(a) ? -INFINITY : INFINITY;
  return static_cast<U128>(a <= kLow   ? std::numeric_limits<T>::min()
                           : a >= high ? std::numeric_limits<T>::max()
                                       : static_cast<T>(a));
}

const std::vector<Operation>& floats() {
  static const std::vector<Operation> all{
      {"__addsf3", "ff", 'f', [](U128 a, U128 b) { return of(single(a) + single(b)); }},
      {"__subsf3", "ff", 'f', [](U128 a, U128 b) { return of(single(a) - single(b)); }},
      {"__mulsf3", "ff", 'f', [](U128 a, U128 b) { return of(single(a) * single(b)); }},
      {"__divsf3", "ff", 'f', [](U128 a, U128 b) { return of(single(a) / single(b)); }},
      {"__negsf2", "f", 'f', [](U128 a, U128) { return of(-single(a)); }},
      {"__adddf3", "dd", 'd', [](U128 a, U128 b) { return of(real(a) + real(b)); }},
      {"__subdf3", "dd", 'd', [](U128 a, U128 b) { return of(real(a) - real(b)); }},
      {"__muldf3", "dd", 'd', [](U128 a, U128 b) { return of(real(a) * real(b)); }},
      {"__divdf3", "dd", 'd', [](U128 a, U128 b) { return of(real(a) / real(b)); }},
      {"__negdf2", "d", 'd', [](U128 a, U128) { return of(-real(a)); }},
      {"__extendsfdf2", "f", 'd', [](U128 a, U128) { return of(double{single(a)}); }},
      {"__truncdfsf2", "d", 'f', [](U128 a, U128) { return of(static_cast<float>(real(a))); }},
      {"__floatsisf", "i", 'f', [](U128 a, U128) { return of(static_cast<float>(cut<I32>(a))); }},
      {"__floatunsisf", "i", 'f', [](U128 a, U128) { return of(static_cast<float>(cut<U32>(a))); }},
      {"__floatsidf", "i", 'd', [](U128 a, U128) { return of(double{1} * cut<I32>(a)); }},
      {"__floatunsidf", "i", 'd', [](U128 a, U128) { return of(double{1} * cut<U32>(a)); }},
      {"__fixsfsi", "f", 'i', [](U128 a, U128) { return whole<I32>(single(a)); }},
      {"__fixdfsi", "d", 'i', [](U128 a, U128) { return whole<I32>(real(a)); }},
      {"__fixunssfsi", "f", 'i', [](U128 a, U128) { return whole<U32>(single(a)); }},
      {"__fixunsdfsi", "d", 'i', [](U128 a, U128) { return whole<U32>(real(a)); }},
  };
  return all;
}

const std::vector<Operation>& wide_conversions() {
  static const std::vector<Operation> all{
      {"__floatdisf", "l", 'f', [](U128 a, U128) { return of(static_cast<float>(cut<I64>(a))); }},
      {"__floatundisf", "l", 'f', [](U128 a, U128) { return of(static_cast<float>(cut<U64>(a))); }},
      {"__floatdidf", "l", 'd', [](U128 a, U128) { return of(static_cast<double>(cut<I64>(a))); }},
      {"__floatundidf", "l", 'd',
       [](U128 a, U128) { return of(static_cast<double>(cut<U64>(a))); }},
      {"__fixsfdi", "f", 'l', [](U128 a, U128) { return whole<I64>(single(a)); }},
      {"__fixdfdi", "d", 'l', [](U128 a, U128) { return whole<I64>(real(a)); }},
      {"__fixunssfdi", "f", 'l', [](U128 a, U128) { return whole<U64>(single(a)); }},
      {"__fixunsdfdi", "d", 'l', [](U128 a, U128) { return whole<U64>(real(a)); }},
  };
  return all;
}

} // namespace

TEST_CASE("libgcc: integers, on every kind of processor") {
  for (const Target& target : targets()) {
    if (target.hard)
      continue;
    check(target, divisions<I32, U32>("si", 'i'));
    check(target, divisions<I64, U64>("di", 'l'));
    if (target.word == 32)
      check(target, integers());
    check(target, bits());
    if (target.word == 64)
      check(target, divisions<I128, U128>("ti", 't'));
  }
}

TEST_CASE("libgcc: floating point in integer registers") {
  for (const Target& target : targets())
    if (!target.hard) {
      check(target, floats());
      check(target, wide_conversions());
    }
}

TEST_CASE("libgcc: comparisons say below, at and above 0, and unordered") {
  struct Expected {
    const char* name;
    int less, equal, greater, unordered;
  };
  const auto value = [](const Expected& e, double a, double b) {
    return static_cast<U128>(std::isnan(a) || std::isnan(b) ? e.unordered
                             : a < b                        ? e.less
                             : a > b                        ? e.greater
                                                            : e.equal);
  };
  for (const char* mode : {"sf2", "df2"})
    for (const Expected& e : {Expected{"__eq", -1, 0, 1, 1},
                              {"__ne", -1, 0, 1, 1},
                              {"__lt", -1, 0, 1, 1},
                              {"__le", -1, 0, 1, 1},
                              {"__gt", -1, 0, 1, -1},
                              {"__ge", -1, 0, 1, -1},
                              {"__unord", 0, 0, 0, 1}}) {
      const std::string name = std::string(e.name) + mode;
      const bool narrow = mode[0] == 's';
      for (const Target& target : targets())
        if (!target.hard)
          check(target, {{name.c_str(), narrow ? "ff" : "dd", 'i', [&](U128 a, U128 b) {
                            return narrow ? value(e, single(a), single(b))
                                          : value(e, real(a), real(b));
                          }}});
    }
}

TEST_CASE("libgcc: conversions of 64 bits in floating-point registers") {
  for (const Target& target : targets())
    if (target.hard)
      check(target, wide_conversions());
}

TEST_CASE("libgcc: 64 bits on MIPS64, 128 bits on x86-64") {
  const std::vector<RegId> m{4, 5, 6, 7};
  check(
      {"mips64", Isa::mips, 64, 64, false, false, "daddu $8,$8,$9\njal {}\nnop\n", m, {2, 3}, 0, 0},
      bits());
  check({"x86-64",
         Isa::x86,
         64,
         64,
         false,
         false,
         "subq $8,%rsp\ncall {}\naddq $8,%rsp\nret\n",
         {x86::kRdi, x86::kRsi, x86::kRdx, x86::kRcx},
         {x86::kRax, x86::kRdx},
         0,
         0},
        divisions<I128, U128>("ti", 't'));
}

TEST_CASE("libgcc: places of bits in x86 code of 32 bits") {
  const auto eax = [](const char* call) {
    const std::string text =
        fmt::format(".code32\npushl $1\npushl $0\ncall {}\naddl $8, %esp\nret\n", call);
    return run_to_end(assembled(Isa::x86, text)).regs[x86::kRax] & 0xffffffff;
  };
  CHECK(eax("__ctzdi2") == 32);
  CHECK(eax("__clzdi2") == 31);
  CHECK(eax("__ffsdi2") == 33);
  CHECK(eax("__bswapdi2") == 0x01000000);
}

TEST_CASE("libgcc: which word of a pair comes first is told by the text, or assumed and said") {
  // 7 * 2^32 + 0x61c468fc, divided by 2^33 - 1
  const auto quotient = [](const char* text) {
    const ArchState end = run_to_end(assembled(Isa::mips, text));
    return std::pair{end.regs[2], end.regs[3]};
  };
  CHECK(quotient("lui $8,25028\nori $5,$8,26876\naddiu $4,$zero,7\nli $6,1\nli $7,-1\n"
                 "jal __udivdi3\n") == std::pair<U64, U64>{0, 3});
  CHECK(quotient("lui $8,25028\nori $4,$8,26876\naddiu $5,$zero,7\nli $7,1\nli $6,-1\n"
                 "sra $3,$2,31\njal __udivdi3\n") == std::pair<U64, U64>{3, 0});
  // 2.0 * 3.0, whose low words are zeros
  CHECK(quotient("lui $5,16384\nmove $4,$0\nlui $7,16392\naddiu $6,$zero,0\njal __muldf3\n") ==
        std::pair<U64, U64>{0, 0x40180000});
  CHECK(quotient("lui $4,16384\nmove $5,$0\nlui $6,16392\naddiu $7,$zero,0\njal __muldf3\n") ==
        std::pair<U64, U64>{0x40180000, 0});
  const Result<Program> assumed = attempt(Isa::mips, "jal __udivdi3\nmove $8,$2\n");
  REQUIRE(assumed.diagnostics().size() == 1);
  CHECK(assumed.diagnostics()[0].message.find("the low word is taken to come first") !=
        std::string::npos);
}

TEST_CASE("libgcc: a function of the text's own is called, not ours; what is unknown returns 0") {
  const Program own = assembled(Isa::riscv, "li a0,6\nli a1,7\ncall __mulsi3\nli a7,10\necall\n"
                                            "__mulsi3:\nli a0,1\nret\n");
  CHECK(run_to_end(own).regs[10] == 1);
  const Result<Program> none = attempt(Isa::riscv, "li a0,6\ncall __addtf3\nret\n");
  REQUIRE(none.ok());
  CHECK(format(none.diagnostics()).find("does nothing and returns 0") != std::string::npos);
}
