// Figures and examples of Patterson and Hennessy, Computer Organization and Design, 5th edition
// (MIPS), chapter 4, by the shipped programs that have them: whole diagrams. The book's cycle 1 is
// the fetch of its first instruction; programs that set an address first begin a cycle later.

#include "golden/lesson.hpp"
#include "programs/shipped.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

namespace {

/// The whole diagram of a shipped program.
Lesson check_shipped(const On& on, const char* name, std::string_view timeline) {
  const programs::ShippedProgram* shipped = programs::find_shipped(name);
  INFO(name);
  REQUIRE(shipped != nullptr);
  return check_timeline(Isa::mips, on, shipped->text, timeline);
}

On resolved_in(const char* stage) {
  return {"mips-5", {stage}};
}

} // namespace

TEST_CASE("figure 4.43: five independent instructions take 9 cycles") {
  const Lesson lesson = check_shipped("mips-5", "textbook/pipeline_diagram", R"(
    addi $1, $sp, -32 | IF ID EX MEM WB
    lw   $10, 20($1)  | .  IF ID EX  MEM WB
    sub  $11, $2, $3  | .  .  IF ID  EX  MEM WB
    add  $12, $3, $4  | .  .  .  IF  ID  EX  MEM WB
    lw   $13, 24($1)  | .  .  .  .   IF  ID  EX  MEM WB
    add  $14, $5, $6  | .  .  .  .   .   IF  ID  EX  MEM WB
  )");
  CHECK(lesson.run.cycles == 9 + 1);
}

TEST_CASE("figure 4.52: four readers of $2, none of which waits with forwarding") {
  const Lesson lesson = check_shipped("mips-5", "textbook/forwarding", R"(
    lui  $1, 0x1001   | IF ID EX MEM WB
    sub  $2, $1, $3   | .  IF ID EX  MEM WB
    and  $12, $2, $5  | .  .  IF ID  EX  MEM WB
    or   $13, $6, $2  | .  .  .  IF  ID  EX  MEM WB
    add  $14, $2, $2  | .  .  .  .   IF  ID  EX  MEM WB
    sw   $15, 100($2) | .  .  .  .   .   IF  ID  EX  MEM WB
  )");
  CHECK(lesson.run.cycles == 9 + 1);
  // Without: the lui is two stalls in front of the sub, which the book does not have.
  const Lesson without = check_shipped(kNoForwarding, "textbook/forwarding", R"(
    lui  $1, 0x1001   | IF ID EX MEM  WB
    sub  $2, $1, $3   | .  IF ID RAW  RAW  EX MEM  WB
    and  $12, $2, $5  | .  .  IF FULL FULL ID RAW  RAW  EX MEM WB
    or   $13, $6, $2  | .  .  .  .    .    IF FULL FULL ID EX  MEM WB
    add  $14, $2, $2  | .  .  .  .    .    .  .    .    IF ID  EX  MEM WB
    sw   $15, 100($2) | .  .  .  .    .    .  .    .    .  IF  ID  EX  MEM WB
  )");
  CHECK(without.cycles_held(3, Reason::stage_full) == 2); // behind the sub, which waits for the lui
  CHECK(without.cycles_held(3, Reason::raw) == 2);        // for the sub itself
  CHECK(without.run.cycles == 11 + 1 + 2);
}

TEST_CASE("figure 4.59: a load and its use, with a bubble: 10 cycles") {
  const Lesson lesson = check_shipped("mips-5", "textbook/load_use_bubble", R"(
    addi $1, $sp, -32 | IF ID EX MEM WB
    lw   $2, 20($1)   | .  IF ID EX  MEM  WB
    and  $4, $2, $5   | .  .  IF ID  RAW  EX MEM WB
    or   $8, $2, $6   | .  .  .  IF  FULL ID EX  MEM WB
    add  $9, $4, $2   | .  .  .  .   .    IF ID  EX  MEM WB
    slt  $1, $6, $7   | .  .  .  .   .    .  IF  ID  EX  MEM WB
  )");
  CHECK(lesson.run.cycles == 10 + 1);
}

TEST_CASE("figure 4.62: a taken branch resolved in ID flushes one instruction") {
  check_shipped("mips-5", "textbook/beq_taken", R"(
    addi $7, $sp, -82   | IF ID EX MEM WB
    sub  $10, $4, $8    | .  IF ID EX  MEM WB
    beq  $1, $3, target | .  .  IF ID  EX  MEM WB
    and  $12, $2, $5    | .  .  .  IF  flushed
    lw   $4, 50($7)     | .  .  .  .   IF  ID  EX MEM WB
  )");
}

TEST_CASE("section 4.8: resolved in EX it flushes two") {
  check_shipped(resolved_in("branch.resolve=EX"), "textbook/beq_taken", R"(
    addi $7, $sp, -82   | IF ID EX MEM WB
    sub  $10, $4, $8    | .  IF ID EX  MEM WB
    beq  $1, $3, target | .  .  IF ID  EX  MEM WB
    and  $12, $2, $5    | .  .  .  IF  ID  flushed
    or   $13, $2, $6    | .  .  .  .   IF  flushed
    lw   $4, 50($7)     | .  .  .  .   .   IF  ID EX MEM WB
  )");
}

