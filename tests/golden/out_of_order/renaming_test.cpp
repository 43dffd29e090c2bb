// Renaming, wake-up, result buses and retirement of dynamically scheduled machines: each mechanism
// on kSmall (mechanism.hpp) with what is changed for it. Columns: fetched, dispatched, begun, last
// cycle of execution, written, retired.

#include "golden/mechanism.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::golden;
using trace::LedgerPoint;

namespace {

// add has to read a4 before the first addi writes it (WAR); div and the second addi write a0 (WAW).
constexpr std::string_view kHazards = R"(
  div  a0, a1, a2
  add  a3, a0, a4
  addi a4, a5, 1
  addi a0, a5, 2
  add  a6, a0, a4
)";

// Hennessy and Patterson, chapter 3, "Dynamic scheduling: examples and the algorithm": only the
// first add waits, for div (RAW): it begins behind the last cycle of div, 10. All others begin in
// the cycle behind their dispatch or their producer; they retire in order behind div.
constexpr std::string_view kRenamed = R"(
  div a0, a1, a2  | 1 2  3 10 11 12
  add a3, a0, a4  | 1 2 11 11 12 13
  addi a4, a5, 1  | 2 3  4  4  5 13
  addi a0, a5, 2  | 2 3  4  4  5 14
  add a6, a0, a4  | 3 4  5  5  6 14
)";

} // namespace

TEST_CASE("renaming with tags removes WAR and WAW", "[out_of_order]") {
  check_times(riscv(kHazards), small(), kRenamed);
}

TEST_CASE("renaming to physical registers removes WAR and WAW", "[out_of_order]") {
  check_times(riscv(kHazards),
              small({{"rename.scheme", "physical"},
                     {"rename.integer_registers", "48"},
                     {"rename.fp_registers", "48"}}),
              kRenamed);
}

TEST_CASE("without renaming WAR and WAW cost time", "[out_of_order]") {
  // The rules of the scoreboard (Hennessy and Patterson, appendix C.7). Operands are
  // read behind the write of their producer: add begins in 12. The first addi has its result in 4
  // and writes it when add has read a4, in 13 (WAR). The second is dispatched when div has written
  // a0, in the cycle behind 11 (WAW), and the last add behind it; that reads a4 and a0 behind 14.
  // Nothing retires: what is written leaves in the next cycle, in order.
  check_times(riscv(kHazards),
              small({{"rename.scheme", "none"},
                     {"results.wakeup", "after_write"},
                     {"reorder_buffer.entries", "0"},
                     {"branch.predictor", "not_taken"}}),
              R"(
    div a0, a1, a2  | 1  2  3 10 11 12
    add a3, a0, a4  | 1  2 12 12 13 14
    addi a4, a5, 1  | 2  3  4  4 13 14
    addi a0, a5, 2  | 2 12 13 13 14 15
    add a6, a0, a4  | 3 12 15 15 16 17
  )");
}

TEST_CASE("no free physical register holds dispatch", "[out_of_order]") {
  // 39 integer registers are 7 to rename to: div and six addi. The seventh addi gets the register
  // that a0 was in before div, which is given back when div retires, in 12; freed in a cycle, it
  // can be taken in the next.
  const Watched run = check_times(riscv(R"(
      div  a0, a1, a2
      addi t0, a1, 1
      addi t1, a1, 2
      addi t2, a1, 3
      addi t3, a1, 4
      addi t4, a1, 5
      addi t5, a1, 6
      addi t6, a1, 7
  )"),
                                  small({{"rename.scheme", "physical"},
                                         {"rename.integer_registers", "39"},
                                         {"rename.fp_registers", "35"}}),
                                  R"(
    div a0, a1, a2  | 1  2  3 10 11 12
    addi t0, a1, 1  | 1  2  3  3  4 12
    addi t1, a1, 2  | 2  3  4  4  5 13
    addi t2, a1, 3  | 2  3  4  4  5 13
    addi t3, a1, 4  | 3  4  5  5  6 14
    addi t4, a1, 5  | 3  4  5  5  6 14
    addi t5, a1, 6  | 4  5  6  6  7 15
    addi t6, a1, 7  | 4 13 14 14 15 16
  )");
  CHECK(run.lost(LedgerPoint::issue, Reason::no_register) == 1 + 7 * 2); // one in 5, all in 6 to 12
}

namespace {

constexpr std::string_view kChain = R"(
  addi a0, a0, 1
  addi a0, a0, 2
  addi a0, a0, 3
)";

} // namespace

TEST_CASE("wake-up by bypass: dependent operations back to back", "[out_of_order]") {
  check_times(riscv(kChain), small(), R"(
    addi a0, a0, 1  | 1 2 3 3 4 5
    addi a0, a0, 2  | 1 2 4 4 5 6
    addi a0, a0, 3  | 2 3 5 5 6 7
  )");
}

TEST_CASE("wake-up after the write: a cycle between dependent operations", "[out_of_order]") {
  // Written (broadcast) in the cycle behind execution, used in the next one.
  check_times(riscv(kChain), small({{"results.wakeup", "after_write"}}), R"(
    addi a0, a0, 1  | 1 2 3 3 4 5
    addi a0, a0, 2  | 1 2 5 5 6 7
    addi a0, a0, 3  | 2 3 7 7 8 9
  )");
}

