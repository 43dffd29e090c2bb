// Wrong paths: predictions that come late, delay slots, and operations that must not end.

#include "unit/core/core_testing.hpp"

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;
using isa::Isa;

TEST_CASE("a late prediction that is wrong discards what was fetched before it as well") {
  // Predicted in ID, resolved in EX. The branch: IF 1, ID 2, EX 3. What lies behind it is fetched
  // in 2; the prediction sends fetch to L in 3; the outcome sends it back in 4.
  const Run run(assembled(Isa::tac, "if a != a goto L\nx = 1\nx = x + 1\nL: y = x\n"),
                machine_named("mips-5", {"branch.resolve=EX", "branch.predict_in=ID",
                                         "branch.predictor=taken"}));
  CHECK(run.enters(2, "IF") == 2);
  CHECK(run.enters(3, "IF") == 3);
  CHECK(run.timeline.find(OpId{2})->flushed);
  CHECK(run.timeline.find(OpId{2})->wrong_path);
  CHECK(run.timeline.find(OpId{3})->instruction == InstructionIndex{3});
  CHECK(run.timeline.find(OpId{3})->flushed);
  CHECK(run.enters(4, "IF") == 4);
  CHECK(run.state->counters.retired == 4);
  CHECK(run.state->counters.mispredictions == 1);
  CHECK(run.same_registers());
}

TEST_CASE("a prediction in the stage that resolves the branch changes nothing") {
  const auto program = assembled(Isa::tac, "if a != a goto L\nx = 1\nL: y = x\n");
  const Run taken(program, machine_named("mips-5", {"branch.predictor=taken"}));
  const Run not_taken(program, machine_named("mips-5"));
  CHECK(taken.state->cycle == not_taken.state->cycle);
  CHECK(taken.state->counters.flushed == 0);
}

TEST_CASE("what a discarded path printed and wrote never happened") {
  const Run run(assembled(Isa::tac, "a = 5\nif a == 5 goto L\nprint a\nmem[8] = a\na = 7\nexit 3\n"
                                    "L: b = mem[8]\n"),
                machine_named("mips-5", {"branch.resolve=MEM"}));
  CHECK(run.state->stop == StopReason::end);
  CHECK(run.state->arch.output_bytes == 0);
  CHECK(run.state->counters.flushed > 0);
  CHECK(run.same_registers());
  CHECK(run.state->arch.memory == run.reference.state.memory);
}

TEST_CASE("delay slot: executed once on either path, and control goes on behind it") {
  const char* text = "li $t0, 3\n"
                     "loop: addiu $t0, $t0, -1\n"
                     "bnez $t0, loop\n"
                     "addiu $t1, $t1, 1\n"
                     "addiu $t2, $t2, 1\n";
  for (const char* resolve : {"ID", "EX", "MEM"})
    for (const char* predictor : {"not_taken", "taken", "perfect"}) {
      INFO(resolve << ", " << predictor);
      const Run run(
          assembled(Isa::mips, text, true),
          machine_named("mips-5",
                        {"branch.delay_slot=true", fmt::format("branch.resolve={}", resolve),
                         fmt::format("branch.predictor={}", predictor), "branch.predict_in=IF"}));
      CHECK(run.state->counters.retired == 1 + 3 * 3 + 1);
      CHECK(run.state->committed[run.program.register_named("$t1")] == 3);
      CHECK(run.state->committed[run.program.register_named("$t2")] == 1);
      CHECK(run.same_registers());
    }
}

TEST_CASE("operations beside a branch in the last stage do not retire on the wrong path") {
  const Run run(assembled(Isa::tac, "if a == a goto L\nx = 1\ny = 2\nL: z = 3\n"),
                machine_named("dual-5", {"branch.resolve=WB", "issue.forbid=[]"}));
  CHECK(run.state->counters.retired == 2);
  for (const OpRow& row : run.timeline.rows)
    CHECK(row.wrong_path == row.flushed);
  CHECK(run.same_registers());
}

TEST_CASE("nothing overtakes a slow branch on its way to the stage where it is resolved") {
  // Branches take 4 cycles in a unit of their own; adds take 1.
  const Run run(assembled(Isa::tac, "if a == a goto L\nx = 1\ny = 2\nL: z = 3\n"),
                machine_from("name = \"slow-branch\"\n[pipeline]\nstages = [\n"
                             "  { name = \"IF\", does = [\"fetch\", \"decode\", \"read\"] },\n"
                             "  { name = \"EX\", does = [\"execute\", \"memory\"] },\n"
                             "  { name = \"WB\", does = [\"write\"] },\n]\n"
                             "[[unit]]\nname = \"alu\"\noperations = [\"integer\", \"memory\"]\n"
                             "[[unit]]\nname = \"bru\"\noperations = [\"control\"]\nlatency = 4\n"
                             "[branch]\nresolve = \"EX\"\n"));
  CHECK(run.state->counters.retired == 2);
  CHECK(run.held(2).why != Reason::none);
  CHECK(run.timeline.find(OpId{2})->flushed);
  CHECK(run.same_registers());
}
