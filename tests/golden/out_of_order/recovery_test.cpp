// Branch prediction of dynamically scheduled machines: what is discarded when, and where fetch goes
// on. Each mechanism on kSmall (mechanism.hpp) with what is changed for it. Columns: fetched,
// dispatched, begun, last cycle of execution, written, retired; x9: discarded in 9.
//
// A branch that has executed up to a cycle and was predicted wrong has everything behind it
// discarded in the next one, in which fetch goes on where it leads.

#include "golden/mechanism.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::golden;

TEST_CASE("misprediction: a branch on the wrong path is wrong too", "[out_of_order]") {
  // Both branches are taken and predicted not to be. The first waits for t0 until 6; the one behind
  // it executes in 4, and fetch goes on at its target in 5, still on the wrong path. In 7 all of
  // that is discarded, the second branch as well.
  const Watched run = check_times(riscv(R"(
       mul  t0, t1, t2
       beqz t0, right
       beqz x0, other
       addi a0, x0, 1
other: addi a1, x0, 2
       addi a1, x0, 3
right: addi a2, x0, 4
  )"),
                                  small({{"branch.predictor", "not_taken"}}), R"(
    mul t0, t1, t2         | 1 2 3 5 6 7
    beq t0, zero, right    | 1 2 6 6 7 8
    beq zero, zero, other  | 2 3 4 4 5 x7
    addi a0, zero, 1       | 2 3 4 4 - x5
    addi a1, zero, 2       | 3 4 - - - x5
    addi a1, zero, 3       | 3 4 - - - x5
    addi a2, zero, 4       | 4 - - - - x5
    addi a1, zero, 2       | 5 6 - - - x7
    addi a1, zero, 3       | 5 6 - - - x7
    addi a2, zero, 4       | 6 - - - - x7
    addi a2, zero, 4       | 7 8 9 9 10 11
  )");
  CHECK(run.state->counters.mispredictions == 1); // the other was none of the program's
  CHECK(run.state->counters.flushed == 8);
}

TEST_CASE("misprediction: an older branch that was right is decided later", "[out_of_order]") {
  // The younger branch is wrong and sends fetch on in 5; the older one changes nothing in 6.
  const Watched run = check_times(riscv(R"(
      mul  t0, t1, t2
      bnez t0, away
      beqz x0, over
      addi a0, x0, 1
over: addi a1, x0, 2
away: addi a2, x0, 3
  )"),
                                  small({{"branch.predictor", "not_taken"}}), R"(
    mul t0, t1, t2        | 1 2 3 5 6 7
    bne t0, zero, away    | 1 2 6 6 7 8
    beq zero, zero, over  | 2 3 4 4 5 8
    addi a0, zero, 1      | 2 3 4 4 - x5
    addi a1, zero, 2      | 3 4 - - - x5
    addi a2, zero, 3      | 3 4 - - - x5
    addi a1, zero, 2      | 5 6 7 7 8 9
    addi a2, zero, 3      | 5 6 7 7 8 9
  )");
  CHECK(run.state->counters.mispredictions == 1);
}

TEST_CASE("misprediction: of two branches decided in one cycle the older counts",
          "[out_of_order]") {
  // Both have t0 in 6.
  check_times(riscv(R"(
       mul  t0, t1, t2
       beqz t0, right
       beqz t0, other
       addi a0, x0, 1
other: addi a1, x0, 2
right: addi a2, x0, 4
  )"),
              small({{"branch.predictor", "not_taken"}}), R"(
    mul t0, t1, t2       | 1 2 3 5 6 7
    beq t0, zero, right  | 1 2 6 6 7 8
    beq t0, zero, other  | 2 3 6 6 - x7
    addi a0, zero, 1     | 2 3 4 4 5 x7
    addi a1, zero, 2     | 3 4 5 5 6 x7
    addi a2, zero, 4     | 3 4 5 5 6 x7
    addi a2, zero, 4     | 7 8 9 9 10 11
  )");
}

