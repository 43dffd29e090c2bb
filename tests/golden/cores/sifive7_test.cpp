#include "golden/lesson.hpp"

#include <catch2/catch.hpp>

// SiFive 7 series: F1 F2 D1 D2 AG M1 M2 WB, two instructions a cycle. Latencies from LLVM's
// RISCVSchedSiFive7.td; both ALUs from its review D153666. A latency of n: the user enters AG n
// cycles after its producer.

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

namespace {

/// Cycles from one operation's entry into a lane to another's.
std::uint64_t apart(const Lesson& lesson, std::size_t first, std::string_view first_lane,
                    std::size_t second, std::string_view second_lane) {
  return lesson.cycle_entering(second, second_lane) - lesson.cycle_entering(first, first_lane);
}

} // namespace

TEST_CASE("sifive-7: a loaded address takes 3 cycles, one access a cycle") {
  // The value comes out of M2 in 8, so the second ld has its address in AG in 9.
  const Lesson lesson = check_timeline(Isa::riscv, "sifive-7", R"(
    sd   sp, 0(sp)  | F1 F2 D1 D2 AG/LS M1    M2   WB
    ld   x5, 0(sp)  | F1 F2 D1 D2 UNIT  AG/LS M1   M2   WB
    ld   x6, 0(x5)  | .  F1 F2 D1 D2    RAW   RAW  RAW  AG/LS M1 M2 WB
    addi x7, x0, 1  | .  F1 F2 D1 FULL  D2    FULL FULL AG    M1 M2 WB
  )");
  CHECK(lesson.lost_issue_slots(Reason::unit_busy) == 1);
}

TEST_CASE("sifive-7: an ALU operation slips to the late ALU: a loaded value costs it nothing") {
  // add cannot issue together with ld. It is in AG in 6 without x5, which reaches it in M2 in 8.
  // xor needs what add makes in M2 in 8: late as well. ld needs that in AG: x7 is there in 10.
  check_timeline(Isa::riscv, "sifive-7", R"(
    ld   x5, 0(sp)  | F1 F2 D1 D2 AG/LS M1  M2  WB
    add  x6, x5, x5 | F1 F2 D1 D2 RAW   AG  M1  M2  WB
    xor  x7, x6, sp | .  F1 F2 D1 D2    RAW AG  M1  M2  WB
    ld   x8, 0(x7)  | .  F1 F2 D1 FULL  D2  RAW RAW RAW AG/LS M1 M2 WB
  )");
}

TEST_CASE("sifive-7: without the late ALU the user of a loaded value waits for it in D2") {
  const Lesson lesson =
      run_lesson(Isa::riscv, {"sifive-7", {"late_alu={}"}}, "ld x5, 0(sp)\nadd x6, x5, x5\n");
  CHECK(apart(lesson, 1, "AG/LS", 2, "AG") == 3);
  const Lesson late = run_lesson(Isa::riscv, "sifive-7", "ld x5, 0(sp)\nadd x6, x5, x5\n");
  CHECK(apart(late, 1, "AG/LS", 2, "AG") == 1);
}

TEST_CASE("sifive-7: a product takes 3 cycles, 1 to the late ALU; multiplies follow each other") {
  const Lesson lesson = check_timeline(Isa::riscv, "sifive-7", R"(
    mul  x5, sp, sp | F1 F2 D1 D2 AG/MUL M1     M2   WB
    mul  x6, sp, sp | F1 F2 D1 D2 UNIT   AG/MUL M1   M2     WB
    mul  x7, x5, sp | .  F1 F2 D1 D2     RAW    RAW  AG/MUL M1 M2 WB
    add  x8, x7, sp | .  F1 F2 D1 FULL   D2     FULL RAW    AG M1 M2 WB
  )");
  CHECK(apart(lesson, 1, "AG/MUL", 3, "AG/MUL") == 3);
  CHECK(apart(lesson, 3, "AG/MUL", 4, "AG") == 1);
}

TEST_CASE("sifive-7: a divide takes 66 cycles, of 32 bits 34, also to the ALU") {
  const Lesson lesson = run_lesson(Isa::riscv, "sifive-7", R"(
    li   x5, 100
    li   x6, 3
    div  x7, x5, x6
    mul  x8, x7, x6
    remw x9, x5, x6
    add  x10, x9, x6
    remu x11, x10, x6
    divuw x12, x10, x6
  )");
  CHECK(apart(lesson, 3, "DIV", 4, "AG/MUL") == 66);
  CHECK(apart(lesson, 5, "DIV", 6, "AG") == 34);
  CHECK(apart(lesson, 7, "DIV", 8, "DIV") == 66); // one divider
}

