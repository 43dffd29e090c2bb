#include "golden/lesson.hpp"
#include "session/explain.hpp"

#include <catch2/catch.hpp>

// Two options of functional units: a latency that depends on operands, and when a freed unit can be
// used again. On mips-5-fp: IF ID, a unit, MEM WB; results are forwarded from behind the last cycle
// of a unit; an operation waits in ID for operands, the write order, then the unit.

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

namespace {

/// A divider that makes two bits of the quotient a cycle, after three cycles to set out.
constexpr const char* kDivider = "unit.div.latency=3";
constexpr const char* kTwoBits =
    "unit.div.operand_latency={divide={measure=quotient_bits, bits_per_cycle=2}}";

std::uint64_t lost_retire_slots(const Lesson& lesson, Reason reason) {
  return lesson.run.ledger.at(trace::LedgerPoint::retire).slots[static_cast<std::size_t>(reason)];
}

/// The one interval in which an operation waits for a unit, with its culprit.
const Span& wait_for_unit(const Lesson& lesson, std::size_t n) {
  for (const Span& span : lesson.run.timeline.spans_of(lesson.op(n)))
    if (span.cause.why == Reason::unit_busy)
      return span;
  FAIL("operation " << n << " never waits for a unit");
  return lesson.run.timeline.spans.front();
}

} // namespace

TEST_CASE("latency by operand: a divide takes as long as its quotient is wide") {
  // 100 has 7 bits and 7 has 3: 5 bits of quotient, ceil(5 / 2) = 3 cycles more than 3: DIV in 5 to
  // 10. LO is behind DIV in 11. MEM is empty in 6 to 10 for the latency of the divide, WB in 7 to
  // 11.
  const Lesson lesson = check_timeline(Isa::mips, {"mips-5-fp", {kDivider, kTwoBits}}, R"(
    addi R2, R0, 100 | IF ID EX MEM WB
    addi R3, R0, 7   | .  IF ID EX MEM WB
    div  R2, R3      | .  .  IF ID DIV*6    MEM WB
    mflo R4          | .  .  .  IF ID RAW*5 EX  MEM WB
  )");
  CHECK(lost_retire_slots(lesson, Reason::latency) == 5);
  CHECK(lesson.lost_issue_slots(Reason::raw) == 5);
}

TEST_CASE("latency by operand: signed, unsigned, low 32 bits, divisor 0") {
  // x5 = -1, x6 = 7. div: |-1| has 1 bit, less than 7 has: 3 cycles, 5 to 7. divu: 64 - 3 + 1 = 62
  // bits, 31 cycles more: 34, 8 to 41. divuw: 32 - 3 + 1 = 30 bits, 15 more: 18, 42 to 59. By 0: 3
  // cycles, 60 to 62. Each waits in ID for the one before, and those behind it in IF.
  check_timeline(Isa::riscv, {"mips-5-fp", {kDivider, kTwoBits}}, R"(
    addi  x5, x0, -1  | IF ID EX MEM WB
    addi  x6, x0, 7   | . IF ID EX MEM WB
    div   x7, x5, x6  | . . IF ID DIV*3 MEM WB
    divu  x8, x5, x6  | . . . IF ID UNIT UNIT DIV*34 MEM WB
    divuw x9, x5, x6  | . . . . IF FULL FULL ID UNIT*33 DIV*18 MEM WB
    div   x10, x5, x0 | . . . . . . . IF FULL*33 ID UNIT*17 DIV*3 MEM WB
  )");
}

TEST_CASE("latency by operand: a shift by its amount, measured before it overwrites its operand") {
  // 9 << 9 = 4608, whose low 5 bits are 0: measured after the shift, it would take one cycle.
  // Amounts 0, 9, 4 at 4 bits a cycle: 0, 3 and 1 cycles more than 1. The adder shares the unit.
  check_timeline(Isa::mips,
                 {"mips-5-fp",
                  {"unit.int.pipelined=false",
                   "unit.int.operand_latency={shift={measure=shift_amount, bits_per_cycle=4}}"}},
                 R"(
    addi R2, R0, 9  | IF ID EX MEM WB
    sll  R3, R2, 0  | . IF ID EX MEM WB
    sllv R2, R2, R2 | . . IF ID EX*4 MEM WB
    sll  R5, R3, 4  | . . . IF ID UNIT*3 EX EX MEM WB
    add  R6, R3, R3 | . . . . IF FULL*3 ID UNIT EX MEM WB
  )");
}

