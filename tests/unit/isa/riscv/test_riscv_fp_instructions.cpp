#include "isa/riscv_code.hpp"
#include "unit/isa/machine_code.hpp"

using namespace machine_code;

// Instructions of F and D as the executor carries them out: register files, NaN boxing, rounding
// modes from the instruction and from frm, flags. What the arithmetic gives is tested with it.

namespace {

constexpr std::uint64_t kBox = 0xffffffff00000000ULL;
constexpr std::uint64_t kOne = kBox | 0x3f800000;   // 1.0f
constexpr std::uint64_t kTwo = kBox | 0x40000000;   // 2.0f
constexpr std::uint64_t kThree = kBox | 0x40400000; // 3.0f
constexpr std::uint64_t kNan = kBox | 0x7fc00000;
constexpr std::uint64_t kOneD = 0x3ff0000000000000ULL;
constexpr std::uint64_t kTwoD = 0x4000000000000000ULL;
constexpr std::uint64_t kThreeD = 0x4008000000000000ULL;
constexpr std::uint64_t kSignD = 1ULL << 63;
constexpr std::uint64_t kInexact = 1;
constexpr std::uint64_t kDivideByZero = 8;
constexpr std::uint64_t kInvalid = 16;

struct Outcome {
  std::uint64_t integer, fp, fcsr;
  Trap trap;
};

/// Sources f1, f2, f3 and x1; results f4 and x4.
Outcome run(std::string_view mnemonic, std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0,
            std::optional<std::uint8_t> rounding = {}, std::uint64_t fcsr = 0,
            std::uint64_t x1 = 0) {
  INFO(mnemonic);
  std::optional<std::uint32_t> bits;
  for (const RegId rd : {RegId{4}, static_cast<RegId>(kFirstFpRegister + 4)})
    for (const RegId rs1 : {RegId{1}, static_cast<RegId>(kFirstFpRegister + 1)})
      if (!bits)
        bits = encode_riscv(mnemonic,
                            {.rd = rd,
                             .rs1 = rs1,
                             .rs2 = kFirstFpRegister + 2,
                             .rs3 = kFirstFpRegister + 3,
                             .rounding = rounding},
                            64);
  REQUIRE(bits.has_value());
  const Program p = program(Isa::riscv, {decode_riscv(*bits, kCode, 64)});
  ArchState state = initial_state(p);
  state.regs[1] = x1;
  state.regs[kFirstFpRegister + 1] = a;
  state.regs[kFirstFpRegister + 2] = b;
  state.regs[kFirstFpRegister + 3] = c;
  state.regs[riscv::kFcsr] = fcsr;
  const Effect effect = execute(p, state, {}, 1);
  if (effect.trap == Trap::none)
    CHECK(effect.result == (state.regs[4] | state.regs[kFirstFpRegister + 4]));
  return {state.regs[4], state.regs[kFirstFpRegister + 4], state.regs[riscv::kFcsr], effect.trap};
}
std::uint64_t from_x(std::string_view mnemonic, std::uint64_t x1) {
  return run(mnemonic, 0, 0, 0, {}, 0, x1).fp;
}

} // namespace

TEST_CASE("riscv fp: arithmetic of both widths") {
  CHECK(run("fadd.s", kOne, kTwo).fp == kThree);
  CHECK(run("fsub.s", kThree, kTwo).fp == kOne);
  CHECK(run("fmul.s", kOne, kTwo).fp == kTwo);
  CHECK(run("fdiv.s", kTwo, kOne).fp == kTwo);
  CHECK(run("fsqrt.s", kBox | 0x40800000).fp == kTwo); // sqrt(4)
  CHECK(run("fadd.d", kOneD, kTwoD).fp == kThreeD);
  CHECK(run("fsub.d", kThreeD, kTwoD).fp == kOneD);
  CHECK(run("fmul.d", kOneD, kTwoD).fp == kTwoD);
  CHECK(run("fdiv.d", kTwoD, kOneD).fp == kTwoD);
  CHECK(run("fsqrt.d", 0x4010000000000000ULL).fp == kTwoD);
}

TEST_CASE("riscv fp: the four fused products differ in their signs") {
  const std::uint64_t five = 0x4014000000000000ULL;
  const std::uint64_t seven = 0x401c000000000000ULL;
  CHECK(run("fmadd.d", kTwoD, kThreeD, kOneD).fp == seven);             // 2 * 3 + 1
  CHECK(run("fmsub.d", kTwoD, kThreeD, kOneD).fp == five);              // 2 * 3 - 1
  CHECK(run("fnmsub.d", kTwoD, kThreeD, kOneD).fp == (five | kSignD));  // -(2 * 3) + 1
  CHECK(run("fnmadd.d", kTwoD, kThreeD, kOneD).fp == (seven | kSignD)); // -(2 * 3) - 1
  const std::uint64_t five_s = kBox | 0x40a00000;
  const std::uint64_t seven_s = kBox | 0x40e00000;
  CHECK(run("fmadd.s", kTwo, kThree, kOne).fp == seven_s);
  CHECK(run("fmsub.s", kTwo, kThree, kOne).fp == five_s);
  CHECK(run("fnmsub.s", kTwo, kThree, kOne).fp == (five_s | 0x80000000));
  CHECK(run("fnmadd.s", kTwo, kThree, kOne).fp == (seven_s | 0x80000000));
}