TEST_CASE(
    "sifive-7: FP add, multiply, multiply-add 7 cycles, single precision 5; divide 56 and 27") {
  const auto latency = [](const std::string& first, const char* lane, const std::string& second,
                          const char* second_lane) {
    const Lesson lesson = run_lesson(Isa::riscv, "sifive-7", first + "\n" + second + "\n");
    return apart(lesson, 1, lane, 2, second_lane);
  };
  const std::string add_d = "fadd.d f2, f1, f1";
  const std::string add_s = "fadd.s f2, f1, f1";
  CHECK(latency("fmadd.d f1, f3, f4, f5", "FD1", add_d, "FD1") == 7);
  CHECK(latency("fadd.d f1, f3, f4", "FD1", add_d, "FD1") == 7);
  CHECK(latency("fmul.d f1, f3, f4", "FD1", add_d, "FD1") == 7);
  CHECK(latency("fnmsub.s f1, f3, f4, f5", "FS1", add_s, "FS1") == 5);
  CHECK(latency("fsub.s f1, f3, f4", "FS1", add_s, "FS1") == 5);
  CHECK(latency("fmul.s f1, f3, f4", "FS1", add_s, "FS1") == 5);
  CHECK(latency("fdiv.d f1, f3, f4", "FDIV", add_d, "FD1") == 56);
  CHECK(latency("fsqrt.d f1, f3", "FDIV", add_d, "FD1") == 56);
  CHECK(latency("fdiv.s f1, f3, f4", "FDIV", add_s, "FS1") == 27);
  CHECK(latency("fsqrt.s f1, f3", "FDIV", add_s, "FS1") == 27);
  CHECK(latency("fsgnj.d f1, f3, f4", "FX1", add_d, "FD1") == 3);
  CHECK(latency("feq.d x5, f3, f4", "FX1", "add x6, x5, x5", "AG") == 3);
}

TEST_CASE("sifive-7: multiply-adds of both precisions follow each other every cycle") {
  check_timeline(Isa::riscv, "sifive-7", R"(
    fmadd.d f1, f3, f4, f5 | F1 F2 D1 D2 FD1 FD2 FD3 FD4 FD5 FD6 FD7 M1 M2 WB
    fmadd.s f2, f3, f4, f5 | F1 F2 D1 D2 PAIR FS1 FS2 FS3 FS4 FS5 M1 M2 WB
    fmadd.d f6, f3, f4, f5 | .  F1 F2 D1 D2 PAIR FD1 FD2 FD3 FD4 FD5 FD6 FD7 M1 M2 WB
  )");
}

TEST_CASE("sifive-7: a branch predicted wrong costs 4 cycles, as it is resolved in AG") {
  // The branch is in AG in 5, its target in 10 instead of 6.
  const Lesson lesson = check_timeline(Isa::riscv, "sifive-7", R"(
        beq  x0, x0, over
        addi x5, x0, 1
        addi x5, x0, 2
        addi x5, x0, 3
        addi x5, x0, 4
        addi x5, x0, 5
        addi x5, x0, 6
        addi x5, x0, 7
        addi x5, x0, 8
        addi x5, x0, 9
  over: addi x6, x0, 1
  )",
                                       R"(
    beq  x0, x0, over | F1 F2 D1 D2 AG M1 M2 WB
    addi x5, x0, 1    | F1 F2 D1 D2 AG flushed
    addi x5, x0, 2    | .  F1 F2 D1 D2 flushed
    addi x5, x0, 3    | .  F1 F2 D1 D2 flushed
    addi x5, x0, 4    | .  .  F1 F2 D1 flushed
    addi x5, x0, 5    | .  .  F1 F2 D1 flushed
    addi x5, x0, 6    | .  .  .  F1 F2 flushed
    addi x5, x0, 7    | .  .  .  F1 F2 flushed
    addi x5, x0, 8    | .  .  .  .  F1 flushed
    addi x5, x0, 9    | .  .  .  .  F1 flushed
    addi x6, x0, 1    | .  .  .  .  .  F1 F2 D1 D2 AG M1 M2 WB
  )");
  // Two slots in each of 6 to 9, and the one beside the branch.
  CHECK(lesson.lost_issue_slots(Reason::mispredict) == 4 * 2 + 1);
}