namespace {

constexpr std::string_view kCalls = R"(
      jal  ra, work
      addi a3, x0, 3
      jal  x0, end
work: mul  t0, t1, t2
      beqz t0, good
      ret
good: ret
end:
)";

} // namespace

TEST_CASE("return stack: what the wrong path takes is put back", "[out_of_order]") {
  // Forward branches are predicted not to be taken, so the first return is on the wrong path and
  // takes the only address. Targets are known at decode: fetch goes on two cycles behind a jump.
  // In 9 the stack is as it was, and the right return knows its target too, in 11.
  check_times(riscv(kCalls),
              small({{"branch.predictor", "backward_taken"}, {"return_stack.depth", "4"}}), R"(
    jal ra, work         | 1 2 3 3 4 5
    mul t0, t1, t2       | 3 4 5 7 8 9
    beq t0, zero, good   | 3 4 8 8 9 10
    jalr zero, 0(ra)     | 4 5 6 6 7 x9
    addi a3, zero, 3     | 6 7 8 8 - x9
    jal zero, end        | 6 7 - - - x9
    jalr zero, 0(ra)     | 9 10 11 11 12 13
    addi a3, zero, 3     | 11 12 13 13 14 15
    jal zero, end        | 11 12 13 13 14 15
  )");
}

TEST_CASE("return stack without repair: the next return knows no target", "[out_of_order]") {
  // It executes in 11, and fetch goes on in 12.
  check_times(riscv(kCalls),
              small({{"branch.predictor", "backward_taken"},
                     {"return_stack.depth", "4"},
                     {"return_stack.repair", "none"}}),
              R"(
    jal ra, work         | 1 2 3 3 4 5
    mul t0, t1, t2       | 3 4 5 7 8 9
    beq t0, zero, good   | 3 4 8 8 9 10
    jalr zero, 0(ra)     | 4 5 6 6 7 x9
    addi a3, zero, 3     | 6 7 8 8 - x9
    jal zero, end        | 6 7 - - - x9
    jalr zero, 0(ra)     | 9 10 11 11 12 13
    addi a3, zero, 3     | 12 13 14 14 15 16
    jal zero, end        | 12 13 14 14 15 16
  )");
}

TEST_CASE("indirect jump: unknown at first, then as the last time", "[out_of_order]") {
  // The first time fetch goes straight on, until the jump has executed in 5. From then on the
  // target is known at decode: the branch behind it is fetched two cycles behind the jump. The loop
  // branch, predicted taken, is wrong in the last iteration.
  check_times(
      riscv(R"(
        addi t0, x0, 3
        la   t1, target
loop:   addi t0, t0, -1
        jr   t1
        addi a0, x0, 1
target: bnez t0, loop
  )"),
      small({{"branch.predictor", "backward_taken"}, {"indirect.predictor", "last_target"}}),
      R"(
    addi t0, zero, 3    | 1 2 3 3 4 5
    auipc t1, 0x0       | 1 2 3 3 4 5
    addi t1, t1, 20     | 2 3 4 4 5 6
    addi t0, t0, -1     | 2 3 4 4 5 6
    jalr zero, 0(t1)    | 3 4 5 5 6 7
    addi a0, zero, 1    | 3 4 5 5 - x6
    bne t0, zero, loop  | 4 5 - - - x6
    bne t0, zero, loop  | 6 7 8 8 9 10
    addi t0, t0, -1     | 8 9 10 10 11 12
    jalr zero, 0(t1)    | 8 9 10 10 11 12
    bne t0, zero, loop  | 10 11 12 12 13 14
    addi t0, t0, -1     | 12 13 14 14 15 16
    jalr zero, 0(t1)    | 12 13 14 14 15 16
    bne t0, zero, loop  | 14 15 16 16 17 18
    addi t0, t0, -1     | 16 - - - - x17
    jalr zero, 0(t1)    | 16 - - - - x17
  )");
}