TEST_CASE("riscv fp: a single that is not boxed reads as NaN, except where bits are moved") {
  CHECK(run("fadd.s", 0x3f800000, kOne).fp == kNan);
  CHECK(run("fsgnj.s", 0x3f800000, kOne).fp == kNan);
  CHECK(run("fclass.s", 0x3f800000).integer == 1U << 9); // a quiet NaN
  CHECK(run("fcvt.d.s", 0x3f800000).fp == 0x7ff8000000000000ULL);
  CHECK(run("fmv.x.w", 0x3f800000).integer == 0x3f800000);
  CHECK(run("fmv.x.w", 0xbf800000).integer == 0xffffffffbf800000ULL);
}

TEST_CASE("riscv fp: signs, minimum, maximum, comparisons, classes") {
  const std::uint64_t minus = kBox | 0xbf800000;
  CHECK(run("fsgnj.s", kOne, minus).fp == minus);
  CHECK(run("fsgnjn.s", kOne, kTwo).fp == minus);
  CHECK(run("fsgnjx.s", minus, minus).fp == kOne);
  CHECK(run("fsgnj.d", kOneD, kSignD).fp == (kOneD | kSignD));
  CHECK(run("fsgnjn.d", kOneD, kSignD).fp == kOneD);
  CHECK(run("fsgnjx.d", kOneD, kSignD).fp == (kOneD | kSignD));
  CHECK(run("fmin.s", minus, kOne).fp == minus);
  CHECK(run("fmax.s", minus, kOne).fp == kOne);
  CHECK(run("fmin.d", kSignD, 0).fp == kSignD); // -0 below +0
  CHECK(run("fmax.d", kSignD, 0).fp == 0);
  CHECK(run("feq.s", kOne, kOne).integer == 1);
  CHECK(run("flt.s", kOne, kTwo).integer == 1);
  CHECK(run("fle.s", kTwo, kOne).integer == 0);
  CHECK(run("feq.d", 0, kSignD).integer == 1);
  CHECK(run("flt.d", kOneD, kTwoD).integer == 1);
  CHECK(run("fle.d", kOneD, kOneD).integer == 1);
  CHECK(run("flt.d", 0x7ff8000000000000ULL, kOneD).fcsr == kInvalid);
  CHECK(run("feq.d", 0x7ff8000000000000ULL, kOneD).fcsr == 0);
  CHECK(run("fclass.d", kSignD).integer == 1U << 3); // -0
}

TEST_CASE("riscv fp: conversions in both directions and all widths") {
  const std::uint64_t minus_d = kOneD | kSignD;
  CHECK(run("fcvt.w.d", minus_d).integer == ~0ULL);
  CHECK(run("fcvt.wu.d", 0x41efffffffe00000ULL).integer == ~0ULL); // 2^32 - 1, sign-extended
  CHECK(run("fcvt.l.d", minus_d).integer == ~0ULL);
  CHECK(run("fcvt.lu.d", minus_d).integer == 0);
  CHECK(run("fcvt.lu.d", minus_d).fcsr == kInvalid);
  CHECK(run("fcvt.w.s", kTwo).integer == 2);
  CHECK(run("fcvt.wu.s", kTwo).integer == 2);
  CHECK(run("fcvt.l.s", kTwo).integer == 2);
  CHECK(run("fcvt.lu.s", kTwo).integer == 2);
  CHECK(from_x("fcvt.d.w", 0x12345678ffffffffULL) == minus_d); // the low half is -1
  CHECK(from_x("fcvt.d.wu", ~0ULL) == 0x41efffffffe00000ULL);
  CHECK(from_x("fcvt.d.l", ~0ULL) == minus_d);
  CHECK(from_x("fcvt.d.lu", kSignD) == 0x43e0000000000000ULL); // 2^63
  CHECK(from_x("fcvt.s.w", 2) == kTwo);
  CHECK(from_x("fcvt.s.wu", 2) == kTwo);
  CHECK(from_x("fcvt.s.l", 2) == kTwo);
  CHECK(from_x("fcvt.s.lu", 2) == kTwo);
  CHECK(run("fcvt.s.d", kTwoD).fp == kTwo);
  CHECK(run("fcvt.d.s", kTwo).fp == kTwoD);
  CHECK(from_x("fmv.w.x", 0x1234567840000000ULL) == kTwo);
  CHECK(from_x("fmv.d.x", kTwoD) == kTwoD);
  CHECK(run("fmv.x.d", kTwoD).integer == kTwoD);
}

