#include "core/units/operand_latency.hpp"
#include "unit/core/core_testing.hpp"

using namespace stallscope;
using namespace stallscope::core;
using isa::Op;
using machine::OperandMeasure;

namespace {

constexpr std::uint64_t minus(std::uint64_t value) {
  return 0 - value;
}

/// The measure of an operation on registers 1 and 2.
unsigned bits(OperandMeasure measure, Op op, std::uint64_t first, std::uint64_t second) {
  isa::Instruction instruction;
  instruction.op = op;
  instruction.rs1 = 1;
  instruction.rs2 = 2;
  std::array<std::uint64_t, kMaxRegisters> registers{};
  registers[1] = first;
  registers[2] = second;
  return measured_bits(measure, instruction, registers);
}

unsigned dividend(Op op, std::uint64_t value) {
  return bits(OperandMeasure::dividend_bits, op, value, 1);
}

} // namespace

TEST_CASE("operand latency: the significant bits of 0, 1, a power of two and one less") {
  CHECK(dividend(Op::divu, 0) == 0);
  CHECK(dividend(Op::divu, 1) == 1);
  CHECK(dividend(Op::divu, 255) == 8);
  CHECK(dividend(Op::divu, 256) == 9);
  CHECK(dividend(Op::divu, ~0ULL) == 64);
}

TEST_CASE("operand latency: signed operations measure the absolute value, also of the least") {
  CHECK(dividend(Op::div, minus(1)) == 1);
  CHECK(dividend(Op::rem, minus(8)) == 4);
  CHECK(dividend(Op::div, 1ULL << 63) == 64);
  CHECK(dividend(Op::divw, minus(1ULL << 31)) == 32);
  CHECK(dividend(Op::divmodw, minus(7)) == 3);
  CHECK(dividend(Op::divmod, minus(7)) == 3);
  CHECK(dividend(Op::remu, minus(1)) == 64);
  CHECK(dividend(Op::divmodu, minus(1)) == 64);
}

TEST_CASE("operand latency: 32-bit operations look at the low half alone") {
  CHECK(dividend(Op::divw, 0xabcd'0000'0003ULL) == 2);
  CHECK(dividend(Op::divuw, minus(1)) == 32);
  CHECK(dividend(Op::remuw, minus(1)) == 32);
  CHECK(dividend(Op::divmoduw, minus(1)) == 32);
  CHECK(dividend(Op::remw, minus(1)) == 1);
}

TEST_CASE("operand latency: the width of a quotient, none behind a larger divisor or 0") {
  const auto quotient = [](std::uint64_t a, std::uint64_t b) {
    return bits(OperandMeasure::quotient_bits, Op::div, a, b);
  };
  CHECK(quotient(100, 7) == 5);
  CHECK(quotient(7, 7) == 1);
  CHECK(quotient(7, 8) == 0);
  CHECK(quotient(3, 100) == 0);
  CHECK(quotient(0, 1) == 0);
  CHECK(quotient(100, 0) == 0);
  CHECK(quotient(1ULL << 63, 1) == 64);
  CHECK(bits(OperandMeasure::divisor_bits, Op::div, 100, minus(7)) == 3);
}

