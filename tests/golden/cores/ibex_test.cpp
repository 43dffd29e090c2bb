#include "golden/lesson.hpp"
#include "golden/risc_v_examples.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "session/explain.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>

// Ibex, configuration "small": two stages, IF and ID/EX. Stalls from the table of the Ibex
// Reference Guide, "Pipeline Details": an instruction that stalls for n cycles is in ID/EX for n +
// 1, or the one behind it arrives n cycles later. An operation in IF waits (UNIT) for the one in
// ID/EX.

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

namespace {

const On kIbex = On("ibex-small").rv32();

const On kWriteback =
    On("ibex-small",
       {"pipeline.stages=[{name=IF, does=[fetch]}, {name=ID/EX, does=[decode, read, execute]}, "
        "{name=WB, does=[memory, write]}]",
        "forwarding.paths=[\"ID/EX->ID/EX\"]", "memory.data_latency=1"})
        .rv32();

/// The changes offered against the waits of the n-th operation.
std::string remedies_of(const Lesson& lesson, std::uint64_t n) {
  const auto way = session::explain_op(lesson.program, lesson.machine, {}, n, true);
  REQUIRE(way.has_value());
  std::string settings;
  for (const session::OpExplanation& stretch : way->ops)
    for (const session::Remedy& remedy : stretch.remedies)
      settings += remedy.setting + " ";
  return settings;
}

bool is_offered(const Lesson& lesson, std::uint64_t n, std::string_view setting) {
  return remedies_of(lesson, n).find(setting) != std::string::npos;
}

} // namespace

TEST_CASE("a counter of cycles is read where the instruction executes, not where it is fetched") {
  // What lies between the two reads is what is measured. ibex-small: a division is in ID/EX for 37
  // cycles, so that the second read is there 38 cycles behind the first; an addition for 1. mips-5:
  // add needs lw's value, and waits one cycle in ID.
  struct Measured {
    const char* machine;
    unsigned xlen;
    const char* between;
    std::uint64_t cycles;
  };
  for (const Measured& one :
       {Measured{"ibex-small", 32, "div a3, a4, a5\n", 38}, Measured{"ibex-small", 32, "", 1},
        Measured{"ibex-small", 32, "add a3, a4, a5\n", 2}, Measured{"mips-5", 64, "", 1},
        Measured{"mips-5", 64, "lw a3, 0(sp)\nadd a4, a3, a3\n", 4}}) {
    const std::string text = std::string("li a4, 1000\nli a5, 7\ncsrr a0, mcycle\n") + one.between +
                             "csrr a1, mcycle\nsub a2, a1, a0\n";
    isa::AssembleOptions options;
    options.xlen = one.xlen;
    const isa::Program program = isa::assemble(Isa::riscv, "test", text, options).value();
    isa::ArchState end = isa::initial_state(program);
    session::RunOptions run;
    run.at_end = [&end](const isa::ArchState& state) { end = state; };
    const auto machine = machine::load_machine(one.machine).value();
    CHECK(session::run_program(program, machine, run).stop.reason == "end");
    INFO(one.machine << ":\n" << text);
    CHECK(end.regs[program.register_named("a2")] == one.cycles);
  }
}

TEST_CASE("ibex-small: ALU and CSR stall 0 cycles, load and store 1") {
  // sw is in ID/EX in 3 and 4, lw in 5 and 6. add needs what lw loads, which is written in 6.
  const Lesson lesson = check_timeline(Isa::riscv, kIbex, R"(
    addi x5, x0, 1  | IF ID/EX
    sw   x5, 0(sp)  | .  IF ID/EX*2
    lw   x6, 0(sp)  | .  .  IF UNIT ID/EX*2
    add  x7, x6, x6 | .*4 IF RAW ID/EX
    csrr x8, instret| .*6 IF ID/EX
    xor  x9, x7, x5 | .*7 IF ID/EX
  )");
  CHECK(lesson.cycles_held(3, Reason::unit_busy) == 1);
  CHECK(is_offered(lesson, 3, "memory.data_latency=1"));
}

TEST_CASE("ibex-small: memory that answers a cycle later costs each access a cycle") {
  const On slow = On("ibex-small", {"memory.data_latency=3"}).rv32();
  check_timeline(Isa::riscv, slow, R"(
    sw   x5, 0(sp)  | IF ID/EX*3
    lw   x6, 0(sp)  | .  IF UNIT*2 ID/EX*3
  )");
}

