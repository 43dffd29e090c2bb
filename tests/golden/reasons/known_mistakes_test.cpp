#include "golden/lesson.hpp"
#include "programs/shipped.hpp"
#include "sanitized.hpp"
#include "timeline/root_cause.hpp"

#include <catch2/catch.hpp>

#include <set>

// Hazards that other teaching simulators got wrong, each by name. All on the five-stage pipeline;
// without forwarding where a false dependence would show as stalls.

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

namespace {

/// Cycles in which operations are held in a stage with a reason as root cause.
std::uint64_t held_cells(const Lesson& lesson, std::string_view stage, Reason reason) {
  std::uint64_t cells = 0;
  for (const Span& span : lesson.run.timeline.spans)
    if (span.cause.why != Reason::none && lesson.run.timeline.lanes.at(span.lane).name == stage)
      for (Cycle cycle = span.begin; cycle < span.end; ++cycle)
        cells += root_cause(lesson.run.timeline, span.cause, cycle).why == reason ? 1 : 0;
  return cells;
}

} // namespace

TEST_CASE("immediate bits taken for a source register: RISC-V addi and slli") {
  // In the instruction word, the immediates 6 stand where other formats have rs2 = x6.
  check_timeline(Isa::riscv, kNoForwarding, R"(
    add  x6, x1, x2 | IF ID EX MEM WB
    addi x5, x7, 6  | .  IF ID EX  MEM WB
    slli x8, x7, 6  | .  .  IF ID  EX  MEM WB
  )");
}

TEST_CASE("immediate bits taken for a source register: RISC-V lui and jal") {
  // Bits 3 to 7 of lui's constant 0x30 stand where other formats have rs1 = x6; so do bits of jal's
  // offset.
  check_timeline(Isa::riscv, kNoForwarding, R"(
    add x6, x1, x2 | IF ID EX MEM WB
    lui x5, 0x30   | .  IF ID EX  MEM WB
  )");
  check_timeline(Isa::riscv, kNoForwarding, R"(
         add x31, x1, x2
         jal x0, end
    end: nop
  )",
                 R"(
    add x31, x1, x2 | IF ID EX MEM WB
    jal x0, end     | .  IF ID EX  MEM WB
    nop             | .  .  IF ID  EX MEM WB
  )");
}

TEST_CASE("immediate bits taken for a source register: a MIPS destination in the rt field") {
  // addi, lui and lw write rt, which R-type instructions read.
  check_timeline(Isa::mips, kNoForwarding, R"(
    add  $t0, $t1, $t2 | IF ID EX MEM WB
    addi $t0, $t3, 5   | .  IF ID EX  MEM WB
    lui  $t0, 5        | .  .  IF ID  EX  MEM WB
    lw   $t0, 0($sp)   | .  .  .  IF  ID  EX  MEM WB
  )");
}

TEST_CASE("immediate bits taken for a source register: three-address constants") {
  check_timeline(Isa::tac, kNoForwarding, R"(
    t1 = t2 + t3 | IF ID EX MEM WB
    t4 = t5 + 1  | .  IF ID EX  MEM WB
    t6 = 1       | .  .  IF ID  EX  MEM WB
  )");
}

TEST_CASE("a store writes nothing: its value register and its immediate are no destinations") {
  // In the word of RISC-V's sw, the displacement 8 stands where other formats have rd = x8.
  check_timeline(Isa::riscv, kNoForwarding, R"(
    sw  x5, 8(x2)  | IF ID EX MEM WB
    add x6, x5, x8 | .  IF ID EX  MEM WB
  )");
  check_timeline(Isa::mips, kNoForwarding, R"(
    sw  $t0, 0($sp)   | IF ID EX MEM WB
    add $t1, $t0, $sp | .  IF ID EX  MEM WB
  )");
}

