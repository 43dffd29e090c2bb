#include "unit/isa/machine_code.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <limits>

using namespace machine_code;

namespace {

constexpr std::uint64_t kMin64 = 1ULL << 63;
constexpr std::uint64_t kMax64 = kMin64 - 1;
constexpr std::uint64_t kMin32 = 0xffffffff80000000ULL; // as a register holds it
constexpr std::uint64_t kMax32 = 0x7fffffff;
constexpr std::uint64_t kMinus1 = ~0ULL;

struct Outcome {
  std::uint64_t rd;
  std::uint64_t rd2;
  Trap trap;
};

/// One instruction `op r3, r1, r2` with rd2 = r4; destinations hold 0x55 before. Also checks that
/// an immediate gives the same as a register.
Outcome run(Op op, std::uint64_t a, std::uint64_t b, Isa isa = Isa::mips) {
  Instruction i = three(op, 3, 1, 2);
  i.rd2 = 4;
  Outcome outcomes[2];
  for (const bool use_immediate : {false, true}) {
    i.has_immediate = use_immediate;
    i.imm = static_cast<std::int64_t>(b);
    const Program p = program(isa, {i});
    ArchState state = initial_state(p);
    state.regs[1] = a;
    state.regs[2] = use_immediate ? 0x1234 : b;
    state.regs[3] = state.regs[4] = 0x55;
    const Effect effect = execute(p, state, {}, 1);
    if (effect.trap == Trap::none)
      CHECK(effect.result == state.regs[3]);
    outcomes[use_immediate] = {state.regs[3], state.regs[4], effect.trap};
  }
  CHECK(outcomes[0].rd == outcomes[1].rd);
  CHECK(outcomes[0].rd2 == outcomes[1].rd2);
  CHECK(outcomes[0].trap == outcomes[1].trap);
  return outcomes[0];
}

std::uint64_t value(Op op, std::uint64_t a, std::uint64_t b, Isa isa = Isa::mips) {
  const Outcome outcome = run(op, a, b, isa);
  CHECK(outcome.trap == Trap::none);
  return outcome.rd;
}

std::uint64_t bits(double d) {
  std::uint64_t v = 0;
  std::memcpy(&v, &d, sizeof v);
  return v;
}
std::uint64_t bits(float f) {
  std::uint32_t v = 0;
  std::memcpy(&v, &f, sizeof v);
  return v;
}

const double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::numeric_limits<double>::quiet_NaN();
const float kNanF = std::numeric_limits<float>::quiet_NaN();

} // namespace

TEST_CASE("executor: 64-bit arithmetic wraps around") {
  CHECK(value(Op::add, kMax64, 1) == kMin64);
  CHECK(value(Op::sub, 0, 1) == kMinus1);
  CHECK(value(Op::rsub, 1, 0) == kMinus1);
  CHECK(value(Op::mul, kMinus1, kMinus1) == 1);
  CHECK(value(Op::and_, 0xf0f0, 0xff00) == 0xf000);
  CHECK(value(Op::or_, 0xf0f0, 0xff00) == 0xfff0);
  CHECK(value(Op::xor_, 0xf0f0, 0xff00) == 0x0ff0);
  CHECK(value(Op::nor, 0, 0xff) == ~0xffULL);
  CHECK(value(Op::move, 77, 5) == 77);
}

TEST_CASE("executor: 32-bit operations see low halves and sign-extend") {
  CHECK(value(Op::addw, kMax32, 1) == kMin32);
  CHECK(value(Op::addw, 0x1234567800000001, 0xffffffff00000001) == 2);
  CHECK(value(Op::subw, kMin32, 1) == kMax32);
  CHECK(value(Op::mulw, 0x10000, 0x8000) == kMin32);
  CHECK(value(Op::sllw, 1, 31) == kMin32);
  CHECK(value(Op::sllw, 1, 32) == 1);
  CHECK(value(Op::srlw, kMinus1, 4) == 0x0fffffff);
  CHECK(value(Op::srlw, kMinus1, 0) == kMinus1);
  CHECK(value(Op::sraw, kMin32, 31) == kMinus1);
  CHECK(value(Op::sraw, 0xdeadbeef00000010, 36) == 1);
}

