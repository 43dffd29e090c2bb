// Who pays for slots of retirement that are lost while the oldest micro-op is on its way through
// the back half: what has kept it from being dispatched earlier, not the cycle that it takes in any
// case.

#include "golden/mechanism.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::golden;
using trace::LedgerPoint;

namespace {

/// Nothing lies between fetch and dispatch, as on the machines of the textbook.
machine::Machine without_front_end(std::vector<machine::Setting> settings) {
  settings.push_back({"front_end.cycles", "0"});
  return small(settings);
}

constexpr std::string_view kTaken = R"(
      beqz x0, over
      addi a0, x0, 1
over: addi a1, x0, 2
)";

} // namespace

TEST_CASE("retirement: the refill behind a misprediction is the branch's", "[out_of_order]") {
  // The branch executes in 2; what it skips is discarded in 3, in which the right path is fetched
  // and dispatched at once. The branch retires in 4, the addition in 6.
  const Watched run =
      check_times(riscv(kTaken), without_front_end({{"branch.predictor", "not_taken"}}),
                  R"(
    beq zero, zero, over | 1 1 2 2 3 4
    addi a0, zero, 1     | 1 1 2 2 - x3
    addi a1, zero, 2     | 2 2 - - - x3
    addi a1, zero, 2     | 3 3 4 4 5 6
  )");
  // Two slots a cycle. 1 to 3: the branch is on its way, and nothing can have come earlier. In 4
  // the second slot, and both of 5: nothing is there behind the branch but what was fetched after
  // it was decided. In 6 the program has ended.
  CHECK(run.lost(LedgerPoint::retire, Reason::none) == 2);
  CHECK(run.lost(LedgerPoint::retire, Reason::fill) == 3 * 2);
  CHECK(run.lost(LedgerPoint::retire, Reason::mispredict) == 1 + 2);
  CHECK(run.lost(LedgerPoint::retire, Reason::drain) == 1);
}

TEST_CASE("retirement: what takes longer than a cycle pays for the rest itself", "[out_of_order]") {
  // As above with a multiplication of three cycles: two of them are its own.
  const Watched run = check_times(riscv(R"(
      beqz x0, over
      addi a0, x0, 1
over: mul  a1, t0, t1
  )"),
                                  without_front_end({{"branch.predictor", "not_taken"}}), R"(
    beq zero, zero, over | 1 1 2 2 3 4
    addi a0, zero, 1     | 1 1 2 2 - x3
    mul a1, t0, t1       | 2 2 - - - x3
    mul a1, t0, t1       | 3 3 4 6 7 8
  )");
  CHECK(run.lost(LedgerPoint::retire, Reason::mispredict) == 1 + 2);
  CHECK(run.lost(LedgerPoint::retire, Reason::latency) == 2 * 2);
}

TEST_CASE("retirement: a misprediction behind something long is not seen there", "[out_of_order]") {
  // The refill is over long before the first division retires, in 11. Were the branch's target
  // known at once, the second one would begin in 3 and retire in 12; now everything takes a cycle
  // longer.
  constexpr std::string_view kHidden = R"(
      div  a2, t0, t1
      beqz x0, over
      addi a0, x0, 1
over: div  a1, t0, t1
  )";
  const Watched run =
      check_times(riscv(kHidden), without_front_end({{"branch.predictor", "not_taken"}}), R"(
    div a2, t0, t1       | 1 1 2 9 10 11
    beq zero, zero, over | 1 1 2 2 3 11
    addi a0, zero, 1     | 2 2 - - - x3
    div a1, t0, t1       | 2 2 - - - x3
    div a1, t0, t1       | 3 3 4 11 12 13
  )");
  const Watched perfect =
      watch(riscv(kHidden), without_front_end({{"front_end.decode_cycles", "0"}}));
  CHECK(perfect.state->cycle == 12);
  // That cycle is 12. The oldest, the second division, executes in it: it was dispatched in 3, and
  // an operation of one cycle could have retired since 6. So the slots are its own.
  CHECK(run.lost(LedgerPoint::retire, Reason::mispredict) == 0);
  CHECK(run.lost(LedgerPoint::retire, Reason::latency) ==
        perfect.lost(LedgerPoint::retire, Reason::latency) + 2);
}

