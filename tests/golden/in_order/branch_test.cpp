#include "golden/lesson.hpp"

#include <catch2/catch.hpp>

// Branches on the five-stage pipeline. Fetch goes straight on behind a branch; what was fetched
// wrongly is discarded in the cycle after the branch is resolved, in which the right instruction is
// fetched. Source for the penalties: Patterson and Hennessy, Computer Organization and Design,
// "Control Hazards".

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

namespace {

constexpr const char* kTaken = R"(
        beq $zero, $zero, target
        add $t0, $t1, $t2
        add $t3, $t1, $t2
        add $t4, $t1, $t2
target: add $t5, $t1, $t2
)";

} // namespace

TEST_CASE("mips-5: a taken branch resolved in ID discards 1 instruction") {
  const Lesson lesson = check_timeline(Isa::mips, "mips-5", kTaken, R"(
    beq $zero, $zero, target | IF ID EX MEM WB
    add $t0, $t1, $t2        | .  IF flushed
    add $t5, $t1, $t2        | .  .  IF ID EX MEM WB
  )");
  CHECK(lesson.run.mispredictions == 1);
  CHECK(lesson.lost_issue_slots(Reason::mispredict) == 1);
}

TEST_CASE("mips-5: a taken branch resolved in EX discards 2 instructions") {
  const Lesson lesson = check_timeline(Isa::mips, {"mips-5", {"branch.resolve=EX"}}, kTaken, R"(
    beq $zero, $zero, target | IF ID EX MEM WB
    add $t0, $t1, $t2        | .  IF ID flushed
    add $t3, $t1, $t2        | .  .  IF flushed
    add $t5, $t1, $t2        | .  .  .  IF ID EX MEM WB
  )");
  CHECK(lesson.lost_issue_slots(Reason::mispredict) == 2);
}

TEST_CASE("mips-5: a taken branch resolved in MEM discards 3 instructions") {
  // The first of them has been issued; it executes, and is discarded all the same.
  const Lesson lesson = check_timeline(Isa::mips, {"mips-5", {"branch.resolve=MEM"}}, kTaken, R"(
    beq $zero, $zero, target | IF ID EX MEM WB
    add $t0, $t1, $t2        | .  IF ID EX flushed
    add $t3, $t1, $t2        | .  .  IF ID flushed
    add $t4, $t1, $t2        | .  .  .  IF flushed
    add $t5, $t1, $t2        | .  .  .  .  IF ID EX MEM WB
  )");
  CHECK(lesson.lost_issue_slots(Reason::mispredict) == 3);
}

TEST_CASE("mips-5: a branch that is not taken costs nothing") {
  for (const char* stage : {"branch.resolve=ID", "branch.resolve=EX", "branch.resolve=MEM"})
    check_timeline(Isa::mips, {"mips-5", {stage}}, R"(
              bne $zero, $zero, target
              add $t0, $t1, $t2
      target: add $t5, $t1, $t2
    )",
                   R"(
      bne $zero, $zero, target | IF ID EX MEM WB
      add $t0, $t1, $t2        | .  IF ID EX  MEM WB
      add $t5, $t1, $t2        | .  .  IF ID  EX  MEM WB
    )");
}

TEST_CASE(
    "mips-5: the instruction in the delay slot of a taken branch executes, and nothing is lost") {
  const Lesson lesson =
      check_timeline(Isa::mips, {"mips-5", {"branch.delay_slot=true"}}, kTaken, R"(
    beq $zero, $zero, target | IF ID EX MEM WB
    add $t0, $t1, $t2        | .  IF ID EX MEM WB
    add $t5, $t1, $t2        | .  .  IF ID EX  MEM WB
  )");
  CHECK(lesson.run.wrong_path_ops == 0);
  CHECK(lesson.run.instructions == 3);
}