TEST_CASE("executor: shifts take their amount modulo the width") {
  CHECK(value(Op::sll, 1, 63) == kMin64);
  CHECK(value(Op::sll, 1, 64) == 1);
  CHECK(value(Op::srl, kMin64, 63) == 1);
  CHECK(value(Op::sra, kMin64, 63) == kMinus1);
  CHECK(value(Op::sra, kMinus1, 65) == kMinus1);
  CHECK(value(Op::rsll, 65, 1) == 2);
  CHECK(value(Op::rsrl, 63, kMinus1) == 1);
  CHECK(value(Op::rsra, 63, kMin64) == kMinus1);
}

TEST_CASE("executor: comparisons, signed and unsigned") {
  struct Row {
    Op op;
    bool less, equal, greater; // -1 against 1, 1 against 1, 1 against -1
  };
  for (const Row& row : {Row{Op::slt, true, false, false}, Row{Op::sltu, false, false, true},
                         Row{Op::seq, false, true, false}, Row{Op::sne, true, false, true},
                         Row{Op::sle, true, true, false}, Row{Op::sleu, false, true, true},
                         Row{Op::sgt, false, false, true}, Row{Op::sgtu, true, false, false},
                         Row{Op::sge, false, true, true}, Row{Op::sgeu, true, true, false}}) {
    CHECK(value(row.op, kMinus1, 1) == row.less);
    CHECK(value(row.op, 1, 1) == row.equal);
    CHECK(value(row.op, 1, kMinus1) == row.greater);
  }
}

TEST_CASE("executor: high halves of products") {
  CHECK(value(Op::mulh, kMinus1, kMinus1) == 0);
  CHECK(value(Op::mulhu, kMinus1, kMinus1) == kMinus1 - 1);
  CHECK(value(Op::mulhsu, kMinus1, kMinus1) == kMinus1);
  CHECK(value(Op::mulh, kMin64, kMin64) == 1ULL << 62);
  CHECK(value(Op::mulhw, kMinus1, kMinus1) == 0);
  CHECK(value(Op::mulhuw, kMinus1, kMinus1) == 0xfffffffffffffffe);
  CHECK(value(Op::mulhsuw, kMinus1, kMinus1) == kMinus1);
  CHECK(value(Op::mulhsuw, kMin32, kMinus1) == 0xffffffff80000000);
  CHECK(value(Op::mulhw, kMin32, kMin32) == 0x40000000);
}

TEST_CASE("executor: division by zero and overflow give RISC-V's results") {
  CHECK(value(Op::div, 7, 0) == kMinus1);
  CHECK(value(Op::divu, 7, 0) == kMinus1);
  CHECK(value(Op::rem, 7, 0) == 7);
  CHECK(value(Op::remu, 7, 0) == 7);
  CHECK(value(Op::div, kMin64, kMinus1) == kMin64);
  CHECK(value(Op::rem, kMin64, kMinus1) == 0);
  CHECK(value(Op::div, static_cast<std::uint64_t>(-7), 2) == static_cast<std::uint64_t>(-3));
  CHECK(value(Op::rem, static_cast<std::uint64_t>(-7), 2) == kMinus1);
  CHECK(value(Op::divu, kMinus1, 2) == kMax64);
  CHECK(value(Op::divw, kMin32, kMinus1) == kMin32);
  CHECK(value(Op::remw, kMin32, kMinus1) == 0);
  CHECK(value(Op::divw, 7, 0x100000000) == kMinus1); // the low half of b is 0
  CHECK(value(Op::remw, kMin32, 0) == kMin32);
  CHECK(value(Op::divuw, kMinus1, 1) == kMinus1);
  CHECK(value(Op::divuw, kMinus1, 2) == 0x7fffffff);
  CHECK(value(Op::divuw, 7, 0) == kMinus1);
  CHECK(value(Op::remuw, kMin32, 0) == kMin32);
  CHECK(value(Op::remuw, kMinus1, 16) == 15);
}

