#include "golden/lesson.hpp"

#include <catch2/catch.hpp>

// Predictors that learn, in the five-stage pipeline: when fetch hears of a target, and what a
// misprediction costs. Branches resolve in EX.

using namespace stallscope;
using namespace stallscope::golden;
using isa::Isa;

TEST_CASE("target buffer: a taken branch that it knows costs nothing") {
  // The first bne is predicted taken, but redirects fetch at decode: one fetch is lost.
  // It is learnt in EX, at the end of 5; fetched again in 6 and 8, it is known. The last one is not
  // taken, which costs two.
  const Lesson lesson = check_timeline(
      Isa::mips, {"mips-5", {"branch.resolve=EX", "branch.predictor=taken", "btb.entries=4"}}, R"(
          li   $t0, 3
    loop: addi $t0, $t0, -1
          bne  $t0, $zero, loop
          add  $t5, $t1, $t2
  )",
      R"(
    li   $t0, 3           | IF ID EX MEM WB
    addi $t0, $t0, -1     | .  IF ID EX MEM WB
    bne  $t0, $zero, loop | .  .  IF ID EX MEM WB
    add  $t5, $t1, $t2    | .  .  .  IF flushed
    addi $t0, $t0, -1     | .*4 IF ID EX MEM WB
    bne  $t0, $zero, loop | .*5 IF ID EX MEM WB
    addi $t0, $t0, -1     | .*6 IF ID EX MEM WB
    bne  $t0, $zero, loop | .*7 IF ID EX MEM WB
    addi $t0, $t0, -1     | .*8 IF ID flushed
    bne  $t0, $zero, loop | .*9 IF flushed
    add  $t5, $t1, $t2    | .*10 IF ID EX MEM WB
  )");
  CHECK(lesson.run.mispredictions == 1);
  CHECK(lesson.lost_issue_slots(Reason::mispredict) == 2);
  CHECK(lesson.lost_issue_slots(Reason::redirect) == 1);
}

TEST_CASE("two_bit: the first time round a loop is wrong, the last time is wrong, no other") {
  // Counters begin weakly not taken. Three times round: wrong, right, and wrong at the end.
  const Lesson lesson =
      run_lesson(Isa::mips, {"mips-5", {"branch.resolve=EX", "branch.predictor=two_bit"}}, R"(
          li   $t0, 10
    loop: addi $t0, $t0, -1
          bne  $t0, $zero, loop
          add  $t5, $t1, $t2
  )");
  CHECK(lesson.run.mispredictions == 2);
}

TEST_CASE("return stack: a return is predicted when it is decoded, and costs one fetch") {
  check_timeline(
      Isa::mips,
      {"mips-5", {"branch.resolve=EX", "branch.predictor=taken", "return_stack.depth=4"}}, R"(
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
    j   end           | .*4 IF ID EX MEM WB
    jr  $ra           | .*5 IF flushed
    add $t0, $t1, $t2 | .*6 IF ID EX MEM WB
  )");
}

TEST_CASE("never_right: every branch costs its penalty") {
  const Lesson lesson =
      run_lesson(Isa::mips, {"mips-5", {"branch.resolve=EX", "branch.predictor=never_right"}}, R"(
          li   $t0, 10
    loop: addi $t0, $t0, -1
          bne  $t0, $zero, loop
          add  $t5, $t1, $t2
  )");
  CHECK(lesson.run.mispredictions == 10);
}

TEST_CASE(
    "history: a branch predicted taken that falls through in the stage that predicts is told") {
  // The beq is taken every other time. Fetch goes straight on behind it until ID, and there it is
  // known not to be taken: nothing is discarded, and the history must not say taken for ever.
  const auto mispredictions = [](std::vector<std::string> settings, const std::string& buffer) {
    if (!buffer.empty())
      settings.push_back(buffer);
    On machine("mips-5");
    machine.settings = std::move(settings);
    return run_lesson(Isa::mips, machine, R"(
          li   $t0, 200
    loop: andi $t1, $t0, 1
          beq  $t1, $zero, even
          nop
    even: addi $t0, $t0, -1
          bne  $t0, $zero, loop
    )")
        .run.mispredictions;
  };
  for (const std::string kind : {"perceptron", "local", "gshare", "tage"})
    for (const std::string buffer : {"", "btb.entries=64"}) {
      CAPTURE(kind, buffer);
      const std::string predictor = "branch.predictor=" + kind;
      const auto at_fetch = mispredictions({predictor, "branch.predict_in=IF"}, "");
      CHECK(at_fetch < 30); // of 400
      CHECK(mispredictions({predictor}, buffer) == at_fetch);
      CHECK(mispredictions({predictor, "branch.resolve=EX"}, buffer) <= at_fetch + 4);
    }
}