TEST_CASE("latency by operand: constants of three-address code, on either side") {
  // 100 / t1: the dividend is the constant, 7 bits: 3 + 7 = 10 cycles, 4 to 13. t1 * 300: 300 has 9
  // bits, at 4 a cycle 3 more than 2: 5 cycles, 5 to 9. The sum waits for the quotient.
  check_timeline(Isa::tac,
                 {"mips-5-fp",
                  {kDivider, "unit.div.operand_latency={divide={measure=dividend_bits}}",
                   "unit.mul.pipelined=false", "unit.mul.latency=2",
                   "unit.mul.operand_latency={multiply={measure=multiplier_bits, "
                   "bits_per_cycle=4}}"}},
                 R"(
    t1 = 5        | IF ID EX MEM WB
    t2 = 100 / t1 | .  IF ID DIV*10          MEM WB
    t3 = t1 * 300 | .  .  IF ID  M*5   MEM   WB
    t4 = t2 + t3  | .  .  .  IF  ID    RAW*8 EX  MEM WB
  )");
}

TEST_CASE("latency by operand: the write order reckons with the cycles operands add") {
  // 200 / 2: 8 - 2 + 1 = 7 bits, 4 cycles more: 7 in all. Issued in 6 the divide leaves its unit
  // behind the multiply, which is in M7 in 11. With the least latency of 3 it would have to wait.
  check_timeline(Isa::riscv, {"mips-5-fp", {kDivider, kTwoBits, "hazards.waw=overtake"}}, R"(
    addi x5, x0, 200 | IF ID EX MEM WB
    addi x6, x0, 2   | .  IF ID EX  MEM WB
    mul  x7, x5, x5  | .  .  IF ID  M1  M2 M3 M4 M5 M6 M7 MEM WB
    div  x7, x5, x6  | .  .  .  IF  ID  DIV*7             MEM WB
  )");
  // The other way round: 2000 / 1 has 11 - 1 + 1 = 11 bits, 6 more, DIV in 5 to 13. A multiply
  // issued in 6 would leave M7 after 12, before the divide; issued in 7 it ends with it, and MEM
  // takes the older first.
  check_timeline(Isa::riscv, {"mips-5-fp", {kDivider, kTwoBits, "hazards.waw=overtake"}}, R"(
    addi x5, x0, 2000 | IF ID EX MEM WB
    addi x6, x0, 1    | .  IF ID EX  MEM WB
    div  x7, x5, x6   | .  .  IF ID  DIV*9                       MEM  WB
    mul  x7, x5, x5   | .  .  .  IF  ID  WAW M1 M2 M3 M4 M5 M6 M7 FULL MEM WB
  )");
}

TEST_CASE("latency by operand: alone it makes an overtaking write possible") {
  // All latencies are 1 but for what operands add: 9 bits, DIV in 4 to 13. The younger write of the
  // same register waits in ID while the older one is in the divider.
  check_timeline(Isa::riscv,
                 {"mips-5-fp",
                  {"unit.mul.latency=1", "unit.add.latency=1", "unit.div.latency=1",
                   "unit.div.operand_latency={divide={measure=dividend_bits}}"}},
                 R"(
    addi x5, x0, 300 | IF ID EX MEM WB
    divu x7, x5, x5  | .  IF ID DIV*10   MEM WB
    addi x7, x0, 1   | .  .  IF ID WAW*9 EX  MEM WB
  )");
}

TEST_CASE("reuse of a freed unit in the next cycle: a divider stays closed for one cycle more") {
  // The first divide is in DIV in 3 to 26 and in MEM in 27, when the divider is still closed.
  const Lesson lesson =
      check_timeline(Isa::mips, {"mips-5-fp", {"hazards.unit_reuse=next_cycle"}}, R"(
    DIV.D F0, F2, F4  | IF ID DIV*24 MEM WB
    DIV.D F6, F8, F10 | . IF ID UNIT*24 DIV*24 MEM WB
    MUL.D F12, F2, F4 | . . IF FULL*24 ID M1 M2 M3 M4 M5 M6 M7 MEM WB
  )");
  CHECK(lesson.lost_issue_slots(Reason::unit_busy) == 24);
  const Span& wait = wait_for_unit(lesson, 2);
  CHECK(wait.begin == Cycle{4});
  CHECK(wait.end == Cycle{28});
  CHECK(wait.cause.culprit == lesson.op(1).op);
}