TEST_CASE("mips-5: with a delay slot, a branch resolved in EX discards 1 instruction") {
  check_timeline(Isa::mips, {"mips-5", {"branch.delay_slot=true", "branch.resolve=EX"}}, kTaken,
                 R"(
    beq $zero, $zero, target | IF ID EX MEM WB
    add $t0, $t1, $t2        | .  IF ID EX MEM WB
    add $t3, $t1, $t2        | .  .  IF flushed
    add $t5, $t1, $t2        | .  .  .  IF ID EX MEM WB
  )");
}

TEST_CASE("mips-5: a jump to a label discards 1 instruction") {
  check_timeline(Isa::mips, "mips-5", R"(
            j   target
            add $t0, $t1, $t2
    target: add $t5, $t1, $t2
  )",
                 R"(
    j   target        | IF ID EX MEM WB
    add $t0, $t1, $t2 | .  IF flushed
    add $t5, $t1, $t2 | .  .  IF ID EX MEM WB
  )");
}

TEST_CASE("mips-5: predicting a branch taken in ID, wrongly, fetches the target and comes back") {
  // Predicted at the end of ID: the target is fetched in cycle 3. Not taken at the end of EX: back
  // in cycle 4. The addi is fetched twice and executed once.
  check_timeline(Isa::mips, {"mips-5", {"branch.resolve=EX", "branch.predictor=taken"}}, R"(
            bne  $zero, $zero, target
            addi $t0, $t0, 1
            addi $t0, $t0, 2
    target: add  $t5, $t1, $t2
  )",
                 R"(
    bne  $zero, $zero, target | IF ID EX MEM WB
    addi $t0, $t0, 1          | .  IF flushed
    add  $t5, $t1, $t2        | .  .  IF flushed
    addi $t0, $t0, 1          | .  .  .  IF ID EX MEM WB
    addi $t0, $t0, 2          | .  .  .  .  IF ID EX  MEM WB
    add  $t5, $t1, $t2        | .  .  .  .  .  IF ID  EX  MEM WB
  )");
}

TEST_CASE("mips-5: a taken branch predicted taken in ID still costs the fetch behind it") {
  check_timeline(Isa::mips, {"mips-5", {"branch.resolve=EX", "branch.predictor=taken"}}, kTaken,
                 R"(
    beq $zero, $zero, target | IF ID EX MEM WB
    add $t0, $t1, $t2        | .  IF flushed
    add $t5, $t1, $t2        | .  .  IF ID EX MEM WB
  )");
}

TEST_CASE("mips-5: with perfect prediction in IF, a taken branch costs nothing") {
  const Lesson lesson = check_timeline(
      Isa::mips, {"mips-5", {"branch.predictor=perfect", "branch.predict_in=IF"}}, kTaken, R"(
    beq $zero, $zero, target | IF ID EX MEM WB
    add $t5, $t1, $t2        | .  IF ID EX  MEM WB
  )");
  CHECK(lesson.run.mispredictions == 0);
}

TEST_CASE("mips-5: call and return, each instruction twice is two rows") {
  // jal is in MEM when jr compares in ID: its return address is forwarded, and jr does not wait.
  check_timeline(Isa::mips, "mips-5", R"(
          jal f
          j   end
    f:    jr  $ra
    end:  add $t0, $t1, $t2
  )",
                 R"(
    jal f             | IF ID EX MEM WB
    j   end           | .  IF flushed
    jr  $ra           | .  .  IF ID EX MEM WB
    add $t0, $t1, $t2 | .  .  .  IF flushed
    j   end           | .  .  .  .  IF ID EX MEM WB
    jr  $ra           | .  .  .  .  .  IF flushed
    add $t0, $t1, $t2 | .  .  .  .  .  .  IF ID EX MEM WB
  )");
}

// ---- operands of the comparator in ID
// ------------------------------------------------------------------------------

TEST_CASE("ALU feeding a branch in ID: 1 stall") {
  // The result is behind EX at the end of cycle 3, and the branch compares in ID in cycle 4.
  const Lesson lesson = check_timeline(Isa::mips, "mips-5", R"(
            addi $t0, $zero, 1
            bne  $t0, $zero, target
            add  $t1, $t2, $t3
    target: add  $t5, $t2, $t3
  )",
                                       R"(
    addi $t0, $zero, 1      | IF ID EX MEM  WB
    bne  $t0, $zero, target | .  IF ID RAW  EX MEM WB
    add  $t1, $t2, $t3      | .  .  IF FULL flushed
    add  $t5, $t2, $t3      | .  .  .  .    IF ID  EX MEM WB
  )");
  CHECK(lesson.lost_issue_slots(Reason::raw) == 1);
}

