// The x87 unit: arithmetic of 80 bits, and the stack, whose depth is found in the text.
#include "execution/extended.hpp"
#include "unit/isa/asm_testing.hpp"

#include <cstring>

using namespace stallscope;
using namespace stallscope::isa;
using namespace stallscope::isa::testing;
using x86::Extended;

namespace {

constexpr std::uint16_t kNearest = x86::kX87DefaultControl;
constexpr std::uint64_t kTop = 1ULL << 63;

std::uint64_t rax_of(std::string_view text) {
  Environment environment;
  environment.undeclared = Undeclared::zero;
  const ReferenceRun run = run_reference(assembled(Isa::x86, text), environment, 1000);
  INFO(text);
  CHECK(run.trap == Trap::end);
  return run.state.regs[x86::kRax];
}

} // namespace

TEST_CASE("x87: numbers of 80 bits are rounded once, as the control word says") {
  const Extended one = x86::extended_of_integer(1);
  const Extended three = x86::extended_of_integer(3);
  // 1/3 = 0.0101...b: 64 digits from the first one on end with ...0101|01: down to nearest.
  CHECK(x86::extended_quotient(one, three, kNearest) == Extended{0xaaaaaaaaaaaaaaab, 0x3ffd});
  CHECK(x86::extended_quotient(one, three, kNearest | 0xc00) ==
        Extended{0xaaaaaaaaaaaaaaaa, 0x3ffd});
  CHECK(x86::extended_sum(one, one, kNearest) == x86::extended_of_integer(2));
  CHECK(x86::extended_difference(one, one, kNearest) == Extended{});
  CHECK(x86::extended_difference(one, one, kNearest | 0x400) == Extended{0, 0x8000}); // down: -0
  // 1 + 2^-64 is half way between 1 and its neighbour: to even.
  CHECK(x86::extended_sum(one, {kTop, 0x3fff - 64}, kNearest) == one);
  CHECK(x86::extended_sum(one, {kTop, 0x3fff - 64}, kNearest | 0x800) ==
        Extended{kTop | 1, 0x3fff});
  CHECK(x86::extended_root(x86::extended_of_integer(2), kNearest) ==
        Extended{0xb504f333f9de6484, 0x3fff});
  CHECK(x86::extended_product(x86::extended_of_integer(-5), three, kNearest) ==
        x86::extended_of_integer(-15));
  CHECK(x86::real_of_extended(3, x86::extended_quotient(one, three, kNearest), kNearest) ==
        0x3fd5555555555555);
  CHECK(x86::integer_of_extended(2, x86::extended_of_real(3, 0xc004000000000000), kNearest) ==
        0xfffffffe); // -2.5 to even
  CHECK(x86::integer_of_extended(2, x86::extended_of_real(3, 0x41f0000000000000), kNearest) ==
        0x80000000); // does not fit
}

TEST_CASE("x87: loads, sums and stores on the stack") {
  const std::string data = "\nret\n.data\na: .double 1.5\nb: .double 0.25\nr: .quad 0";
  CHECK(rax_of("fldl a(%rip)\nfldl b(%rip)\nfaddp\nfstpl r(%rip)\nmovq r(%rip), %rax" + data) ==
        0x3ffc000000000000); // 1.75
  CHECK(rax_of("fldl a(%rip)\nfsubl b(%rip)\nfstpl r(%rip)\nmovq r(%rip), %rax" + data) ==
        0x3ff4000000000000); // 1.25
  CHECK(rax_of("fldl a(%rip)\nfldl b(%rip)\nfxch %st(1)\nfdivp %st, %st(1)\nfstpl r(%rip)\n"
               "movq r(%rip), %rax" +
               data) == 0x4018000000000000); // AT&T's fdivp divides the top: 1.5 / 0.25
  CHECK(
      rax_of("fld qword ptr a[rip]\nfld qword ptr b[rip]\nfdivp st(1), st\nfstp qword ptr r[rip]\n"
             "mov rax, r[rip]" +
             data) == 0x4018000000000000); // Intel's the register below
  CHECK(rax_of("fld1\nfldz\nfcomip %st(1), %st\nfstp %st(0)\nsetb %al\nmovzbl %al, %eax" + data) ==
        1);
  CHECK(rax_of("fld1\nfldz\nfucompp\nfnstsw %ax\nandl $0x4500, %eax" + data) == 0x100);
  CHECK(rax_of("fldl a(%rip)\nfisttpll r(%rip)\nmovq r(%rip), %rax" + data) == 1);
  CHECK(rax_of("fldl a(%rip)\nfistpll r(%rip)\nmovq r(%rip), %rax" + data) == 2);
  CHECK(rax_of("fldpi\nfstpt -16(%rsp)\nfldt -16(%rsp)\nfstpt -32(%rsp)\nmovzwl -24(%rsp), %eax" +
               data) == 0x4000);
  CHECK(rax_of("fnstcw -8(%rsp)\nmovzwl -8(%rsp), %eax" + data) == 0x37f);
}

TEST_CASE("x87: functions leave their result on the stack") {
  const std::string f = "f: movl $21, -8(%rsp)\nfildl -8(%rsp)\nret";
  CHECK(rax_of("call f\nfstpl -24(%rsp)\ncall f\nfaddl -24(%rsp)\nfistpl -8(%rsp)\n"
               "movl -8(%rsp), %eax\nret\n" +
               f) == 42);
  // Nothing stays there over a call, as the called function may want all of it.
  CHECK(problems(Isa::x86, "call f\ncall f\nfaddp\nret\n" + f).size() == 1);
}

