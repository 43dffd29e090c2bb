#include "lesson.hpp"

#include <catch2/catch.hpp>

// PicoRV32, cycles from its README, "Cycles per Instruction Performance". One instruction at a
// time: each is fetched in the cycle behind the last one of the instruction before it. One cycle in
// fetch, one in ld_rs1; the rest of what the README says in exec.

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

namespace {

const On kPicorv32 = On("picorv32").rv32();

std::uint64_t cycles_of(const Lesson& lesson, std::size_t n) {
  const OpRow& row = lesson.op(n);
  return row.end.value - row.begin.value;
}

} // namespace

TEST_CASE("picorv32: ALU 3 cycles, load and store 5") {
  const Lesson lesson = check_timeline(Isa::riscv, kPicorv32, R"(
    addi x5, x0, 9  | fetch ld_rs1 exec
    add  x6, x5, x5 | .*3  fetch ld_rs1 exec
    sw   x6, 0(sp)  | .*6  fetch ld_rs1 exec*3
    lw   x7, 0(sp)  | .*11 fetch ld_rs1 exec*3
    xor  x8, x7, x5 | .*16 fetch ld_rs1 exec
  )");
  // 19 cycles, 5 fetches: nothing is fetched while an instruction is under way.
  CHECK(lesson.run.ledger.at(trace::LedgerPoint::fetch)
            .slots[static_cast<std::size_t>(Reason::not_pipelined)] == 19 - 5);
}

TEST_CASE("picorv32: shifts go 4 bits at a time, then 1: 4 to 14 cycles") {
  // Amount n: 4 + n / 4 + n % 4. 0: 4; 3: 7; 4: 5; 31: 4 + 7 + 3 = 14.
  check_timeline(Isa::riscv, kPicorv32, R"(
    slli x5, x6, 0  | fetch ld_rs1 exec*2
    srli x5, x6, 3  | .*4  fetch ld_rs1 exec*5
    srai x5, x6, 4  | .*11 fetch ld_rs1 exec*3
    slli x5, x6, 31 | .*16 fetch ld_rs1 exec*12
  )");
}

TEST_CASE("picorv32: a shift by a register looks at its low 5 bits") {
  // 39 = 32 + 7: shifted by 7, 4 + 1 + 3 = 8 cycles.
  check_timeline(Isa::riscv, kPicorv32, R"(
    addi x5, x0, 39 | fetch ld_rs1 exec
    sll  x6, x5, x5 | .*3 fetch ld_rs1 exec*6
  )");
}

TEST_CASE("picorv32: a shift of one stage takes up to 31 cycles more") {
  // README, TWO_STAGE_SHIFT = 0: one bit at a time, 4 + 31.
  const On one_stage{
      "picorv32", {"unit.core.operand_latency={shift={measure=shift_amount, bits_per_cycle=1}}"}};
  check_timeline(Isa::riscv, one_stage.rv32(), R"(
    slli x5, x6, 31 | fetch ld_rs1 exec*33
  )");
}

TEST_CASE("picorv32: branch not taken 3 cycles, taken 5; jal 3, jalr 6") {
  check_timeline(Isa::riscv, kPicorv32, R"(
        beq  x0, x5, skip
        bne  x0, x0, skip
        beq  x0, x0, skip
        nop
  skip: jal  x1, over
        nop
  over: jalr x1, 12(x1)
        nop
        addi x6, x0, 1
  )",
                 R"(
    beq  x0, x5, skip | fetch ld_rs1 exec*3
    jal  x1, over     | .*5 fetch ld_rs1 exec
    jalr x1, 12(x1)    | .*8 fetch ld_rs1 exec*4
    addi x6, x0, 1    | .*14 fetch ld_rs1 exec
  )");
  const Lesson lesson = check_timeline(Isa::riscv, kPicorv32, R"(
        addi x5, x0, 1
        beq  x0, x5, away
        bne  x0, x5, away
        nop
  away: nop
  )",
                                       R"(
    addi x5, x0, 1    | fetch ld_rs1 exec
    beq  x0, x5, away | .*3 fetch ld_rs1 exec
    bne  x0, x5, away | .*6 fetch ld_rs1 exec*3
    nop               | .*11 fetch ld_rs1 exec
  )");
  CHECK(lesson.run.mispredictions == 1); // taken, and fetch would have gone straight on
}

TEST_CASE("picorv32: multiply 40 cycles, upper half 72, divide and remainder 40") {
  const Lesson lesson = run_lesson(Isa::riscv, kPicorv32, R"(
    li     x5, -7
    li     x6, 3
    mul    x7, x5, x6
    mulh   x7, x5, x6
    mulhu  x7, x5, x6
    mulhsu x7, x5, x6
    div    x7, x5, x6
    remu   x7, x5, x0
  )");
  CHECK(cycles_of(lesson, 3) == 40);
  for (const std::size_t high : {4U, 5U, 6U})
    CHECK(cycles_of(lesson, high) == 72);
  CHECK(cycles_of(lesson, 7) == 40);
  CHECK(cycles_of(lesson, 8) == 40);
  CHECK(lesson.run.cycles == 3 + 3 + 40 + 3 * 72 + 2 * 40);
}