TEST_CASE("executor: mult and div of MIPS give LO and HI") {
  const auto check = [](Op op, std::uint64_t a, std::uint64_t b, std::uint64_t low,
                        std::uint64_t high) {
    const Outcome outcome = run(op, a, b);
    CHECK(outcome.rd == low);
    CHECK(outcome.rd2 == high);
  };
  check(Op::multw, kMin32, 2, 0, kMinus1);
  check(Op::multuw, kMinus1, kMinus1, 1, 0xfffffffffffffffe);
  check(Op::mult, kMinus1, 2, static_cast<std::uint64_t>(-2), kMinus1);
  check(Op::multu, kMinus1, 2, static_cast<std::uint64_t>(-2), 1);
  check(Op::divmodw, static_cast<std::uint64_t>(-7), 2, static_cast<std::uint64_t>(-3), kMinus1);
  check(Op::divmodw, kMin32, kMinus1, kMin32, 0);
  check(Op::divmodw, 9, 0, kMinus1, 9);
  check(Op::divmoduw, kMinus1, 16, 0x0fffffff, 15);
  check(Op::divmod, kMin64, kMinus1, kMin64, 0);
  check(Op::divmodu, 9, 0, kMinus1, 9);
}

TEST_CASE("executor: trapping arithmetic leaves its destination alone") {
  const auto overflows = [](Op op, std::uint64_t a, std::uint64_t b) {
    const Outcome outcome = run(op, a, b);
    CHECK(outcome.rd == (outcome.trap == Trap::none ? outcome.rd : 0x55));
    return outcome.trap == Trap::overflow;
  };
  CHECK(overflows(Op::add_overflow, kMax64, 1));
  CHECK_FALSE(overflows(Op::add_overflow, kMax64, kMinus1));
  CHECK(overflows(Op::sub_overflow, kMin64, 1));
  CHECK(overflows(Op::addw_overflow, kMax32, 1));
  CHECK(overflows(Op::addw_overflow, kMin32, kMinus1));
  CHECK_FALSE(overflows(Op::addw_overflow, kMax32, kMin32));
  CHECK(overflows(Op::subw_overflow, 0, kMin32));
  CHECK(value(Op::addw_overflow, 5, static_cast<std::uint64_t>(-9)) ==
        static_cast<std::uint64_t>(-4));
  CHECK(run(Op::div_trap, 1, 0).trap == Trap::divide_by_zero);
  CHECK(run(Op::rem_trap, 1, 0).trap == Trap::divide_by_zero);
  CHECK(run(Op::rdiv_trap, 0, 1).trap == Trap::divide_by_zero);
  CHECK(run(Op::rrem_trap, 0, 1).rd == 0x55);
  CHECK(value(Op::div_trap, kMin64, kMinus1) == kMin64);
  CHECK(value(Op::rdiv_trap, 7, 100) == 14);
  CHECK(value(Op::rrem_trap, 7, 100) == 2);
}

TEST_CASE("executor: conditional moves, counting bits") {
  CHECK(value(Op::movz, 9, 0) == 9);
  CHECK(value(Op::movz, 9, 1) == 0x55);
  CHECK(value(Op::movn, 9, 0) == 0x55);
  CHECK(value(Op::movn, 9, kMin64) == 9);
  CHECK(value(Op::clz_w, 0, 0) == 32);
  CHECK(value(Op::clz_w, 0xffffffff00000001, 0) == 31);
  CHECK(value(Op::clo_w, kMinus1, 0) == 32);
  CHECK(value(Op::clo_w, kMin32, 0) == 1);
}

TEST_CASE("executor: fields and bytes of MIPS") {
  const auto field = [](std::uint64_t position, std::uint64_t size) {
    return position + 256 * size;
  };
  CHECK(value(Op::extract, kMinus1, field(63, 1)) == 1);
  CHECK(value(Op::extract, kMin64, field(0, 64)) == kMin64);
  CHECK(value(Op::extract_w, 0xffffffff80000000, field(31, 1)) == 1);
  CHECK(value(Op::extract_w, 0x80000000, field(0, 32)) == kMin32);
  CHECK(value(Op::extract_w, kMinus1, field(28, 4)) == 15);
  // The destination holds 0x55 before.
  CHECK(value(Op::insert, kMinus1, field(0, 64)) == kMinus1);
  CHECK(value(Op::insert, 0, field(0, 1)) == 0x54);
  CHECK(value(Op::insert, 1, field(63, 1)) == (kMin64 | 0x55));
  CHECK(value(Op::insert_w, 1, field(31, 1)) == (kMin32 | 0x55));
  CHECK(value(Op::insert_w, 0x123, field(8, 8)) == 0x2355);
  CHECK(value(Op::wsbh, 0x80, 0) == 0x8000);
  CHECK(value(Op::wsbh, 0x800000, 0) == kMin32);
  CHECK(value(Op::dsbh, 0x0080000000000001, 0) == 0x8000000000000100);
  CHECK(value(Op::dshd, 0x0001000200030004, 0) == 0x0004000300020001);
  CHECK(value(Op::clo, kMinus1, 0) == 64);
  CHECK(value(Op::clo, kMax64, 0) == 0);
}