TEST_CASE("reuse of a freed unit in the next cycle: each copy is closed on its own") {
  // Copies are taken in 3 to 5 and 4 to 6. In 6 the first is closed and the second taken; in 7 the
  // first opens and the second is closed; in 8 the second opens.
  const Lesson lesson = check_timeline(
      Isa::mips,
      {"mips-5-fp", {"hazards.unit_reuse=next_cycle", "unit.div.latency=3", "unit.div.count=2"}},
      R"(
    DIV.D F0, F20, F22 | IF ID DIV*3 MEM WB
    DIV.D F2, F20, F22 | . IF ID DIV*3 MEM WB
    DIV.D F4, F20, F22 | . . IF ID UNIT UNIT DIV*3 MEM WB
    DIV.D F6, F20, F22 | . . . IF FULL FULL ID DIV*3 MEM WB
  )");
  CHECK(wait_for_unit(lesson, 3).cause.culprit == lesson.op(1).op);
}

TEST_CASE("reuse of a freed unit in the next cycle: nothing changes for units that take an "
          "operation every cycle") {
  // The multiplier is pipelined; the integer unit is said not to be, but all it does takes a cycle.
  check_timeline(Isa::mips,
                 {"mips-5-fp", {"hazards.unit_reuse=next_cycle", "unit.int.pipelined=false"}}, R"(
    MUL.D F2, F4, F6 | IF ID M1 M2 M3 M4 M5  M6 M7 MEM WB
    MUL.D F8, F4, F6 | .  IF ID M1 M2 M3 M4  M5 M6 M7  MEM WB
    add   R8, R2, R3 | .  .  IF ID EX MEM WB
    add   R9, R2, R3 | .  .  .  IF ID EX MEM WB
  )");
}

TEST_CASE("reuse of a freed unit in the next cycle: also where operations end in their unit") {
  // Two cycles each, 2 and 3; closed in 4; the next in 5 and 6.
  check_timeline(Isa::mips,
                 {"hp-latency",
                  {"hazards.unit_reuse=next_cycle", "unit.exec.pipelined=false",
                   "unit.exec.latency=2", "counting.drain=counted"}},
                 R"(
    add R8, R2, R3  | IS EXEC*2
    add R9, R2, R3  | .  IS UNIT*2 EXEC*2
    add R10, R2, R3 | .  .  .  . IS UNIT*2 EXEC*2
  )");
}

TEST_CASE("reuse of a freed unit in the next cycle, with latencies by operand") {
  // The shifter takes 1 + 2 cycles, 3 to 5, is closed in 6, and takes the add in 7.
  check_timeline(Isa::mips,
                 {"mips-5-fp",
                  {"hazards.unit_reuse=next_cycle", "unit.int.pipelined=false",
                   "unit.int.operand_latency={shift={measure=shift_amount, bits_per_cycle=4}}"}},
                 R"(
    sll  R3, R2, 5  | IF ID EX*3 MEM WB
    add  R6, R2, R2 | . IF ID UNIT*3 EX MEM WB
    add  R7, R2, R2 | . . IF FULL*3 ID UNIT EX MEM WB
  )");
}

TEST_CASE("explain: both options of units are offered against the waits they cause") {
  // 2000 / 1 has 11 bits of quotient: 3 + 6 = 9 cycles, 5 to 13, and the divider is closed in 14.
  // Without latency by operand the second divide waits in 6 to 8, with reuse at once in 6 to 13.
  const Lesson lesson = run_lesson(
      Isa::riscv, {"mips-5-fp", {kDivider, kTwoBits, "hazards.unit_reuse=next_cycle"}}, R"(
    addi x5, x0, 2000
    addi x6, x0, 1
    div  x7, x5, x6
    div  x8, x5, x6
  )");
  CHECK(lesson.cycles_held(4, Reason::unit_busy) == 9);
  const auto explanation = session::explain_op(lesson.program, lesson.machine, {}, 4, true);
  REQUIRE(explanation.has_value());
  std::uint64_t waits_without_operands = 0;
  std::uint64_t waits_with_reuse_at_once = 0;
  for (const session::OpExplanation& part : explanation->ops)
    for (const session::Remedy& remedy : part.remedies) {
      if (remedy.setting == "unit.div.operand_latency={}")
        waits_without_operands = remedy.waits_cycles;
      if (remedy.setting == "hazards.unit_reuse=same_cycle")
        waits_with_reuse_at_once = remedy.waits_cycles;
    }
  CHECK(waits_without_operands == 3);
  CHECK(waits_with_reuse_at_once == 8);
}