TEST_CASE("figure 4.61: resolved in MEM it flushes three") {
  check_shipped(resolved_in("branch.resolve=MEM"), "textbook/beq_taken", R"(
    addi $7, $sp, -82   | IF ID EX MEM WB
    sub  $10, $4, $8    | .  IF ID EX  MEM WB
    beq  $1, $3, target | .  .  IF ID  EX  MEM WB
    and  $12, $2, $5    | .  .  .  IF  ID  EX  flushed
    or   $13, $2, $6    | .  .  .  .   IF  ID  flushed
    add  $14, $4, $2    | .  .  .  .   .   IF  flushed
    lw   $4, 50($7)     | .  .  .  .   .   .   IF ID EX MEM WB
  )");
}

namespace {

const On kDelaySlot{"mips-5", {"branch.delay_slot=true"}};

/// Cycles of a shipped program on the machine with a delay slot, and with a nop in the slot and its
/// instruction in front of the line `before`.
std::pair<std::uint64_t, std::uint64_t> with_and_without(const char* name, std::string_view slot,
                                                         std::string_view before) {
  std::string text(programs::find_shipped(name)->text);
  const std::size_t in_slot = text.rfind(slot);
  REQUIRE(in_slot != std::string::npos);
  text.replace(in_slot, slot.size(), "nop");
  if (!before.empty()) {
    const std::size_t at = text.rfind(before);
    REQUIRE(at != std::string::npos);
    text.insert(at, std::string(slot) + "\n");
  }
  return {run_shipped(kDelaySlot, name).run.cycles,
          run_lesson(Isa::mips, kDelaySlot, text).run.cycles};
}

} // namespace

TEST_CASE("figure 4.64a: the delay slot filled from before the branch saves a cycle") {
  check_shipped(kDelaySlot, "textbook/delay_slot_before", R"(
    beq  $s2, $zero, target | IF ID EX MEM WB
    add  $s1, $s2, $s3      | .  IF ID EX  MEM WB
    sub  $t4, $t5, $t6      | .  .  IF ID  EX  MEM WB
  )");
  const auto [filled, nop] =
      with_and_without("textbook/delay_slot_before", "add  $s1, $s2, $s3", "beq  $s2");
  CHECK(filled + 1 == nop);
}

TEST_CASE("figure 4.64b: the delay slot filled from the target saves a cycle an iteration") {
  check_shipped(kDelaySlot, "textbook/delay_slot_target", R"(
    addi $s3, $zero, -3 | IF ID EX MEM WB
    sub  $t4, $t5, $t6  | .  IF ID EX  MEM WB
    addi $s2, $s2, 1    | .  .  IF ID  EX  MEM WB
    add  $s1, $s2, $s3  | .  .  .  IF  ID  EX  MEM  WB
    bne  $s1, $zero, top | .  .  .  .   IF  ID  RAW  EX MEM WB
    sub  $t4, $t5, $t6  | .  .  .  .   .   IF  FULL ID EX  MEM WB
    addi $s2, $s2, 1    | .  .  .  .   .   .   .    IF ID  EX  MEM WB
    add  $s1, $s2, $s3  | .  .  .  .   .   .   .    .  IF  ID  EX  MEM  WB
    bne  $s1, $zero, top | .  .  .  .   .   .   .    .  .   IF  ID  RAW  EX MEM WB
    sub  $t4, $t5, $t6  | .  .  .  .   .   .   .    .  .   .   IF  FULL ID EX  MEM WB
    addi $s2, $s2, 1    | .  .  .  .   .   .   .    .  .   .   .   .    IF ID  EX  MEM WB
    add  $s1, $s2, $s3  | .  .  .  .   .   .   .    .  .   .   .   .    .  IF  ID  EX  MEM  WB
    bne  $s1, $zero, top | .  .  .  .   .   .   .    .  .   .   .   .    .  .   IF  ID  RAW  EX MEM WB
    sub  $t4, $t5, $t6  | .  .  .  .   .   .   .    .  .   .   .   .    .  .   .   IF  FULL ID EX  MEM WB
  )");
  // The sub back at the top of the loop, and the branch to it: the first time it was there before.
  const std::string loop(R"(
         addi $s3, $zero, -3
    top: sub  $t4, $t5, $t6
         addi $s2, $s2, 1
         add  $s1, $s2, $s3
         bne  $s1, $zero, top
         nop
  )");
  const Lesson filled = run_shipped(kDelaySlot, "textbook/delay_slot_target");
  const Lesson nop = run_lesson(Isa::mips, kDelaySlot, loop);
  CHECK(filled.run.cycles + 3 - 1 == nop.run.cycles); // 3 iterations; the last sub is for nothing
}

