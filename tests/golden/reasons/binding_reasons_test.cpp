// Which of several obstacles is named, and from which cycle on: the one that lasts longest. Each
// with the smallest program in which another was named. The rules are those of docs/reasons.md and
// docs/pipelines.md.

#include "golden/mechanism.hpp"
#include "golden/reasons/cells.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace stallscope;
using namespace stallscope::golden;

TEST_CASE("reasons: of two results that come together the younger one is named throughout",
          "[out_of_order]") {
  // ooo-4: both loads are dispatched in 6 and read from 8 to 11, so that the addition, dispatched
  // in 6, reads its operands in 11. Which of them is its first operand plays no part.
  for (const char* sum : {"add a3, a1, a2", "add a3, a2, a1"})
    for (const char* more : {"", "[{from=loads, to=alu, cycles=1}]"}) {
      INFO(sum << " " << more);
      std::vector<machine::Setting> settings{{"main_memory.warm", "true"}};
      if (*more != '\0')
        settings.push_back({"bypass", more});
      const isa::Program program =
          riscv("ld a1, 0(a0)\n ld a2, 8(a0)\n" + std::string(sum) + "\n", {10});
      const std::string held = holds_of(program, preset("ooo-4", settings), 3);
      CHECK((held == "7-10 raw 2\n" || held == "7-10 raw 2\n11-11 bypass 2\n"));
    }
}

TEST_CASE("reasons: store data that lacks longer than the room does is named") {
  // mips-5-fp: the division is in DIV from 3 to 26 and in MEM in 27, the product in MEM in 11. The
  // store comes to EX in 5 and needs the quotient in MEM, whatever has been there before; in 27 the
  // division itself is there (the structural conflict of the book's S.D behind its ADD.D).
  CHECK(holds_of(riscv("fdiv.d f7, f1, f2\n fmul.d f8, f1, f2\n fsd f7, 0(a0)\n", {10}),
                 preset("mips-5-fp"), 3) == "6-26 raw 1\n27-27 stage_full 1\n");
  // Behind the load whose value it stores it waits for that one's access: that is what lasts.
  CHECK(holds_of(riscv("lw a1, 0(a0)\n sw a1, 4(a0)\n", {10}),
                 preset("mips-5-fp", {{"memory.data_latency", "3"}}),
                 2) == "5-6 memory_latency 1\n");
}

TEST_CASE("reasons: a load of the wrong path that comes to its station waits for the store",
          "[out_of_order]") {
  // tomasulo-rob-1: the branch waits for the product until 12 and is predicted not to be taken. The
  // store behind it is dispatched in 3, executes in 4 and 5 and is written in 6; the load of the
  // same place is dispatched in 4 and reads from 7 on.
  const trace::RunRecord run =
      recorded_run(riscv("mul a3, a1, a2\n beq a3, a3, away\n sd a1, 0(a0)\n ld a4, 0(a0)\n"
                         "away: addi a5, a1, 1\n",
                         {10}),
                   preset("tomasulo-rob-1"));
  const std::string gaps = gaps_of(run, "Load");
  INFO(gaps);
  CHECK(gaps.find("\n4-6 memory_order 3\n") != std::string::npos);
}

TEST_CASE("reasons: no slot is lost to a misprediction before it could have been used",
          "[out_of_order]") {
  // tomasulo-rob-1, one a cycle: the branch is dispatched in 1 and executes in 2. The load at its
  // target is dispatched in 3, where it could have been dispatched in 2 and executed in 3.
  const trace::RunRecord at_once =
      recorded_run(riscv("beq a0, a0, away\n addi t0, a1, 1\n away: ld a2, 0(a0)\n", {10}),
                   preset("tomasulo-rob-1"));
  CHECK(gaps_of(at_once, "Load").starts_with("1-1 fill 0\n2-2 idle 0\n3-3 mispredict 1\n"));
  // The one station in front of the integer unit is given up by the addition, which is written in
  // 3: the branch is dispatched in 4 and executes in 5. The load could have been dispatched in 5,
  // behind the branch, had that been predicted right, and in 3 at the earliest.
  const trace::RunRecord late = recorded_run(
      riscv("addi t0, a1, 1\n beq a0, a0, away\n addi t1, a1, 1\n away: ld a2, 0(a0)\n", {10}),
      preset("tomasulo-rob-1", {{"station.int.entries", "1"}}));
  const std::string gaps = gaps_of(late, "Load");
  INFO(gaps);
  CHECK(gaps.find("\n4-5 station_full 1\n6-6 mispredict 2\n") != std::string::npos);
}

TEST_CASE("reasons: a load behind a fence does not wait for a store before it", "[out_of_order]") {
  // ooo-4: the load stands behind the fence, which is dispatched when the store has retired and is
  // in the cache, and retires before the load is dispatched: it is the fence that keeps it.
  const trace::RunRecord run =
      recorded_run(riscv("add a1, a2, a3\n fence\n sd a1, 0(a0)\n fence\n ld a2, 0(a0)\n", {10}),
                   preset("ooo-4", {{"main_memory.warm", "true"}}));
  for (const char* unit : {"ld1", "ld2"}) {
    const std::string gaps = gaps_of(run, unit);
    INFO(unit << "\n" << gaps);
    CHECK(gaps.find("memory_order") == std::string::npos);
  }
}