TEST_CASE("sifive-7: 6 cycles when the branch waits for a loaded value and is resolved in M2") {
  // ld in AG in 5, the branch in 6 without x5; in M2 in 8. The target is in AG in 13, not in 7.
  std::string source = "ld x5, 0(sp)\nbeq x5, x0, over\n";
  for (int i = 0; i < 20; ++i)
    source += "nop\n";
  source += "over: addi x6, x0, 1\n";
  const Lesson lesson = run_lesson(Isa::riscv, "sifive-7", source);
  const auto target = static_cast<std::size_t>(lesson.run.timeline.rows.back().op.value);
  CHECK(lesson.cycle_entering(2, "AG") == 6);
  CHECK(lesson.cycle_entering(2, "M2") == 8);
  CHECK(lesson.cycle_entering(target, "F1") == 9);
  CHECK(apart(lesson, 2, "AG", target, "AG") == 1 + 6);
  CHECK(lesson.lost_issue_slots(Reason::mispredict) == 6 * 2 + 1);
  CHECK(lesson.lost_issue_slots(Reason::raw) == 1);
}

TEST_CASE("sifive-7: LLVM's penalty of 3 is that of a front end one stage shorter") {
  const On shorter{"sifive-7",
                   {"pipeline.stages=[{name=F1, does=[fetch]}, {name=F2}, "
                    "{name=D, does=[decode, read]}, {name=AG, does=[execute]}, {name=M1}, "
                    "{name=M2, does=[memory]}, {name=WB, does=[write]}]",
                    "branch.jump_resolve=D"}};
  const Lesson lesson = run_lesson(Isa::riscv, shorter, R"(
        beq  x0, x0, over
        nop
  over: addi x6, x0, 1
  )");
  const auto target = static_cast<std::size_t>(lesson.run.timeline.rows.back().op.value);
  CHECK(apart(lesson, 1, "AG", target, "AG") == 1 + 3);
}

TEST_CASE("sifive-7: a branch predicted right costs nothing, taken or not") {
  // addi and bne of an iteration cannot issue together, but bne can with the next addi: 1 cycle an
  // iteration. Fetch, which takes one iteration a cycle as well, falls behind by an instruction
  // each time that has held it up (every fifth), so that 5 iterations take 6 cycles. None is lost
  // for where a branch goes but behind the last of 20, which goes on where fetch did not.
  const Lesson lesson = run_lesson(Isa::riscv, "sifive-7", R"(
        addi x5, x0, 20
  loop: addi x5, x5, -1
        bne  x5, x0, loop
        nop
  )");
  CHECK(lesson.run.branches == 20);
  CHECK(lesson.run.mispredictions == 1);
  CHECK(apart(lesson, 2, "AG", 2 + 2 * 10, "AG") == 12); // ten iterations later
  CHECK(lesson.lost_issue_slots(Reason::redirect) == 0);
}

TEST_CASE("sifive-7: what issues together, and what does not") {
  const auto together = [](const char* first, const char* second) {
    const Lesson lesson =
        run_lesson(Isa::riscv, "sifive-7", std::string(first) + "\n" + second + "\n");
    const auto issued = [&lesson](std::size_t n) { // the cycle behind the last one in D2
      std::uint64_t end = 0;
      for (const Span& span : lesson.run.timeline.spans_of(lesson.op(n)))
        if (lesson.run.timeline.lanes.at(span.lane).name == "D2")
          end = span.end.value;
      return end;
    };
    return issued(1) == issued(2);
  };
  CHECK(together("add x5, x6, x7", "sub x8, x6, x7"));
  CHECK(together("add x5, x6, x7", "ld x8, 0(sp)"));
  CHECK(together("ld x8, 0(sp)", "mul x5, x6, x7"));
  CHECK(together("mul x5, x6, x7", "fadd.d f1, f2, f3"));

  CHECK_FALSE(together("add x5, x6, x7", "add x8, x5, x7")); // a data hazard
  CHECK_FALSE(together("ld x5, 0(sp)", "sd x6, 0(sp)"));
  CHECK_FALSE(together("mul x5, x6, x7", "mul x8, x6, x7"));
  CHECK_FALSE(together("mul x5, x6, x7", "div x8, x6, x7"));
  CHECK_FALSE(together("div x5, x6, x7", "mul x8, x6, x7"));
  CHECK_FALSE(together("fadd.d f1, f2, f3", "fmul.s f4, f5, f6"));
  CHECK_FALSE(together("bne x0, x0, 0x10004", "bne x0, x0, 0x10008"));
  CHECK_FALSE(together("csrr x5, instret", "add x8, x6, x7"));
  CHECK_FALSE(together("add x8, x6, x7", "csrr x5, instret"));
}