TEST_CASE("riscv fp: 2.5 becomes an integer in five ways, by instruction and by frm") {
  const std::uint64_t value = 0x4004000000000000ULL; // 2.5
  const std::uint64_t expected[] = {2, 2, 2, 3, 3};  // rne rtz rdn rup rmm
  for (std::uint8_t mode = 0; mode < 5; ++mode) {
    INFO(static_cast<int>(mode));
    const Outcome fixed = run("fcvt.w.d", value, 0, 0, mode, 7 << 5); // frm is not looked at
    CHECK(fixed.integer == expected[mode]);
    CHECK(fixed.fcsr == (7 << 5 | kInexact));
    const Outcome dynamic = run("fcvt.w.d", value, 0, 0, 7, static_cast<std::uint64_t>(mode) << 5);
    CHECK(dynamic.integer == expected[mode]);
  }
  CHECK(run("fcvt.w.d", value | kSignD, 0, 0, 2).integer == static_cast<std::uint64_t>(-3)); // rdn
}

TEST_CASE("riscv fp: a reserved mode in frm is an illegal instruction where it is asked for") {
  for (const std::uint64_t mode : {5, 6, 7}) {
    CHECK(run("fadd.d", kOneD, kOneD, 0, 7, mode << 5).trap == Trap::illegal);
    CHECK(run("fadd.d", kOneD, kOneD, 0, 7, mode << 5).fp == 0);
    CHECK(run("fadd.d", kOneD, kOneD, 0, 0, mode << 5).fp == kTwoD);
    CHECK(run("fsgnj.d", kOneD, kOneD, 0, {}, mode << 5).trap == Trap::none);
    CHECK(run("fmin.d", kOneD, kTwoD, 0, {}, mode << 5).fp == kOneD);
    CHECK(run("fmv.x.d", kOneD, 0, 0, {}, mode << 5).integer == kOneD);
  }
}

TEST_CASE("riscv fp: flags gather in fcsr and leave the rounding mode alone") {
  CHECK(run("fdiv.d", kOneD, 0).fcsr == kDivideByZero);
  CHECK(run("fdiv.d", kOneD, kThreeD).fcsr == kInexact);
  CHECK(run("fdiv.d", kOneD, 0, 0, 0, 3 << 5 | kInexact).fcsr ==
        (3 << 5 | kInexact | kDivideByZero));
  CHECK(run("fadd.d", kOneD, kOneD, 0, {}, kInvalid).fcsr == kInvalid);
}

TEST_CASE("riscv fp: flags are undone with the wrong path, and only logged when they change") {
  const auto bits = encode_riscv("fdiv.d", {.rd = 36, .rs1 = 33, .rs2 = 34}, 64);
  const Program p = program(Isa::riscv, {decode_riscv(*bits, kCode, 64)});
  ArchState state = initial_state(p);
  state.regs[33] = kOneD;
  state.regs[34] = kThreeD;
  const ArchState before = state;
  UndoLog log;
  execute_speculatively(p, state, {}, 1, log);
  CHECK(state.regs[riscv::kFcsr] == kInexact);
  CHECK(log.size() == 2);
  roll_back(state, log, 0);
  CHECK(state.regs == before.regs);
  state.regs[riscv::kFcsr] = kInexact;
  state.pc = kCode;
  execute_speculatively(p, state, {}, 1, log);
  CHECK(log.size() == 1);
}

TEST_CASE("riscv fp: loads box singles, stores take their low half") {
  const auto code = [](std::string_view mnemonic) {
    const auto bits = encode_riscv(mnemonic, {.rd = 36, .rs1 = 1, .rs2 = 36, .immediate = 8}, 64);
    return decode_riscv(bits.value(), kCode, 64);
  };
  const Program p = program(Isa::riscv, {code("flw"), code("fsd"), code("fld"), code("fsw")});
  ArchState state = initial_state(p);
  state.regs[1] = kData;
  state.memory.store(kData + 8, 8, 0x1111111140000000ULL);
  execute(p, state, {}, 1);
  CHECK(state.regs[36] == kTwo);
  execute(p, state, {}, 1);
  CHECK(state.memory.load(kData + 8, 8) == kTwo);
  state.memory.store(kData + 8, 8, 0x1111111140000000ULL);
  execute(p, state, {}, 1);
  CHECK(state.regs[36] == 0x1111111140000000ULL);
  state.memory.store(kData + 8, 8, 0);
  execute(p, state, {}, 1);
  CHECK(state.memory.load(kData + 8, 8) == 0x40000000);
}