TEST_CASE("figure 4.64c: the delay slot filled from the fall-through saves a cycle") {
  check_shipped(kDelaySlot, "textbook/delay_slot_fall_through", R"(
    addi $s3, $zero, 1      | IF ID EX MEM WB
    add  $s1, $s2, $s3      | .  IF ID EX  MEM  WB
    beq  $s1, $zero, target | .  .  IF ID  RAW  EX MEM WB
    sub  $t4, $t5, $t6      | .  .  .  IF  FULL ID EX  MEM WB
    add  $t7, $t8, $t9      | .  .  .  .   .    IF ID  EX  MEM WB
    or   $t0, $t1, $t2      | .  .  .  .   .    .  IF  ID  EX  MEM WB
  )");
  const auto [filled, nop] =
      with_and_without("textbook/delay_slot_fall_through", "sub  $t4, $t5, $t6", "add  $t7");
  CHECK(filled + 1 == nop);
}

TEST_CASE("section 4.5: a = b + e; c = b + f takes 13 cycles, reordered 11") {
  const Lesson source = check_shipped("mips-5", "textbook/two_sums", R"(
    lui  $t0, 0x1001    | IF ID EX MEM WB
    lw   $t1, 0($t0)    | .  IF ID EX  MEM WB
    lw   $t2, 4($t0)    | .  .  IF ID  EX  MEM  WB
    add  $t3, $t1, $t2  | .  .  .  IF  ID  RAW  EX MEM WB
    sw   $t3, 12($t0)   | .  .  .  .   IF  FULL ID EX  MEM WB
    lw   $t4, 8($t0)    | .  .  .  .   .   .    IF ID  EX  MEM  WB
    add  $t5, $t1, $t4  | .  .  .  .   .   .    .  IF  ID  RAW  EX MEM WB
    sw   $t5, 16($t0)   | .  .  .  .   .   .    .  .   IF  FULL ID EX  MEM WB
  )");
  const Lesson reordered = check_shipped("mips-5", "textbook/two_sums_reordered", R"(
    lui  $t0, 0x1001    | IF ID EX MEM WB
    lw   $t1, 0($t0)    | .  IF ID EX  MEM WB
    lw   $t2, 4($t0)    | .  .  IF ID  EX  MEM WB
    lw   $t4, 8($t0)    | .  .  .  IF  ID  EX  MEM WB
    add  $t3, $t1, $t2  | .  .  .  .   IF  ID  EX MEM WB
    sw   $t3, 12($t0)   | .  .  .  .   .   IF  ID EX  MEM WB
    add  $t5, $t1, $t4  | .  .  .  .   .   .   IF ID  EX  MEM WB
    sw   $t5, 16($t0)   | .  .  .  .   .   .   .  IF  ID  EX  MEM WB
  )");
  CHECK(source.run.cycles == 13 + 1);
  CHECK(reordered.run.cycles == 11 + 1);
}

namespace {

/// The static dual-issue machine of section 4.10: the pair of an ALU operation or branch and a load
/// or store; branches cost nothing.
const On kStaticPairs{"dual-5",
                      {"branch.predictor=perfect", "branch.predict_in=IF",
                       "issue.forbid=[[[integer,shift,control],[integer,shift,control]]]"}};

/// The cycle in which each of `count` instructions enters EX, counted from the first of the second
/// iteration.
std::vector<std::uint64_t> issues_of_second(const Lesson& lesson, std::size_t count) {
  std::vector<std::uint64_t> cycles;
  std::size_t passes = 0;
  for (const OpRow& row : lesson.run.timeline.rows) {
    passes += lesson.program.source.at(row.instruction.value).text == "lw $t0, 0($s1)" ? 1 : 0;
    if (passes >= 2 && cycles.size() < count)
      cycles.push_back(lesson.cycle_entering(row.op.value, "EX"));
  }
  const std::uint64_t first = cycles.front();
  for (std::uint64_t& cycle : cycles)
    cycle = cycle - first + 1;
  return cycles;
}

} // namespace

TEST_CASE("figure 4.70: a loop of 5 instructions in 4 pairs") {
  using Cycles = std::vector<std::uint64_t>;
  const Lesson lesson = run_shipped(kStaticPairs, "textbook/static_dual_issue");
  CHECK(cycles_of_passes(lesson, "lw $t0, 0($s1)", "EX").back() == 4);
  const Cycles passes = cycles_of_passes(lesson, "lw $t0, 0($s1)", "EX");
  REQUIRE(passes.size() == 11);
  for (std::size_t i = 1; i < passes.size(); ++i)
    CHECK(passes[i] == 4);
}

TEST_CASE("figure 4.71: unrolled by four, 14 instructions in 8 pairs") {
  using Cycles = std::vector<std::uint64_t>;
  const Lesson lesson = run_shipped(kStaticPairs, "textbook/static_dual_issue_unrolled");
  // lw t0 and addi | lw t1 | lw t2, addu t0 | lw t3, addu t1 | sw t0, addu t2 | sw t1, addu t3 |
  // sw t2 | sw t3, bne; the next lw
  CHECK(issues_of_second(lesson, 15) == Cycles{1, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 8, 9});
  CHECK(cycles_of_passes(lesson, "lw $t0, 0($s1)", "EX").back() == 8);
}
