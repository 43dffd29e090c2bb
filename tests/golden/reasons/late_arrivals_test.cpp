// Why the last lane is empty: the operation that arrives there next was held k cycles before, where
// k is the number of cycles in which it moves from there to its arrival. The rule is that of
// docs/reasons.md ("Nothing retires").

#include "golden/mechanism.hpp"
#include "golden/reasons/cells.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::golden;

TEST_CASE("late arrivals: a scoreboard writes nothing for the operand that has come late",
          "[out_of_order]") {
  // A cycle each for issue and operands, then the unit (10, 2, 2, 1, 1 cycles), then the write:
  //   1 mul     I 1   R 2                E 3 to 12   W 13
  //   2 fadd.d  I 2   R 3                E 4, 5      W 6
  //   3 fmv.x.d waits for the adder      I 7   R 8   E 9, 10   W 11
  //   4 addi    I 8   R 9                E 10        W 11
  //   5 addi    waits for the integer unit in 9 to 11, I 12, for t0 in 13, R 14   E 15   W 16
  // Until 13 the multiplication is the oldest and has waited for nothing. The addition arrives in
  // 16. It was held last in 13, for t0, and would have been written in 15 without that. In 14 it
  // would have been written had it been issued in 11; but with the unit free it would have waited
  // for t0 as well: the operand binds.
  const isa::Program program = riscv("mul t0, a1, a2\n fadd.d fa0, fa1, fa2\n fmv.x.d t3, fa0\n"
                                     "addi t1, a1, 1\n addi t2, t0, 1\n");
  const trace::RunRecord run = recorded_run(program, preset("scoreboard"));
  CHECK(gaps_of(run, "W") ==
        "1-3 fill 0\n4-5 latency 1\n7-10 latency 1\n12-12 latency 1\n14-15 raw 1\n");
}

TEST_CASE("late arrivals: a scoreboard writes nothing for the unit that was taken",
          "[out_of_order]") {
  // The integer unit is free in the cycle behind a write, so that the additions are issued in 1, 5
  // and 9 and written in 4, 8 and 12: each is held for the unit up to the cycle in front of its
  // issue, three cycles before the cells that it leaves empty.
  const isa::Program program = riscv("addi t0, a1, 1\n addi t1, a1, 2\n addi t2, a1, 3\n");
  const trace::RunRecord run = recorded_run(program, preset("scoreboard"));
  CHECK(gaps_of(run, "W") == "1-3 fill 0\n5-7 station_full 1\n9-11 station_full 2\n");
}

TEST_CASE("late arrivals: a miss empties as many cycles of retirement as it takes",
          "[out_of_order]") {
  // ooo-4: the line of the program comes for cycle 98, so that fetch loses 97 cycles. All is
  // dispatched in 103.
  //   1 mul  R 104              E 105 to 107   W 108   C 109
  //   2 ld   waits for t0 in 104 to 106, R 107, E from 108 on: 4 cycles and m of the miss, W, C
  // The multiplication would arrive in 12 at the earliest, two cycles later than a result of one
  // cycle, for its latency: from there up to 108 each cycle is one of the 97.
  // The load arrives in 113 + m: the last m cycles before are those of the miss, and 110 to 112
  // those of its wait for t0.
  const isa::Program program = riscv("mul t0, a1, a2\n ld t1, 0(t0)\n addi t2, t1, 1\n");
  const trace::RunRecord run = recorded_run(program, preset("ooo-4"));
  const std::string gaps = gaps_of(run, "C");
  INFO(gaps);
  CHECK(gaps.starts_with("1-9 fill 0\n10-11 latency 1\n12-108 icache_miss 0\n110-112 raw 1\n113-"));
  const OpRow* const load = run.timeline.find(OpId{2});
  REQUIRE(load != nullptr);
  CHECK(gaps.find(fmt::format("\n113-{} dcache_miss 2\n", load->end.value - 2)) !=
        std::string::npos);
}

TEST_CASE("late arrivals: the latency of the first operation is its own however late it is fetched",
          "[out_of_order]") {
  // ooo-4: a result of one cycle that is fetched in 1 can retire in 10. The division takes 20
  // cycles, and the instruction cache misses for 6 or for 85 cycles in front of it: of the cells
  // from 10 on the first 19 are those of the division, the others those of the miss.
  const isa::Program program = riscv("div a0, a1, a1\nadd a1, a0, a0\n");
  const auto missing = [&](const char* latency) {
    return recorded_run(
        program, preset("ooo-4", {{"cache", "[{name=\"L1I\", serves=\"fetch\", size=1024, ways=1, "
                                            "latency=2}]"},
                                  {"main_memory.latency", latency}}));
  };
  CHECK(gaps_of(missing("6"), "C") == "1-9 fill 0\n10-28 latency 1\n29-34 icache_miss 0\n");
  CHECK(gaps_of(missing("85"), "C") == "1-9 fill 0\n10-28 latency 1\n29-113 icache_miss 0\n");
  // A load takes three cycles more than one.
  const isa::Program load = riscv("ld a0, 0(s0)\nadd a1, a0, a0\n", {8});
  CHECK(gaps_of(recorded_run(load, preset("ooo-4", {{"main_memory.warm", "true"}})), "C") ==
        "1-9 fill 0\n10-12 memory_latency 1\n");
  CHECK(gaps_of(recorded_run(load, preset("ooo-4")), "C")
            .starts_with("1-9 fill 0\n10-12 memory_latency 1\n13-"));
}
