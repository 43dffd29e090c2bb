#include "golden/lesson.hpp"

#include <catch2/catch.hpp>

// dual-5: the five-stage pipeline with two instructions a stage. In one cycle at most one memory
// access, one branch or jump, one multiply and one divide issue, and nothing issues together with a
// branch in front of it. When one of a pair waits, the next instruction moves up beside it.

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

TEST_CASE("dual-5: independent instructions go in pairs") {
  const Lesson lesson = check_timeline(Isa::mips, "dual-5", R"(
    add $t0, $s0, $s1 | IF ID EX MEM WB
    add $t1, $s0, $s1 | IF ID EX MEM WB
    add $t2, $s0, $s1 | .  IF ID EX  MEM WB
    add $t3, $s0, $s1 | .  IF ID EX  MEM WB
  )");
  CHECK(lesson.run.cycles == 6);
}

TEST_CASE("dual-5: a dependence inside a pair holds its second instruction 1 cycle, which takes "
          "the next along") {
  check_timeline(Isa::mips, "dual-5", R"(
    add $t0, $s0, $s1 | IF ID EX   MEM WB
    add $t1, $t0, $s1 | IF ID RAW  EX  MEM WB
    add $t2, $s0, $s1 | .  IF ID   EX  MEM WB
    add $t3, $s0, $s1 | .  IF FULL ID  EX  MEM WB
  )");
}

TEST_CASE("dual-5: a lockstep group waits for its last instruction") {
  check_timeline(Isa::mips, {"dual-5", {"pipeline.group=lockstep"}}, R"(
    add $t0, $s0, $s1 | IF ID EX   MEM WB
    add $t1, $t0, $s1 | IF ID RAW  EX  MEM WB
    add $t2, $s0, $s1 | .  IF FULL ID  EX  MEM WB
    add $t3, $s0, $s1 | .  IF FULL ID  EX  MEM WB
  )");
}

TEST_CASE("dual-5: one memory access a cycle") {
  const Lesson lesson = check_timeline(Isa::mips, "dual-5", R"(
    lw $t0, 0($sp) | IF ID EX   MEM WB
    sw $s0, 4($sp) | IF ID PAIR EX  MEM WB
  )");
  CHECK(lesson.lost_issue_slots(Reason::pairing) == 1);
}

TEST_CASE(
    "dual-5: a load and its user two instructions later are one cycle apart, and cost 1 stall") {
  check_timeline(Isa::mips, "dual-5", R"(
    lw  $t0, 0($sp)   | IF ID EX MEM  WB
    add $t1, $s0, $s1 | IF ID EX MEM  WB
    add $t2, $t0, $s1 | .  IF ID RAW  EX MEM WB
    add $t3, $s0, $s1 | .  IF ID FULL EX MEM WB
  )");
}

TEST_CASE("dual-5: a branch may be second of a pair, and is last of its cycle") {
  // Not taken, resolved in ID.
  check_timeline(Isa::mips, "dual-5", R"(
         add $t0, $s0, $s1
         bne $zero, $zero, end
         bne $zero, $zero, end
         add $t1, $s0, $s1
    end: add $t2, $s0, $s1
  )",
                 R"(
    add $t0, $s0, $s1     | IF ID EX MEM  WB
    bne $zero, $zero, end | IF ID EX MEM  WB
    bne $zero, $zero, end | .  IF ID EX   MEM WB
    add $t1, $s0, $s1     | .  IF ID PAIR EX  MEM WB
    add $t2, $s0, $s1     | .  .  IF ID   EX  MEM WB
  )");
}

TEST_CASE("dual-5: the shipped pairing program, rule by rule") {
  // 6 and 7 both want memory in cycle 6; 10 stands behind the branch 9 in cycle 8.
  check_timeline(Isa::mips, "dual-5", R"(
         add $t0, $s0, $s1
         add $t1, $s2, $s3
         add $t2, $s0, $s1
         add $t3, $t2, $s3
         add $t4, $s0, $s1
         lw  $t5, 0($sp)
         lw  $t6, 4($sp)
         add $t7, $s0, $s1
         bne $zero, $zero, end
         add $t8, $s0, $s1
    end: add $t9, $s2, $s3
  )",
                 R"(
    add $t0, $s0, $s1     | IF ID EX MEM  WB
    add $t1, $s2, $s3     | IF ID EX MEM  WB
    add $t2, $s0, $s1     | .  IF ID EX   MEM WB
    add $t3, $t2, $s3     | .  IF ID RAW  EX  MEM  WB
    add $t4, $s0, $s1     | .  .  IF ID   EX  MEM  WB
    lw  $t5, 0($sp)       | .  .  IF FULL ID  EX   MEM WB
    lw  $t6, 4($sp)       | .  .  .  IF   ID  PAIR EX  MEM  WB
    add $t7, $s0, $s1     | .  .  .  .    IF  ID   EX  MEM  WB
    bne $zero, $zero, end | .  .  .  .    IF  FULL ID  EX   MEM WB
    add $t8, $s0, $s1     | .  .  .  .    .   IF   ID  PAIR EX  MEM WB
    add $t9, $s2, $s3     | .  .  .  .    .   .    IF  ID   EX  MEM WB
  )");
}

TEST_CASE("dual-5: a taken branch discards everything fetched behind it") {
  // The branch is resolved in ID in cycle 2, when two more have been fetched in pairs.
  check_timeline(Isa::mips, "dual-5", R"(
            beq $zero, $zero, target
            add $t0, $s0, $s1
            add $t1, $s0, $s1
            add $t2, $s0, $s1
    target: add $t3, $s0, $s1
  )",
                 R"(
    beq $zero, $zero, target | IF ID EX MEM WB
    add $t0, $s0, $s1        | IF ID flushed
    add $t1, $s0, $s1        | .  IF flushed
    add $t2, $s0, $s1        | .  IF flushed
    add $t3, $s0, $s1        | .  .  IF ID EX MEM WB
  )");
}
