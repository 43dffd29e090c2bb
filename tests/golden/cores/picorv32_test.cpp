#include "golden/lesson.hpp"

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
  // 19 cycles, 5 fetches: nothing is fetched while an instruction is under way, and behind the last
  // one, which is fetched in 17, there is nothing to fetch.
  const auto& fetch = lesson.run.ledger.at(trace::LedgerPoint::fetch);
  CHECK(fetch.slots[static_cast<std::size_t>(Reason::not_pipelined)] == 17 - 5);
  CHECK(fetch.slots[static_cast<std::size_t>(Reason::drain)] == 2);
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

TEST_CASE("picorv32: branches and jumps to the next instruction take what others take") {
  // picorv32.v: a condition that holds, or a jump, asks for its target; what was fetched ahead is
  // not looked at. jalr to the next takes 6.
  check_timeline(Isa::riscv, kPicorv32, R"(
        beq  x0, x0, one
  one:  bne  x0, x0, two
  two:  jal  x1, three
  three: jalr x1, 4(x1)
        addi x6, x0, 1
  )",
                 R"(
    beq  x0, x0, one | fetch ld_rs1 exec*3
    bne  x0, x0, two | .*5  fetch ld_rs1 exec
    jal  x1, three   | .*8  fetch ld_rs1 exec
    jalr x1, 4(x1)   | .*11 fetch ld_rs1 exec*4
    addi x6, x0, 1   | .*17 fetch ld_rs1 exec
  )");
  check_timeline(Isa::riscv, On("picorv32", {"branch.to_next=go_on"}).rv32(), R"(
        beq  x0, x0, one
  one:  addi x6, x0, 1
  )",
                 R"(
    beq  x0, x0, one | fetch ld_rs1 exec
    addi x6, x0, 1   | .*3 fetch ld_rs1 exec
  )");
}

TEST_CASE("picorv32: reading a counter takes 4 cycles") {
  // picorv32.v: from ld_rs1 back to fetch, where the instruction fetched ahead is asked for only
  // then. What it reads is the cycle in which it executes, 3, and not that of the reference
  // machine, which has an instruction a cycle: it goes to x0.
  check_timeline(Isa::riscv, kPicorv32, R"(
    csrr x0, cycle   | fetch ld_rs1 exec*2
    csrr x6, instret | .*4 fetch ld_rs1 exec*2
    addi x7, x0, 1   | .*8 fetch ld_rs1 exec
  )");
}

TEST_CASE("picorv32: with a barrel shifter a shift takes 3 cycles") {
  // README, BARREL_SHIFTER: as any other ALU operation, whatever the amount.
  const On barrel{"picorv32", {"unit.core.latencies.shift=1", "unit.core.operand_latency={}"}};
  check_timeline(Isa::riscv, barrel.rv32(), R"(
    slli x5, x6, 31 | fetch ld_rs1 exec
    sra  x5, x6, x2 | .*3 fetch ld_rs1 exec
    srli x5, x6, 1  | .*6 fetch ld_rs1 exec
  )");
}

TEST_CASE("picorv32: a shifter of one stage by the keys of its operand latency") {
  // README, TWO_STAGE_SHIFT = 0: 4 and as many as the amount.
  const On one_stage{"picorv32",
                     {"unit.core.operand_latency.shift.bits_per_cycle=1",
                      "unit.core.operand_latency.shift.rest_bits_per_cycle=0"}};
  check_timeline(Isa::riscv, one_stage.rv32(), R"(
    slli x5, x6, 0  | fetch ld_rs1 exec*2
    srli x5, x6, 7  | .*4 fetch ld_rs1 exec*9
    addi x7, x0, 1  | .*15 fetch ld_rs1 exec
  )");
}

TEST_CASE("picorv32: with one read port the second register operand takes a cycle more") {
  // README, table, column "CPI (SP)": ALU register 4, branch 4 and 6, store 6, the others as they
  // are; a shift by a register one more. x0 is read as any other (picorv32.v: ld_rs2 by format).
  const On one_port{"picorv32", {"register_file.second_operand_cycles=1"}};
  check_timeline(Isa::riscv, one_port.rv32(), R"(
        addi x5, x0, 4
        add  x6, x5, x0
        sw   x6, 0(sp)
        lw   x7, 0(sp)
        sll  x8, x5, x0
        slli x8, x5, 0
        bne  x0, x0, skip
        beq  x6, x7, skip
        nop
  skip: jal  x1, over
  over: jalr x1, 4(x1)
        lui  x9, 1
  )",
                 R"(
    addi x5, x0, 4    | fetch ld_rs1 exec
    add  x6, x5, x0   | .*3  fetch ld_rs1*2 exec
    sw   x6, 0(sp)    | .*7  fetch ld_rs1*2 exec*3
    lw   x7, 0(sp)    | .*13 fetch ld_rs1 exec*3
    sll  x8, x5, x0   | .*18 fetch ld_rs1*2 exec*2
    slli x8, x5, 0    | .*23 fetch ld_rs1 exec*2
    bne  x0, x0, skip | .*27 fetch ld_rs1*2 exec
    beq  x6, x7, skip | .*31 fetch ld_rs1*2 exec*3
    jal  x1, over     | .*37 fetch ld_rs1 exec
    jalr x1, 4(x1)    | .*40 fetch ld_rs1 exec*4
    lui  x9, 1        | .*46 fetch ld_rs1 exec
  )");
}