TEST_CASE("operand latency: by how much a divisor can be shifted left") {
  const auto shift = [](Op op, std::uint64_t divisor) {
    return bits(OperandMeasure::divisor_shift, op, 1, divisor);
  };
  CHECK(shift(Op::divuw, 0) == 32);
  CHECK(shift(Op::divw, 0) == 32);
  CHECK(shift(Op::divuw, 0x8000'0000) == 0);
  CHECK(shift(Op::divuw, minus(1)) == 0);
  CHECK(shift(Op::divw, 1) == 31);
  CHECK(shift(Op::divw, minus(1)) == 31); // 32 ones, the sign stays
  CHECK(shift(Op::remw, minus(4)) == 29); // 30 leading ones
  CHECK(shift(Op::remw, minus(1ULL << 31)) == 0);
  CHECK(shift(Op::divu, 0) == 64);
  CHECK(shift(Op::div, minus(1)) == 63);
  CHECK(shift(Op::remu, 1) == 63);
}

TEST_CASE("operand latency: whether a divisor is 0") {
  const auto nonzero = [](Op op, std::uint64_t divisor) {
    return bits(OperandMeasure::divisor_nonzero, op, 5, divisor);
  };
  CHECK(nonzero(Op::divw, 0) == 0);
  CHECK(nonzero(Op::divw, 1ULL << 32) == 0); // 32-bit operations look at the low half
  CHECK(nonzero(Op::div, 1ULL << 32) == 1);
  CHECK(nonzero(Op::remu, minus(1)) == 1);
}

TEST_CASE("operand latency: the second operand of a multiply, with the sign it has there") {
  const auto multiplier = [](Op op) {
    return bits(OperandMeasure::multiplier_bits, op, 1, minus(2));
  };
  for (const Op op : {Op::mul, Op::mulh, Op::mult, Op::mulw, Op::mulhw, Op::multw})
    CHECK(multiplier(op) == 2);
  for (const Op op : {Op::mulhu, Op::mulhsu, Op::multu})
    CHECK(multiplier(op) == 64);
  for (const Op op : {Op::mulhuw, Op::mulhsuw, Op::multuw})
    CHECK(multiplier(op) == 32);
}

TEST_CASE(
    "operand latency: shifts by the bits of the amount they use, reversed ones by the first") {
  const auto amount = [](Op op) { return bits(OperandMeasure::shift_amount, op, 37, 70); };
  for (const Op op : {Op::sll, Op::srl, Op::sra, Op::rol, Op::ror, Op::slli_uw})
    CHECK(amount(op) == 6); // 70 mod 64
  for (const Op op : {Op::rsll, Op::rsrl, Op::rsra})
    CHECK(amount(op) == 37);
  for (const Op op : {Op::sllw, Op::srlw, Op::sraw, Op::rol_w, Op::ror_w})
    CHECK(bits(OperandMeasure::shift_amount, op, 1, 37) == 5); // 37 mod 32
  CHECK(bits(OperandMeasure::dividend_bits, Op::rdiv_trap, 3, 100) == 7);
  CHECK(bits(OperandMeasure::divisor_bits, Op::rrem_trap, 3, 100) == 2);
}

TEST_CASE("operand latency: a constant in the place of the second operand") {
  isa::Instruction instruction;
  instruction.op = Op::div_trap;
  instruction.rs1 = 1;
  instruction.rs2 = 2;
  instruction.has_immediate = true;
  instruction.imm = -300;
  std::array<std::uint64_t, kMaxRegisters> registers{};
  registers[2] = 1;
  CHECK(measured_bits(OperandMeasure::divisor_bits, instruction, registers) == 9);
}

TEST_CASE("operand latency: cycles are rounded up; none without a rate") {
  isa::Instruction instruction;
  instruction.op = Op::sll;
  instruction.rs1 = 1;
  instruction.rs2 = 2;
  std::array<std::uint64_t, kMaxRegisters> registers{};
  const auto cycles = [&](std::uint64_t amount, std::uint32_t rate) {
    registers[2] = amount;
    return unsigned{operand_cycles({OperandMeasure::shift_amount, rate}, instruction, registers)};
  };
  CHECK(cycles(0, 4) == 0);
  CHECK(cycles(1, 4) == 1);
  CHECK(cycles(4, 4) == 1);
  CHECK(cycles(5, 4) == 2);
  CHECK(cycles(63, 1) == 63);
  CHECK(cycles(63, 64) == 1);
  CHECK(cycles(63, 0) == 0);
  isa::Instruction other; // an operation that has no measure is never asked for one
  CHECK(operand_cycles({}, other, registers) == 0);
}

TEST_CASE("plan: operands are looked at only where some unit's latency depends on them") {
  const PipelinePlan fixed = make_plan(testing::machine_named("mips-5"));
  CHECK_FALSE(fixed.has_operand_latency);
  CHECK_FALSE(fixed.may_overtake);
  const PipelinePlan plan = make_plan(
      testing::machine_named("mips-5", {"unit.alu.pipelined=false",
                                        "unit.alu.operand_latency.shift.measure=shift_amount"}));
  CHECK(plan.has_operand_latency);
  CHECK(plan.may_overtake); // although every latency is one cycle
  CHECK(plan.operand_latency[static_cast<std::size_t>(isa::OpClass::shift)].bits_per_cycle == 1);
  CHECK(plan.operand_latency[static_cast<std::size_t>(isa::OpClass::divide)].bits_per_cycle == 0);
}

TEST_CASE("plan: lanes that reopen late are those of units that take one operation at a time") {
  const auto late = [](const std::vector<std::string>& settings) {
    const PipelinePlan plan = make_plan(testing::machine_named("mips-5-fp", settings));
    std::string names;
    for (std::size_t lane = 0; lane < plan.lanes.size(); ++lane)
      if (plan.lanes[lane].reopens_late)
        names += plan.names[lane].name;
    return names;
  };
  CHECK(late({}).empty());
  CHECK(late({"hazards.unit_reuse=next_cycle"}) == "DIV");
  CHECK(late({"hazards.unit_reuse=next_cycle", "unit.int.pipelined=false"}) == "DIV");
  CHECK(late({"hazards.unit_reuse=next_cycle", "unit.int.pipelined=false",
              "unit.int.operand_latency.shift.measure=shift_amount"}) == "EXDIV");
}

TEST_CASE("access_bytes: partial accesses count as the aligned word they are a part of") {
  for (const Op op : {Op::lwl, Op::lwr, Op::swl, Op::swr, Op::lw, Op::fsw, Op::amoadd_w})
    CHECK(access_bytes(op) == 4);
  for (const Op op : {Op::ldl, Op::ldr, Op::sdl, Op::sdr, Op::ld, Op::fsd, Op::amoadd_d})
    CHECK(access_bytes(op) == 8);
  CHECK(access_bytes(Op::lb) == 1);
  CHECK(access_bytes(Op::sh) == 2);
}