TEST_CASE("retirement: a perfect predictor loses nothing to mispredictions", "[out_of_order]") {
  const Watched run = watch(riscv(kTaken), without_front_end({}));
  CHECK(run.lost(LedgerPoint::retire, Reason::mispredict) == 0);
}

TEST_CASE("retirement: a machine that waits for its branches loses slots to them",
          "[out_of_order]") {
  // Without a reorder buffer nothing is fetched before the branch has executed, in 2: the addition
  // is fetched and dispatched in 3 and written in 5. A result ends its micro-op.
  const Watched run = check_times(
      riscv(kTaken),
      without_front_end({{"reorder_buffer.entries", "0"}, {"branch.predictor", "not_taken"}}),
      R"(
    beq zero, zero, over | 1 1 2 2 3 4
    addi a1, zero, 2     | 3 3 4 4 5 6
  )");
  // Two slots a cycle, for results. In 1 and 2 the branch is on its way, and nothing behind it can
  // have been written, even if it had been fetched with it. In 3 it ends; the other slot and those
  // of 4 are lost as the addition was held up by it. In 5 that ends, and the program has.
  CHECK(run.lost(LedgerPoint::retire, Reason::none) == 2);
  CHECK(run.lost(LedgerPoint::retire, Reason::fill) == 2 + 2);
  CHECK(run.lost(LedgerPoint::retire, Reason::control) == 1 + 2);
  CHECK(run.lost(LedgerPoint::retire, Reason::drain) == 1);
  CHECK(run.lost(LedgerPoint::retire, Reason::mispredict) == 0);
  CHECK(run.lost(LedgerPoint::retire, Reason::latency) == 0);
}

TEST_CASE("retirement: without a reorder buffer work is every micro-op, however many end at once",
          "[out_of_order]") {
  // One is dispatched a cycle. The multiplication and the addition are written in 6, and take the
  // slots of 6 and 7; in 7 nothing is written.
  const isa::Program program = riscv("mul a0, t0, t1\naddi a1, x0, 1\naddi a2, x0, 2\n"
                                     "addi a3, a0, 1\n");
  const Watched run = watch(program, without_front_end({{"reorder_buffer.entries", "0"},
                                                        {"branch.predictor", "not_taken"},
                                                        {"dispatch.width", "1"},
                                                        {"front_end.width", "1"}}));
  CHECK(run.state->counters.retired_micro_ops == 4);
  CHECK(core::ledger_of(*run.state).at(LedgerPoint::retire).used() == 4);
  CHECK(core::ledger_of(*run.state).at(LedgerPoint::retire).width == 1);
  CHECK(core::ledger_of(*run.state).balanced());
}

TEST_CASE("retirement: no slot is lost to a dispatch that is narrower", "[out_of_order]") {
  // Two are dispatched a cycle, and four could retire: more than two cannot in the long run, and so
  // many slots there are. What is fetched in 1 retires in 5, of what ends in 7 nothing is left.
  const isa::Program adds = riscv("addi a0, x0, 1\naddi a1, x0, 1\naddi a2, x0, 1\n"
                                  "addi a3, x0, 1\naddi a4, x0, 1\naddi a5, x0, 1\n");
  const Watched run = watch(adds, small({{"reorder_buffer.width", "4"}}));
  CHECK(run.state->cycle == 7);
  CHECK(run.state->ledger.at(LedgerPoint::retire).width == 2);
  CHECK(run.lost(LedgerPoint::retire, Reason::none) == 6);
  CHECK(run.lost(LedgerPoint::retire, Reason::fill) == 4 * 2);
}

TEST_CASE("retirement: operations completed behind a long one take the next slots too",
          "[out_of_order]") {
  // The division is fetched in 1, executes from 3 to 10 and retires in 12, and with it the three
  // additions that have long been done. Two of the four have slots of earlier cycles.
  const isa::Program program = riscv(std::string(kBehindDivision));
  const Watched run = watch(program, small({{"reorder_buffer.width", "4"}}));
  CHECK(run.state->cycle == 12);
  CHECK(run.state->counters.retired_micro_ops == 4);
  CHECK(run.lost(LedgerPoint::retire, Reason::none) == 2);
  const trace::Ledger ledger = core::ledger_of(*run.state);
  CHECK(ledger.at(LedgerPoint::retire).used() == 4);
  CHECK(ledger.balanced());
}