TEST_CASE("ibex-small: a jump stalls 1 cycle, a branch not taken 0, taken 2") {
  check_timeline(Isa::riscv, kIbex, R"(
        beq  x0, sp, over
        jal  x1, over
        nop
  over: addi x6, x0, 1
  )",
                 R"(
    beq  x0, sp, over | IF ID/EX
    jal  x1, over     | .  IF ID/EX
    nop               | .  .  IF flushed
    addi x6, x0, 1    | .  .  .  IF ID/EX
  )");
  // In the first cycle in ID/EX the branch compares, in the second it computes its target.
  const Lesson taken = check_timeline(Isa::riscv, kIbex, kTakenBranch,
                                      R"(
    beq  x0, x0, over | IF ID/EX*2
    nop               | .  IF UNIT flushed
    addi x6, x0, 1    | .  .  .  IF ID/EX
  )");
  CHECK(taken.run.mispredictions == 1);
  CHECK(taken.lost_issue_slots(Reason::mispredict) == 1);
  CHECK(taken.lost_issue_slots(Reason::unit_busy) == 1);
}

TEST_CASE("ibex-small: with a branch target ALU a taken branch stalls 1 cycle") {
  check_timeline(Isa::riscv, On("ibex-small", {"branch.taken_cycles=0"}).rv32(), kTakenBranch,
                 R"(
    beq  x0, x0, over | IF ID/EX
    nop               | .  IF flushed
    addi x6, x0, 1    | .  .  IF ID/EX
  )");
}

TEST_CASE("ibex-small: an indirect jump stalls 1 cycle") {
  check_timeline(Isa::riscv, kIbex, kIndirectJump,
                 R"(
    jal  x1, over   | IF ID/EX
    nop             | .  IF flushed
    jalr x0, 12(x1) | .  .  IF ID/EX
    nop             | .  .  .  IF flushed
    addi x6, x0, 1  | .  .  .  .  IF ID/EX
  )");
}

TEST_CASE("ibex-small: MUL stalls 2 cycles, MULH 3") {
  check_timeline(Isa::riscv, kIbex, R"(
    mul    x5, x2, x2 | IF ID/EX*3
    mulh   x6, x2, x2 | .  IF UNIT*2 ID/EX*4
    mulhsu x7, x2, x2 | .*4 IF UNIT*3 ID/EX*4
    mulhu  x8, x2, x2 | .*8 IF UNIT*3 ID/EX*4
    addi   x9, x0, 1  | .*12 IF UNIT*3 ID/EX
  )");
}

TEST_CASE("ibex-small: a divide takes 37 cycles, by zero 2") {
  // "Instruction Decode and Execute", "Divider": 37 cycles, 2 when dividing by 0. The first of them
  // is the one every instruction has.
  check_timeline(Isa::riscv, kIbex, R"(
    div  x5, sp, sp | IF ID/EX*37
    rem  x6, sp, x0 | .  IF UNIT*36 ID/EX*2
    divu x7, sp, x0 | .*38 IF UNIT ID/EX*2
    remu x8, sp, sp | .*40 IF UNIT ID/EX*37
    addi x9, x0, 1  | .*42 IF UNIT*36 ID/EX
  )");
}

TEST_CASE("ibex-small: a jump and a taken branch to the next instruction cost what others do") {
  // "Pipeline Details", Jump and Branch (Taken): the stage in front is flushed and fetch begins at
  // the new PC; whether that is where fetch is going anyway is not asked.
  const Lesson jump = check_timeline(Isa::riscv, kIbex, R"(
        j    next
  next: addi x6, x0, 1
  )",
                                     R"(
    j    next      | IF ID/EX
    addi x6, x0, 1 | .  IF flushed
    addi x6, x0, 1 | .  .  IF ID/EX
  )");
  CHECK(jump.lost_issue_slots(Reason::redirect) == 1);
  const Lesson branch = check_timeline(Isa::riscv, kIbex, R"(
        beq  x0, x0, next
  next: addi x6, x0, 1
  )",
                                       R"(
    beq  x0, x0, next | IF ID/EX*2
    addi x6, x0, 1    | .  IF UNIT flushed
    addi x6, x0, 1    | .  .  .  IF ID/EX
  )");
  CHECK(branch.run.mispredictions == 1);
  // Not taken it goes to the same place, for nothing.
  check_timeline(Isa::riscv, kIbex, R"(
        bne  x0, x0, next
  next: addi x6, x0, 1
  )",
                 R"(
    bne  x0, x0, next | IF ID/EX
    addi x6, x0, 1    | .  IF ID/EX
  )");
  check_timeline(Isa::riscv, On("ibex-small", {"branch.to_next=go_on"}).rv32(), R"(
        beq  x0, x0, next
  next: j    over
  over: addi x6, x0, 1
  )",
                 R"(
    beq  x0, x0, next | IF ID/EX
    j    over         | .  IF ID/EX
    addi x6, x0, 1    | .  .  IF ID/EX
  )");
}