namespace {

/// Slots of a ledger point lost to wrong predictions.
std::uint64_t lost_astray(const Watched& run, trace::LedgerPoint point) {
  return run.state->ledger.at(point).slots[static_cast<std::size_t>(Reason::mispredict)];
}

} // namespace

TEST_CASE("misprediction: a return that goes elsewhere", "[out_of_order]") {
  // The function returns to behind where the stack says. Its return waits for ra until 6; fetch has
  // followed the stack since 5, two cycles behind the return, and goes where the return leads in 7.
  const Watched run =
      check_times(riscv(R"(
      jal  ra, work
      addi a3, x0, 3
      jal  x0, end
work: addi ra, ra, 4
      ret
end:
)"),
                  small({{"branch.predictor", "backward_taken"}, {"return_stack.depth", "4"}}), R"(
    jal ra, work         | 1 2 3 3 4 5
    addi ra, ra, 4       | 3 4 5 5 6 7
    jalr zero, 0(ra)     | 3 4 6 6 7 8
    addi a3, zero, 3     | 5 6 - - - x7
    jal zero, end        | 5 6 - - - x7
    jal zero, end        | 7 8 9 9 10 11
  )");
  CHECK(run.state->counters.returns == 1);
  CHECK(run.state->counters.return_mispredictions == 1);
  CHECK(run.state->counters.mispredictions == 0); // conditional branches only
  // Two were fetched astray in 5, and in 6 fetch waited for the target of the second, where the
  // right path does not go. In 4 it waited for the target of the return, as it would have done had
  // the stack been right. Their slots of dispatch are lost to the return, in 6, and those of 7,
  // into which nothing came as they had been discarded.
  CHECK(lost_astray(run, trace::LedgerPoint::fetch) == 4);
  CHECK(lost_astray(run, trace::LedgerPoint::issue) == 4);
}

TEST_CASE("misprediction: an indirect jump that goes elsewhere than the last time",
          "[out_of_order]") {
  // The first time it leads straight on, as is predicted of a jump that is not known. The second
  // time that is known at decode: fetch is going there anyway, and goes on; but the jump, executed
  // in 8, leads to the end. What was fetched behind it up to then is discarded in 9.
  const Watched run = check_times(
      riscv(R"(
        la   t1, one
loop:   jr   t1
one:    addi t1, t1, 16
        addi a1, x0, 1
        addi a2, x0, 2
        jal  x0, loop
two:    addi a0, x0, 3
  )"),
      small({{"branch.predictor", "backward_taken"}, {"indirect.predictor", "last_target"}}),
      R"(
    auipc t1, 0x0       | 1 2 3 3 4 5
    addi t1, t1, 12     | 1 2 4 4 5 6
    jalr zero, 0(t1)    | 2 3 5 5 6 7
    addi t1, t1, 16     | 2 3 5 5 6 7
    addi a1, zero, 1    | 3 4 6 6 7 8
    addi a2, zero, 2    | 3 4 6 6 7 8
    jal zero, loop      | 4 5 7 7 8 9
    jalr zero, 0(t1)    | 6 7 8 8 9 10
    addi t1, t1, 16     | 6 7 8 8 - x9
    addi a1, zero, 1    | 7 8 - - - x9
    addi a2, zero, 2    | 7 8 - - - x9
    jal zero, loop      | 8 - - - - x9
    addi a0, zero, 3    | 9 10 11 11 12 13
  )");
  CHECK(run.state->counters.indirect_jumps == 2);
  CHECK(run.state->counters.indirect_mispredictions == 1);
  // One of 6, two of 7, and of 8 the jump and the slot behind it, which is lost to where that
  // leads.
  CHECK(lost_astray(run, trace::LedgerPoint::fetch) == 5);
  // One of 7 and two of 8 went to what was astray, and into 9 nothing came.
  CHECK(lost_astray(run, trace::LedgerPoint::issue) == 5);
}