TEST_CASE("executor: products added to LO and HI") {
  // run() leaves 0x55 in both: 0x55'00000055.
  const auto check = [](Op op, std::uint64_t a, std::uint64_t b, std::uint64_t low,
                        std::uint64_t high) {
    const Outcome outcome = run(op, a, b);
    CHECK(outcome.rd == low);
    CHECK(outcome.rd2 == high);
  };
  check(Op::madd_w, kMin32, kMin32, 0x55, 0x40000055); // 2^62
  check(Op::madd_w, kMinus1, 0x56, kMinus1, 0x54);     // 0x55 - 0x56 borrows
  check(Op::msub_w, kMinus1, 1, 0x56, 0x55);
  check(Op::maddu_w, kMinus1, kMinus1, 0x56, 0x53); // 0xfffffffe'00000001, the carry is lost
  check(Op::msubu_w, kMinus1, 2, 0x57, 0x53);       // minus 1'fffffffe
}

TEST_CASE("executor: doubles and singles") {
  CHECK(value(Op::fadd_d, bits(1.5), bits(2.25)) == bits(3.75));
  CHECK(value(Op::fsub_d, bits(1.5), bits(2.25)) == bits(-0.75));
  CHECK(value(Op::fmul_d, bits(1e200), bits(1e200)) == bits(kInf));
  CHECK(value(Op::fdiv_d, bits(-1.0), bits(0.0)) == bits(-kInf));
  CHECK(value(Op::fsqrt_d, bits(2.0), 0) == bits(std::sqrt(2.0)));
  CHECK(value(Op::fabs_d, bits(-0.0), 0) == 0);
  CHECK(value(Op::fneg_d, bits(0.0), 0) == bits(-0.0));
  CHECK(value(Op::fadd_s, bits(0.1F), bits(0.2F)) == bits(0.1F + 0.2F));
  CHECK(value(Op::fsub_s, bits(1.0F), bits(3.0F)) == bits(-2.0F));
  CHECK(value(Op::fmul_s, bits(1.5F), bits(1.5F)) == bits(2.25F));
  CHECK(value(Op::fdiv_s, bits(1.0F), bits(3.0F)) == bits(1.0F / 3.0F));
  CHECK(value(Op::fsqrt_s, bits(9.0F), 0) == bits(3.0F));
  CHECK(value(Op::fneg_s, bits(2.0F), 0) == bits(-2.0F));
  CHECK(value(Op::fabs_s, bits(-2.0F), 0) == bits(2.0F));
}

TEST_CASE("executor: FP comparisons are false for no number") {
  for (const Op op : {Op::fcmp_eq_d, Op::fcmp_lt_d, Op::fcmp_le_d}) {
    CHECK(value(op, bits(kNan), bits(1.0)) == 0);
    CHECK(value(op, bits(kNan), bits(kNan)) == 0);
  }
  CHECK(value(Op::fcmp_eq_d, bits(0.0), bits(-0.0)) == 1);
  CHECK(value(Op::fcmp_lt_d, bits(1.0), bits(2.0)) == 1);
  CHECK(value(Op::fcmp_lt_d, bits(2.0), bits(2.0)) == 0);
  CHECK(value(Op::fcmp_le_d, bits(2.0), bits(2.0)) == 1);
  CHECK(value(Op::fcmp_eq_s, bits(2.0F), bits(2.0F)) == 1);
  CHECK(value(Op::fcmp_lt_s, bits(-1.0F), bits(2.0F)) == 1);
  CHECK(value(Op::fcmp_le_s, bits(kNanF), bits(2.0F)) == 0);
}