TEST_CASE("a branch writes nothing: its registers and its offset are no destinations") {
  // In the word of RISC-V's beq, the offset 8 stands where other formats have rd = x8.
  check_timeline(Isa::riscv, kNoForwarding, R"(
         bne x0, x0, end
         add x6, x8, x8
    end: nop
  )",
                 R"(
    bne x0, x0, end | IF ID EX MEM WB
    add x6, x8, x8  | .  IF ID EX  MEM WB
    nop             | .  .  IF ID  EX MEM WB
  )");
  check_timeline(Isa::mips, kNoForwarding, R"(
         bne $t0, $t1, end
         add $t2, $t0, $t1
    end: nop
  )",
                 R"(
    bne $t0, $t1, end | IF ID EX MEM WB
    add $t2, $t0, $t1 | .  IF ID EX  MEM WB
    nop               | .  .  IF ID  EX MEM WB
  )");
}

TEST_CASE(
    "forwarding from an instruction that writes nothing: the value comes from the real producer") {
  // The store has t0 in its registers and stands between producer and reader; the value must come
  // from the add.
  const Lesson lesson = check_timeline(Isa::mips, "mips-5", R"(
    addi $t0, $zero, 7   | IF ID EX MEM WB
    sw   $t0, 0($sp)     | .  IF ID EX  MEM WB
    add  $t1, $t0, $zero | .  .  IF ID  EX  MEM WB
  )");
  bool found = false;
  for (const Arrow& arrow : lesson.run.timeline.arrows)
    if (arrow.consumer == OpId{3}) {
      CHECK(arrow.producer == OpId{1});
      found = true;
    }
  CHECK(found);
}

TEST_CASE("writes to x0 and $zero are no writes: no operation waits for them, nothing is forwarded "
          "from them") {
  check_timeline(Isa::riscv, kNoForwarding, R"(
    add x0, x1, x2 | IF ID EX MEM WB
    add x3, x0, x4 | .  IF ID EX  MEM WB
  )");
  const Lesson lesson = check_timeline(Isa::mips, "mips-5", R"(
    lw  $zero, 0($sp)      | IF ID EX MEM WB
    add $t0, $zero, $zero  | .  IF ID EX  MEM WB
  )");
  CHECK(lesson.run.timeline.arrows.empty());
  // A branch that compares with $zero behind such a write.
  check_timeline(Isa::mips, "mips-5", R"(
         addi $zero, $zero, 5
         bne  $zero, $zero, end
    end: nop
  )",
                 R"(
    addi $zero, $zero, 5   | IF ID EX MEM WB
    bne  $zero, $zero, end | .  IF ID EX  MEM WB
    nop                    | .  .  IF ID  EX MEM WB
  )");
}

TEST_CASE("the register number 0 of the FP registers is a real register") {
  check_timeline(Isa::mips, "mips-5", R"(
    L.D   F0, 0(R29)  | IF ID EX MEM WB
    ADD.D F2, F0, F0  | .  IF ID RAW EX MEM WB
  )");
}

TEST_CASE("store-data forwarding: a loaded or computed value reaches the store behind it without a "
          "stall") {
  check_timeline(Isa::mips, "mips-5", R"(
    lw $t0, 0($sp) | IF ID EX MEM WB
    sw $t0, 4($sp) | .  IF ID EX  MEM WB
  )");
  check_timeline(Isa::mips, "mips-5", R"(
    add $t0, $t1, $t2 | IF ID EX MEM WB
    sw  $t0, 4($sp)   | .  IF ID EX  MEM WB
  )");
  // At distance 2 the value is taken in EX, at distance 3 read in ID.
  check_timeline(Isa::mips, "mips-5", R"(
    lw $t0, 0($sp)    | IF ID EX MEM WB
    or $t1, $t2, $t3  | .  IF ID EX  MEM WB
    sw $t0, 4($sp)    | .  .  IF ID  EX  MEM WB
    sw $t0, 8($sp)    | .  .  .  IF  ID  EX  MEM WB
  )");
}

TEST_CASE(
    "store-data forwarding: without the path the data is needed in EX, a load costs 1 stall") {
  check_timeline(Isa::mips, {"mips-5", {"forwarding.paths=[EX->EX, MEM->EX, EX->ID, MEM->ID]"}}, R"(
    lw $t0, 0($sp) | IF ID EX MEM WB
    sw $t0, 4($sp) | .  IF ID RAW EX MEM WB
  )");
  check_timeline(Isa::mips, kNoForwarding, R"(
    lw $t0, 0($sp) | IF ID EX MEM WB
    sw $t0, 4($sp) | .  IF ID RAW RAW EX MEM WB
  )");
}