TEST_CASE("read cycles: hidden by the bypass, and not behind a write", "[out_of_order]") {
  // Two cycles between leaving the station and execution. With a bypass a dependent operation
  // leaves two cycles early, so that it executes in the cycle behind its producer; without, it
  // leaves behind the write.
  check_times(riscv(kChain), small({{"scheduler.read_cycles", "2"}}), R"(
    addi a0, a0, 1  | 1 2 3 5 6 7
    addi a0, a0, 2  | 1 2 4 6 7 8
    addi a0, a0, 3  | 2 3 5 7 8 9
  )");
  check_times(riscv(kChain),
              small({{"scheduler.read_cycles", "2"}, {"results.wakeup", "after_write"}}), R"(
    addi a0, a0, 1  | 1 2  3  5  6  7
    addi a0, a0, 2  | 1 2  7  9 10 11
    addi a0, a0, 3  | 2 3 11 13 14 15
  )");
}

TEST_CASE("one result bus: the oldest writes, the others wait", "[out_of_order]") {
  // In 5 both addi of a5 and a7 could write; in 6 mul, which is older than the one that is left. It
  // writes in 7, and the operation that needs a7 begins in 8.
  check_times(riscv(R"(
      mul  a0, a1, a2
      addi a3, a4, 1
      addi a5, a6, 1
      addi a7, t0, 1
      add  t1, a7, a3
  )"),
              small({{"results.buses", "1"}, {"results.wakeup", "after_write"}}), R"(
    mul a0, a1, a2  | 1 2 3 5 6 7
    addi a3, a4, 1  | 1 2 3 3 4 7
    addi a5, a6, 1  | 2 3 4 4 5 8
    addi a7, t0, 1  | 2 3 4 4 7 8
    add t1, a7, a3  | 3 4 8 8 9 10
  )");
}

TEST_CASE("retirement is in order and as wide as said", "[out_of_order]") {
  check_times(riscv(R"(
      addi a0, a1, 1
      addi a2, a1, 2
      addi a3, a1, 3
      addi a4, a1, 4
  )"),
              small({{"reorder_buffer.width", "1"}}), R"(
    addi a0, a1, 1  | 1 2 3 3 4 5
    addi a2, a1, 2  | 1 2 3 3 4 6
    addi a3, a1, 3  | 2 3 4 4 5 7
    addi a4, a1, 4  | 2 3 4 4 5 8
  )");
}

namespace {

constexpr std::string_view kDivisions = R"(
  div a0, a1, a2
  div a3, a1, a2
  mul a4, a1, a2
  mul a5, a1, a2
)";

} // namespace

TEST_CASE("a pipelined unit begins an operation every cycle", "[out_of_order]") {
  check_times(riscv(kDivisions), small(), R"(
    div a0, a1, a2  | 1 2 3 10 11 12
    div a3, a1, a2  | 1 2 4 11 12 13
    mul a4, a1, a2  | 2 3 5  7  8 13
    mul a5, a1, a2  | 2 3 6  8  9 14
  )");
}

TEST_CASE("divisions alone: the second waits, multiplications pass it", "[out_of_order]") {
  check_times(riscv(kDivisions), small({{"port.mul.alone", "[\"divide\"]"}}), R"(
    div a0, a1, a2  | 1 2  3 10 11 12
    div a3, a1, a2  | 1 2 11 18 19 20
    mul a4, a1, a2  | 2 3  4  6  7 20
    mul a5, a1, a2  | 2 3  5  7  8 21
  )");
}

TEST_CASE("divisions alone: the second reads its registers while the first ends",
          "[out_of_order]") {
  // Two cycles of reading lie between leaving the station and executing: the first executes from 5
  // to 12, the second from 13 on, and so leaves in 11.
  check_times(riscv(kDivisions),
              small({{"port.mul.alone", "[\"divide\"]"}, {"scheduler.read_cycles", "2"}}), R"(
    div a0, a1, a2  | 1 2  3 12 13 14
    div a3, a1, a2  | 1 2 11 20 21 22
    mul a4, a1, a2  | 2 3  4  8  9 22
    mul a5, a1, a2  | 2 3  5  9 10 23
  )");
}

TEST_CASE("a unit that is not pipelined executes one operation at a time", "[out_of_order]") {
  check_times(riscv(kDivisions), small({{"port.mul.pipelined", "false"}}), R"(
    div a0, a1, a2  | 1 2  3 10 11 12
    div a3, a1, a2  | 1 2 11 18 19 20
    mul a4, a1, a2  | 2 3 19 21 22 23
    mul a5, a1, a2  | 2 3 22 24 25 26
  )");
}

TEST_CASE("discarding an operation leaves the divider to the division before it",
          "[out_of_order]") {
  // The multiplication of the wrong path would end in 12, as the division does which has the unit
  // to itself; it is discarded in 6. The next division still has to wait until 12.
  check_times(riscv(R"(
      div  a0, a1, a2
      addi t0, x0, 1
      addi t0, t0, 1
      bnez t0, away
      mul  a3, a1, a2
away: div  a4, a1, a2
  )"),
              small({{"branch.predictor", "not_taken"},
                     {"port.mul.latency", "8"},
                     {"port.mul.latencies", "{divide = 10}"},
                     {"port.mul.alone", "[\"divide\"]"}}),
              R"(
    div a0, a1, a2  | 1 2  3 12 13 14
    addi t0, zero, 1 | 1 2  3  3  4 14
    addi t0, t0, 1  | 2 3  4  4  5 15
    bne t0, zero, away | 2 3  5  5  6 15
    mul a3, a1, a2  | 3 4  5 12  - x6
    div a4, a1, a2  | 3 4  -  -  - x6
    div a4, a1, a2  | 6 7 13 22 23 24
  )");
}