TEST_CASE("ibex-small: behind a jump to the next instruction its words are fetched again") {
  // The addi lies across two words, of which the second comes with the jump's; they are flushed.
  check_timeline(Isa::riscv, kIbex, R"(
        c.j  next
  next: addi x6, x0, 1
  )",
                 R"(
    c.j  next      | IF ID/EX
    addi x6, x0, 1 | .  IF flushed
    addi x6, x0, 1 | .  .  IF*2 ID/EX
  )");
}

TEST_CASE("ibex-small: a 32-bit instruction across two words costs one more fetch behind a jump") {
  // The jump goes to address 6 mod 8: the word at 4, then the one at 8. From there on every fetch
  // brings what the next instruction lacks.
  const Lesson lesson = check_timeline(Isa::riscv, kIbex, R"(
        j     over
        c.nop
  over: addi  x5, x0, 1
        addi  x6, x0, 2
        c.nop
        addi  x7, x0, 3
  )",
                                       R"(
    j    over      | IF ID/EX
    c.nop          | .  IF flushed
    addi x5, x0, 1 | .  .  IF*2 ID/EX
    addi x6, x0, 2 | .*4 IF ID/EX
    c.nop          | .*5 IF ID/EX
    addi x7, x0, 3 | .*6 IF ID/EX
  )");
  CHECK(lesson.lost_issue_slots(Reason::fetch_latency) == 1);
  // A compressed instruction there needs one word only.
  check_timeline(Isa::riscv, kIbex, R"(
        j     over
        c.nop
  over: c.nop
        addi  x6, x0, 2
  )",
                 R"(
    j    over      | IF ID/EX
    c.nop          | .  IF flushed
    c.nop          | .  .  IF ID/EX
    addi x6, x0, 2 | .  .  .  IF ID/EX
  )");
}

TEST_CASE("ibex-small: slow instruction memory is asked once a word, not once an instruction") {
  // Two cycles a fetch. c.nop brings the c.nop behind it along; addi begins a word; the last one
  // has its first half.
  check_timeline(Isa::riscv, On("ibex-small", {"memory.fetch_latency=2"}).rv32(), R"(
    c.nop          | IF*2 ID/EX
    c.nop          | .  . IF ID/EX
    addi x5, x0, 1 | .*3 IF*2 ID/EX
    c.nop          | .*5 IF*2 ID/EX
    addi x6, x0, 1 | .*7 IF*2 ID/EX
  )");
}

TEST_CASE("ibex-small: an access across two words is done in two") {
  const Lesson lesson = check_timeline(Isa::riscv, kIbex, R"(
    lw x5, -8(sp) | IF ID/EX*2
    lw x6, -6(sp) | .  IF UNIT ID/EX*3
    lh x7, -7(sp) | .  .  . IF UNIT*2 ID/EX*2
    sh x7, -5(sp) | .*6 IF RAW ID/EX*3
    nop           | .*8 IF UNIT*2 ID/EX
  )");
  CHECK(is_offered(lesson, 3, "memory.split_cycles=0"));
}

TEST_CASE("ibex-small with a writeback stage: accesses do not stall, their users do for 1 cycle") {
  check_timeline(Isa::riscv, kWriteback, R"(
    addi x5, x0, 1  | IF ID/EX WB
    sw   x5, 0(sp)  | .  IF ID/EX WB
    lw   x6, 0(sp)  | .  .  IF ID/EX WB
    add  x7, x5, x5 | .  .  .  IF ID/EX WB
    lw   x8, 0(sp)  | .  .  .  .  IF ID/EX WB
    add  x9, x8, x7 | .*5 IF RAW ID/EX WB
  )");
}