TEST_CASE("the same static instruction twice in flight is two rows") {
  // The second addi is fetched in cycle 5, when the first is in WB.
  const Lesson lesson = check_timeline(Isa::mips, "mips-5", R"(
          .reg $t0, 2
    loop: addi $t0, $t0, -1
          bne  $t0, $zero, loop
  )",
                                       R"(
    addi $t0, $t0, -1     | IF ID EX MEM WB
    bne  $t0, $zero, loop | .  IF ID RAW EX MEM WB
    addi $t0, $t0, -1     | .  .  .  .   IF ID  EX MEM WB
    bne  $t0, $zero, loop | .  .  .  .   .  IF  ID RAW EX MEM WB
  )");
  CHECK(lesson.op(1).instruction == lesson.op(3).instruction);
  CHECK(lesson.op(1).end > lesson.op(3).begin);
}

TEST_CASE("the same static instruction twice in flight: its result goes to its own next instance") {
  // Back to back iterations: every addi takes $t0 from the addi before it, in EX.
  const Lesson lesson = check_timeline(
      Isa::mips,
      {"mips-5", {"branch.predictor=perfect", "branch.predict_in=IF", "branch.resolve=EX"}}, R"(
          .reg $t0, 3
    loop: addi $t0, $t0, -1
          bne  $t0, $zero, loop
  )",
      R"(
    addi $t0, $t0, -1     | IF ID EX MEM WB
    bne  $t0, $zero, loop | .  IF ID EX  MEM WB
    addi $t0, $t0, -1     | .  .  IF ID  EX  MEM WB
    bne  $t0, $zero, loop | .  .  .  IF  ID  EX  MEM WB
    addi $t0, $t0, -1     | .  .  .  .   IF  ID  EX  MEM WB
    bne  $t0, $zero, loop | .  .  .  .   .   IF  ID  EX  MEM WB
  )");
  std::set<std::pair<std::uint64_t, std::uint64_t>> taken;
  for (const Arrow& arrow : lesson.run.timeline.arrows)
    taken.emplace(arrow.producer.value, arrow.consumer.value);
  CHECK(taken ==
        std::set<std::pair<std::uint64_t, std::uint64_t>>{{1, 2}, {1, 3}, {3, 4}, {3, 5}, {5, 6}});
}

TEST_CASE("statistics that contradict the diagram: held cells are the lost issue slots, reason by "
          "reason") {
  // On single-issue machines that wait in ID, where operations are issued from, a held cell in ID
  // is a lost slot. That the ledger equals its recount and that as many rows as operations retire
  // is checked on every run of these tests.
  for (const char* machine : {"mips-5", "mips-5-fp"})
    for (const programs::ShippedProgram& shipped : listed_cases(programs::shipped())) {
      INFO(shipped.name << " on " << machine);
      const std::optional<Isa> isa = isa::isa_from_file_name(shipped.file);
      REQUIRE(isa.has_value());
      const Lesson lesson = run_lesson(*isa, machine, shipped.text, shipped.name);
      for (const Reason reason :
           {Reason::raw, Reason::waw, Reason::unit_busy, Reason::stage_full}) {
        INFO(stallscope::info(reason).name);
        CHECK(held_cells(lesson, "ID", reason) == lesson.lost_issue_slots(reason));
      }
    }
}

TEST_CASE("statistics that contradict the diagram: used and lost slots add up to width x cycles") {
  for (const char* machine : {"mips-5", "dual-5"}) {
    const Lesson lesson = run_lesson(Isa::mips, machine, R"(
            .reg $t0, 5
      loop: lw   $t1, 0($sp)
            add  $t2, $t1, $t2
            addi $t0, $t0, -1
            bne  $t0, $zero, loop
    )");
    for (const trace::LedgerPoint point : lesson.run.ledger.points()) {
      const trace::LedgerAccount& account = lesson.run.ledger.at(point);
      CHECK(account.total() == lesson.machine.width * lesson.run.cycles);
      CHECK(account.used() == lesson.run.instructions);
    }
    CHECK(lesson.run.branches == 5);
    CHECK(lesson.run.mispredictions == 4);
  }
}
