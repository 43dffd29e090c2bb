#include "golden/lesson.hpp"
#include "golden/risc_v_examples.hpp"

#include <catch2/catch.hpp>

// CV32E40P: IF ID EX WB. Cycles from the table of the CV32E40P User Manual, "Pipeline Details". An
// instruction of n cycles is in EX for n; one that goes elsewhere costs n when its target reaches
// EX n cycles after it.

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

namespace {

const On kCv32e40p = On("cv32e40p").rv32();

} // namespace

TEST_CASE("cv32e40p: ALU, MUL, loads and stores 1 cycle; results are forwarded") {
  check_timeline(Isa::riscv, kCv32e40p, R"(
    addi x5, x0, 7  | IF ID EX WB
    mul  x6, x5, x5 | .  IF ID EX WB
    sw   x6, 0(sp)  | .  .  IF ID EX WB
    lw   x7, 0(sp)  | .  .  .  IF ID EX WB
    lw   x8, 4(sp)  | .  .  .  .  IF ID EX WB
    slli x9, x7, 2  | .  .  .  .  .  IF ID EX WB
  )");
}

TEST_CASE("cv32e40p: the instruction behind a load waits 1 cycle for what it loads") {
  const Lesson lesson = check_timeline(Isa::riscv, kCv32e40p, R"(
    lw  x5, 0(sp)  | IF ID EX WB
    add x6, x5, x5 | .  IF ID RAW  EX WB
    add x7, x6, x5 | .  .  IF FULL ID EX WB
  )");
  CHECK(lesson.lost_issue_slots(Reason::raw) == 1);
}

TEST_CASE("cv32e40p: MULH takes 5 cycles") {
  check_timeline(Isa::riscv, kCv32e40p, R"(
    mulh   x5, x2, x2 | IF ID EX*5 WB
    mulhu  x6, x2, x2 | . IF ID UNIT*4 EX*5 WB
    mulhsu x7, x5, x2 | . . IF FULL*4 ID UNIT*4 EX*5 WB
    addi   x8, x7, 1  | . . . . . . . IF FULL*4 ID RAW*4 EX WB
  )");
}

TEST_CASE("cv32e40p: a divide takes 3 to 35 cycles, by the leading zeros of the divisor") {
  // 0x80000000 has none: 3. 1 has 31: 34. 0 has 32: 35. -1, signed: 32 ones less the sign: 34.
  const Lesson lesson = check_timeline(Isa::riscv, kCv32e40p, R"(
    lui  x5, 0x80000 | IF ID EX WB
    addi x6, x0, 1   | . IF ID EX WB
    divu x7, x2, x5  | . . IF ID EX*3 WB
    div  x8, x2, x6  | . . . IF ID UNIT UNIT EX*34 WB
    rem  x9, x2, x0  | . . . . IF FULL FULL ID UNIT*33 EX*35 WB
  )");
  CHECK(lesson.run.cycles == 4 + 3 + 34 + 35 + 1);
  check_timeline(Isa::riscv, kCv32e40p, R"(
    addi x5, x0, -1 | IF ID EX WB
    rem  x6, x2, x5 | .  IF ID EX*34 WB
    remu x7, x2, x5 | .  .  IF ID UNIT*33 EX*3 WB
  )");
}

TEST_CASE("cv32e40p: a jump takes 2 cycles, from ID") {
  check_timeline(Isa::riscv, kCv32e40p, kIndirectJump,
                 R"(
    jal  x1, over   | IF ID EX WB
    nop             | .  IF flushed
    jalr x0, 12(x1) | .  .  IF ID EX WB
    nop             | .  .  .  IF flushed
    addi x6, x0, 1  | .  .  .  .  IF ID EX WB
  )");
}

TEST_CASE("cv32e40p: jalr waits 1 cycle for the result of the instruction before it") {
  // The address is read in ID, where nothing is forwarded to: addi has written it in WB.
  const Lesson lesson = check_timeline(Isa::riscv, kCv32e40p, R"(
        jal  x1, over
        nop
  over: addi x5, x1, 16
        jalr x0, 0(x5)
        nop
        addi x6, x0, 1
  )",
                                       R"(
    jal  x1, over   | IF ID EX WB
    nop             | . IF flushed
    addi x5, x1, 16 | . . IF ID EX WB
    jalr x0, 0(x5)  | . . . IF ID RAW EX WB
    nop             | . . . . IF FULL flushed
    addi x6, x0, 1  | . . . . . . IF ID EX WB
  )");
  CHECK(lesson.lost_issue_slots(Reason::raw) == 1);
}

TEST_CASE("cv32e40p: a branch takes 1 cycle when it is not taken, 3 when it is") {
  const Lesson lesson = check_timeline(Isa::riscv, kCv32e40p, R"(
        beq  x0, sp, over
        bne  x0, sp, over
        nop
        nop
  over: addi x6, x0, 1
  )",
                                       R"(
    beq  x0, sp, over | IF ID EX WB
    bne  x0, sp, over | .  IF ID EX WB
    nop               | .  .  IF ID flushed
    nop               | .  .  .  IF flushed
    addi x6, x0, 1    | .  .  .  .  IF ID EX WB
  )");
  CHECK(lesson.run.branches == 2);
  CHECK(lesson.run.mispredictions == 1);
  CHECK(lesson.lost_issue_slots(Reason::mispredict) == 2);
}

TEST_CASE("cv32e40p: a target that is 32 bits wide and no multiple of 4 costs one more") {
  // Jump 3 cycles, taken branch 4: the target lies in two words.
  check_timeline(Isa::riscv, kCv32e40p, R"(
        j    over
        c.nop
  over: addi x5, x0, 1
        addi x6, x0, 2
  )",
                 R"(
    j    over      | IF ID EX WB
    c.nop          | .  IF flushed
    addi x5, x0, 1 | .  .  IF*2 ID EX WB
    addi x6, x0, 2 | .*4 IF ID EX WB
  )");
  check_timeline(Isa::riscv, kCv32e40p, R"(
        beq  x0, x0, over
        nop
        c.nop
  over: addi x5, x0, 1
  )",
                 R"(
    beq  x0, x0, over | IF ID EX WB
    nop               | .  IF ID flushed
    c.nop             | .  .  IF flushed
    addi x5, x0, 1    | .  .  .  IF*2 ID EX WB
  )");
}

TEST_CASE("cv32e40p: an access across two words takes 2 cycles") {
  // The second transaction is in WB: what is behind waits a cycle.
  const Lesson lesson = check_timeline(Isa::riscv, kCv32e40p, R"(
    lw   x5, -8(sp) | IF ID EX WB
    lw   x6, -6(sp) | . IF ID EX WB WB
    lh   x7, -7(sp) | . . IF ID EX MLAT WB
    addi x8, x0, 1  | . . . IF ID FULL EX WB
  )");
  CHECK(lesson.lost_issue_slots(Reason::memory_latency) == 1);
}

TEST_CASE("cv32e40p: CSR accesses that flush take 4 cycles, others 1") {
  check_timeline(Isa::riscv, kCv32e40p, R"(
    csrr  x5, instret        | IF ID EX WB
    csrrw x6, fcsr, x0       | .  IF ID EX*4 WB
    addi  x7, x0, 1          | .  .  IF ID UNIT*3 EX WB
  )");
}