TEST_CASE("picorv32: two cycles to compare, two cycles in the ALU") {
  // README, TWO_CYCLE_COMPARE: one more for conditional branches.
  check_timeline(Isa::riscv, On("picorv32", {"unit.core.latencies.branch=2"}).rv32(), R"(
        bne  x0, x0, skip
        beq  x0, x0, skip
  skip: jal  x1, over
  over: addi x6, x0, 1
  )",
                 R"(
    bne  x0, x0, skip | fetch ld_rs1 exec*2
    beq  x0, x0, skip | .*4 fetch ld_rs1 exec*4
    jal  x1, over     | .*10 fetch ld_rs1 exec
    addi x6, x0, 1    | .*13 fetch ld_rs1 exec
  )");
  // README, TWO_CYCLE_ALU: one more for whatever uses the ALU: not jal, loads, stores (picorv32.v:
  // addresses have an adder of their own) and shifts step by step; a counter is no ALU operation.
  const On two_cycle_alu{"picorv32",
                         {"unit.core.latencies.integer=2", "unit.core.latencies.branch=2",
                          "unit.core.latencies.jump_register=5"}};
  check_timeline(Isa::riscv, two_cycle_alu.rv32(), R"(
        addi x5, x0, 4
        add  x6, x5, x5
        lw   x7, 0(sp)
        slli x8, x5, 0
        rdcycle x9
        bne  x0, x0, skip
  skip: jal  x1, over
  over: jalr x1, 4(x1)
        lui  x9, 1
  )",
                 R"(
    addi x5, x0, 4    | fetch ld_rs1 exec*2
    add  x6, x5, x5   | .*4  fetch ld_rs1 exec*2
    lw   x7, 0(sp)    | .*8  fetch ld_rs1 exec*3
    slli x8, x5, 0    | .*13 fetch ld_rs1 exec*2
    rdcycle x9        | .*17 fetch ld_rs1 exec*2
    bne  x0, x0, skip | .*21 fetch ld_rs1 exec*2
    jal  x1, over     | .*25 fetch ld_rs1 exec
    jalr x1, 4(x1)    | .*28 fetch ld_rs1 exec*5
    lui  x9, 1        | .*35 fetch ld_rs1 exec*2
  )");
}

TEST_CASE("picorv32: without the look-ahead interface memory answers a cycle later") {
  // picorv32.v, mem_ready in the second cycle of a transfer: the fetch ahead is late by one behind
  // what takes 3 cycles, a fetch after the instruction and a data access by one more. Shifts and
  // what takes longer hide it.
  const On late{"picorv32",
                {"unit.core.latency=2", "unit.core.latencies.jump_register=5",
                 "branch.taken_cycles=3", "memory.data_latency=4"}};
  check_timeline(Isa::riscv, late.rv32(), R"(
        addi x5, x0, 4
        sw   x5, 0(sp)
        lw   x7, 0(sp)
        slli x8, x5, 1
        bne  x0, x0, skip
        beq  x0, x0, skip
  skip: jal  x1, over
  over: jalr x1, 4(x1)
        lui  x9, 1
  )",
                 R"(
    addi x5, x0, 4    | fetch ld_rs1 exec*2
    sw   x5, 0(sp)    | .*4  fetch ld_rs1 exec*5
    lw   x7, 0(sp)    | .*11 fetch ld_rs1 exec*5
    slli x8, x5, 1    | .*18 fetch ld_rs1 exec*3
    bne  x0, x0, skip | .*23 fetch ld_rs1 exec*2
    beq  x0, x0, skip | .*27 fetch ld_rs1 exec*5
    jal  x1, over     | .*34 fetch ld_rs1 exec*2
    jalr x1, 4(x1)    | .*38 fetch ld_rs1 exec*5
    lui  x9, 1        | .*45 fetch ld_rs1 exec*2
  )");
}

TEST_CASE("picorv32-fast-mul: products 6 cycles, shifts 3, divides 40") {
  // picorv32_pcpi_fast_mul: ld_rs1 waits for the operands' registers, the product and its ready.
  // README: the configuration of its Dhrystone numbers has BARREL_SHIFTER as well.
  check_timeline(Isa::riscv, On("picorv32-fast-mul").rv32(), R"(
    mul    x5, x2, x2 | fetch ld_rs1 exec*4
    mulhsu x5, x2, x2 | .*6  fetch ld_rs1 exec*4
    slli   x6, x5, 31 | .*12 fetch ld_rs1 exec
    div    x6, x2, x2 | .*15 fetch ld_rs1 exec*38
    lw     x7, 0(sp)  | .*55 fetch ld_rs1 exec*3
  )");
  // The same from the other preset, by its settings.
  const On by_settings{"picorv32",
                       {"unit.core.latencies.multiply=4", "unit.core.latencies.multiply_high=4",
                        "unit.core.latencies.shift=1", "unit.core.operand_latency={}"}};
  machine::Machine same = load(by_settings);
  const machine::Machine preset = load(On("picorv32-fast-mul"));
  same.name = preset.name;
  same.title = preset.title;
  same.description = preset.description;
  CHECK(same == preset);
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