TEST_CASE("x87: a snippet takes zeros from the stack; a depth that is not known is refused") {
  CHECK(rax_of("fld1\nfaddp %st, %st(1)\nfistpl -8(%rsp)\nmovl -8(%rsp), %eax\nret") == 1);
  const std::vector<std::string> all =
      problems(Isa::x86, "testl %eax, %eax\nje .L\nfld1\n.L: fldz\nfaddp\nret");
  REQUIRE(all.size() == 1);
  CHECK(all[0].find("the x87 stack holds") != std::string::npos);
  CHECK(problems(Isa::x86, ".L: fld1\njmp .L").size() == 1);
  CHECK(problems(Isa::x86, "fsin").at(0).find("is not in the subset") != std::string::npos);
  CHECK(problems(Isa::x86, "fldl %eax").size() == 1);
  CHECK(problems(Isa::x86, "fadd %st(1), %st(2)").size() == 1);
  CHECK(problems(Isa::x86, "fld %st(8)").size() == 1);
}

#if defined(__x86_64__) && defined(__GNUC__)
namespace {

Extended random_number(std::uint64_t (*next)()) {
  Extended e;
  e.significand = next() | kTop;
  const std::uint64_t kind = next() % 8;
  std::uint64_t field = 16383 - 70 + next() % 140;
  if (kind == 0)
    field = next() % 70;
  else if (kind == 1)
    field = 32766 - next() % 70;
  else if (kind == 2)
    field = 32767;
  else if (kind == 3)
    e.significand &= ~0ULL << (next() % 64);
  if (kind == 2 && next() % 2 == 0)
    e.significand = kTop;
  if (field == 0)
    e.significand = (e.significand & ~kTop) >> (next() % 64);
  e.upper = static_cast<std::uint16_t>(field | (next() % 2) << 15);
  return e;
}

long double in_host(const Extended& e) {
  long double x = 0;
  std::memcpy(&x, &e.significand, 8);
  std::memcpy(reinterpret_cast<char*>(&x) + 8, &e.upper, 2);
  return x;
}
Extended from_host(const long double& x) {
  Extended e;
  std::memcpy(&e.significand, &x, 8);
  std::memcpy(&e.upper, reinterpret_cast<const char*>(&x) + 8, 2);
  return e;
}

std::uint64_t next_random() {
  static std::uint64_t state = 0x9e3779b97f4a7c15;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

} // namespace

TEST_CASE("x87: arithmetic is the processor's, bit for bit") {
  for (int round = 0; round < 40'000; ++round) {
    const Extended a = random_number(next_random);
    const Extended b = random_number(next_random);
    static constexpr std::uint16_t kPrecisions[] = {0x300, 0x300, 0x200, 0x000};
    const auto control = static_cast<std::uint16_t>(0x7f | kPrecisions[next_random() % 4] |
                                                    (next_random() % 4) << 10);
    const long double x = in_host(a);
    const long double y = in_host(b);
    long double sum = 0;
    long double difference = 0;
    long double product = 0;
    long double quotient = 0;
    long double root = 0;
    long double whole = 0;
    double narrow = 0;
    std::int32_t integer = 0;
    const std::uint16_t usual = kNearest;
    __asm__ volatile("fldcw %0" : : "m"(control));
    __asm__ volatile("fldt %1\nfldt %2\nfaddp\nfstpt %0" : "=m"(sum) : "m"(x), "m"(y));
    __asm__ volatile("fldt %1\nfldt %2\nfsubrp\nfstpt %0" : "=m"(difference) : "m"(x), "m"(y));
    __asm__ volatile("fldt %1\nfldt %2\nfmulp\nfstpt %0" : "=m"(product) : "m"(x), "m"(y));
    __asm__ volatile("fldt %1\nfldt %2\nfdivrp\nfstpt %0" : "=m"(quotient) : "m"(x), "m"(y));
    __asm__ volatile("fldt %1\nfsqrt\nfstpt %0" : "=m"(root) : "m"(x));
    __asm__ volatile("fldt %1\nfrndint\nfstpt %0" : "=m"(whole) : "m"(x));
    __asm__ volatile("fldt %1\nfstpl %0" : "=m"(narrow) : "m"(x));
    __asm__ volatile("fldt %1\nfistpl %0" : "=m"(integer) : "m"(x));
    __asm__ volatile("fldcw %0" : : "m"(usual));
    std::uint64_t narrow_bits = 0;
    std::memcpy(&narrow_bits, &narrow, sizeof narrow);
    const bool same =
        x86::extended_sum(a, b, control) == from_host(sum) &&
        x86::extended_difference(a, b, control) == from_host(difference) &&
        x86::extended_product(a, b, control) == from_host(product) &&
        x86::extended_quotient(a, b, control) == from_host(quotient) &&
        x86::extended_root(a, control) == from_host(root) &&
        x86::extended_whole(a, control) == from_host(whole) &&
        x86::real_of_extended(3, a, control) == narrow_bits &&
        x86::integer_of_extended(2, a, control) == static_cast<std::uint32_t>(integer);
    INFO(std::hex << control << " " << a.upper << " " << a.significand << " " << b.upper << " "
                  << b.significand);
    if (!same)
      CHECK(same);
  }
}
#endif