TEST_CASE("load feeding a branch in ID: 2 stalls") {
  const Lesson lesson = check_timeline(Isa::mips, "mips-5", R"(
            lw  $t0, 0($sp)
            beq $t0, $zero, target
            add $t1, $t2, $t3
    target: add $t5, $t2, $t3
  )",
                                       R"(
    lw  $t0, 0($sp)        | IF ID EX MEM  WB
    beq $t0, $zero, target | .  IF ID RAW  RAW  EX MEM WB
    add $t1, $t2, $t3      | .  .  IF FULL FULL flushed
    add $t5, $t2, $t3      | .  .  .  .    .    IF ID  EX MEM WB
  )");
  CHECK(lesson.lost_issue_slots(Reason::raw) == 2);
}

TEST_CASE("branch in ID, one instruction further away: ALU 0 stalls, load 1") {
  check_timeline(Isa::mips, "mips-5", R"(
            addi $t0, $zero, 0
            add  $t1, $t2, $t3
            bne  $t0, $zero, target
    target: add  $t5, $t2, $t3
  )",
                 R"(
    addi $t0, $zero, 0      | IF ID EX MEM WB
    add  $t1, $t2, $t3      | .  IF ID EX  MEM WB
    bne  $t0, $zero, target | .  .  IF ID  EX  MEM WB
    add  $t5, $t2, $t3      | .  .  .  IF  ID  EX  MEM WB
  )");
  check_timeline(Isa::mips, "mips-5", R"(
            lw   $t0, 0($sp)
            add  $t1, $t2, $t3
            bne  $t0, $zero, target
    target: add  $t5, $t2, $t3
  )",
                 R"(
    lw   $t0, 0($sp)        | IF ID EX MEM WB
    add  $t1, $t2, $t3      | .  IF ID EX  MEM  WB
    bne  $t0, $zero, target | .  .  IF ID  RAW  EX MEM WB
    add  $t5, $t2, $t3      | .  .  .  IF  FULL ID EX  MEM WB
  )");
}

TEST_CASE("branch in ID without paths to the comparator reads the register file: 2 stalls") {
  check_timeline(Isa::mips, {"mips-5", {"forwarding.paths=[EX->EX, MEM->EX]"}}, R"(
            addi $t0, $zero, 0
            bne  $t0, $zero, target
    target: add  $t5, $t2, $t3
  )",
                 R"(
    addi $t0, $zero, 0      | IF ID EX MEM  WB
    bne  $t0, $zero, target | .  IF ID RAW  RAW  EX MEM WB
    add  $t5, $t2, $t3      | .  .  IF FULL FULL ID EX  MEM WB
  )");
}

TEST_CASE("branch resolved in EX takes an ALU result without a stall, a load with 1") {
  const On machine{"mips-5", {"branch.resolve=EX"}};
  check_timeline(Isa::mips, machine, R"(
            addi $t0, $zero, 0
            bne  $t0, $zero, target
    target: add  $t5, $t2, $t3
  )",
                 R"(
    addi $t0, $zero, 0      | IF ID EX MEM WB
    bne  $t0, $zero, target | .  IF ID EX  MEM WB
    add  $t5, $t2, $t3      | .  .  IF ID  EX  MEM WB
  )");
  check_timeline(Isa::mips, machine, R"(
            lw   $t0, 0($sp)
            bne  $t0, $zero, target
    target: add  $t5, $t2, $t3
  )",
                 R"(
    lw   $t0, 0($sp)        | IF ID EX MEM  WB
    bne  $t0, $zero, target | .  IF ID RAW  EX MEM WB
    add  $t5, $t2, $t3      | .  .  IF FULL ID EX  MEM WB
  )");
}