TEST_CASE("executor: conversions round and saturate") {
  const auto minus = [](std::int64_t v) { return static_cast<std::uint64_t>(v); };
  CHECK(value(Op::cvt_d_w, 0xffffffff, 0) == bits(-1.0));
  CHECK(value(Op::cvt_d_l, minus(-3), 0) == bits(-3.0));
  CHECK(value(Op::cvt_d_s, bits(0.1F), 0) == bits(static_cast<double>(0.1F)));
  CHECK(value(Op::cvt_s_w, 16777217, 0) == bits(16777216.0F));
  CHECK(value(Op::cvt_s_l, 1ULL << 40, 0) == bits(1099511627776.0F));
  CHECK(value(Op::cvt_s_d, bits(0.1), 0) == bits(0.1F));
  CHECK(value(Op::cvt_w_d, bits(2.5), 0) == 2); // to even
  CHECK(value(Op::cvt_w_d, bits(3.5), 0) == 4);
  CHECK(value(Op::round_w_d, bits(-2.5), 0) == minus(-2));
  CHECK(value(Op::trunc_w_d, bits(-2.9), 0) == minus(-2));
  CHECK(value(Op::floor_w_d, bits(-2.1), 0) == minus(-3));
  CHECK(value(Op::ceil_w_d, bits(-2.9), 0) == minus(-2));
  CHECK(value(Op::cvt_w_s, bits(1.5F), 0) == 2);
  CHECK(value(Op::round_w_s, bits(0.5F), 0) == 0);
  CHECK(value(Op::trunc_w_s, bits(-1.9F), 0) == minus(-1));
  CHECK(value(Op::floor_w_s, bits(1.9F), 0) == 1);
  CHECK(value(Op::ceil_w_s, bits(1.1F), 0) == 2);
  CHECK(value(Op::cvt_l_d, bits(1e15), 0) == 1000000000000000);
  CHECK(value(Op::trunc_l_s, bits(-7.7F), 0) == minus(-7));
  CHECK(value(Op::cvt_l_s, bits(2.5F), 0) == 2);
  CHECK(value(Op::trunc_l_d, bits(-0.9), 0) == 0);
  for (const double large : {2147483648.0, 1e300, kInf, kNan})
    CHECK(value(Op::cvt_w_d, bits(large), 0) == kMax32);
  CHECK(value(Op::cvt_w_d, bits(2147483647.0), 0) == kMax32);
  CHECK(value(Op::cvt_w_d, bits(-2147483648.0), 0) == kMin32);
  CHECK(value(Op::trunc_w_d, bits(-2147483648.9), 0) == kMin32);
  CHECK(value(Op::floor_w_d, bits(-2147483649.0), 0) == kMin32);
  CHECK(value(Op::cvt_w_d, bits(-kInf), 0) == kMin32);
  CHECK(value(Op::cvt_l_d, bits(9.3e18), 0) == kMax64);
  CHECK(value(Op::cvt_l_d, bits(-9.3e18), 0) == kMin64);
  CHECK(value(Op::trunc_w_s, bits(kNanF), 0) == kMax32);
}

TEST_CASE("executor: singles are boxed in RISC-V registers and not in MIPS registers") {
  constexpr std::uint64_t kBox = 0xffffffff00000000;
  CHECK(value(Op::move_to_fp_w, 0x1234567840000000, 0, Isa::mips) == 0x40000000);
  CHECK(value(Op::move_to_fp_w, 0x1234567840000000, 0, Isa::riscv) == (kBox | 0x40000000));
  CHECK(value(Op::move_from_fp_w, kBox | 0x40000000, 0) == 0x40000000);
  CHECK(value(Op::move_from_fp_w, 0x80000000, 0) == kMin32);
  CHECK(value(Op::fadd_s, kBox | bits(1.0F), kBox | bits(2.0F), Isa::riscv) == (kBox | bits(3.0F)));
  // A value that is not boxed is no number.
  CHECK(value(Op::fneg_s, bits(1.0F), 0, Isa::riscv) == (kBox | 0xffc00000));
  CHECK(value(Op::fcmp_eq_s, bits(1.0F), bits(1.0F), Isa::riscv) == 0);
}
