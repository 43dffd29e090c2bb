// Who of several is named: of operands and stores the one that comes last, of those that are in the
// way the one that leaves first. What is said does not change within a wait unless more is known.

#include "golden/mechanism.hpp"
#include "golden/reasons/cells.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

/// kSmall with two ports for addresses of stores: an old store takes the slow one (12 cycles, not
/// pipelined), a younger one that comes meanwhile the fast one. Loads wait for the addresses of all
/// stores in front of them.
machine::Machine with_slow_addresses() {
  std::string toml(kSmall);
  const std::string port = "name = \"sta\"\noperations = [\"store_address\"]\n";
  const std::size_t at = toml.find(port);
  REQUIRE(at != std::string::npos);
  toml.replace(at, port.size(),
               port + "latency = 12\npipelined = false\n\n[[port]]\nname = \"sta2\"\n"
                      "operations = [\"store_address\"]\n");
  return small({{"load_store.disambiguation", "conservative"}}, toml);
}

/// Fetch, a stage, two stages with up to three operations: the units (which read the registers) and
/// the memory stage, from which results go back, and the write stage.
constexpr std::string_view kThreeUnits = R"(
name = "three"
[pipeline]
stages = [
  { name = "F", does = ["fetch"] },
  { name = "D", does = [] },
  { name = "X", does = ["decode", "read", "execute"] },
  { name = "M", does = ["memory"] },
  { name = "W", does = ["write"] },
]
width = 4
[register_file]
wait = "before_read"
[forwarding]
paths = ["X->X", "X->M"]
[[unit]]
name = "u"
operations = ["integer", "shift", "multiply", "divide", "memory", "control", "system"]
count = 3
[branch]
predictor = "perfect"
resolve = "X"
jump_resolve = "X"
jump_register_resolve = "X"
predict_in = "F"
)";

/// Two units that read the registers, and behind them a late ALU. A path leads to it from the stage
/// behind, that is from who is there when another one comes.
constexpr std::string_view kLatePath = R"(
name = "late"
[pipeline]
stages = [
  { name = "F", does = ["fetch"] },
  { name = "X", does = ["decode", "read", "execute"] },
  { name = "M", does = ["memory"] },
  { name = "N", does = [] },
  { name = "W", does = ["write"] },
]
width = 2
[register_file]
wait = "before_read"
write_then_read = false
[forwarding]
paths = ["X->X", "M->M"]
[[unit]]
name = "u"
operations = ["integer", "shift", "multiply", "divide", "memory", "control", "system"]
count = 2
[late_alu]
stage = "M"
operations = ["multiply"]
[branch]
predictor = "perfect"
resolve = "X"
jump_resolve = "X"
jump_register_resolve = "X"
predict_in = "F"
)";

} // namespace

TEST_CASE("reasons: of the stores that a load waits for the last to have its address is named",
          "[out_of_order]") {
  // Micro-ops: 1 and 2 the first store, 3 the multiplication, 4 and 5 the second store, 6 the load.
  // The address of the first store is computed in 3 to 14, as is known from 3 on; that of the
  // second comes of the product (4 to 6), in 7. The load is dispatched in 4 and begins in 15, the
  // cycle behind that in which the first address has been computed.
  isa::Program program =
      riscv("sd a3, 0(a0)\n mul a1, a0, a2\n sd a3, 64(a1)\n ld a5, 128(a0)\n", {10});
  program.initial_registers.push_back({12, 1}); // a2: the product is a0
  CHECK(holds_of(program, with_slow_addresses(), 6) == "5-14 memory_order 1\n");
}

TEST_CASE("reasons: of the halves of a store that a load takes its value from the last is named",
          "[out_of_order]") {
  // The address of the store (2) is computed in 3 to 14, its data (3) are the product, which is
  // there behind 5, and are handed on in 6. The load (4) is dispatched in 3 and begins in 15.
  const isa::Program program = riscv("mul a3, a1, a2\n sd a3, 0(a0)\n ld a4, 0(a0)\n", {10});
  CHECK(holds_of(program, with_slow_addresses(), 4) == "4-14 memory_order 2\n");
}

TEST_CASE("reasons: what has no result is done with its execution", "[out_of_order]") {
  // tomasulo-rob-2: the multiplication executes in 2 to 11 and is written in 12. The sums (2 to 4)
  // execute in 2, 4 and 6, each written in the next cycle, the address of the store (5) in 8. With
  // that cycle it is done, as it has no result to be written, and the load (7) executes in 9 and
  // 10: the sum of both (8) never waits for the load, which ends before the multiplication.
  const isa::Program program =
      riscv("mul a1, a2, a3\n addi s1, s1, 0\n addi s1, s1, 0\n addi s1, s1, 0\n sd a4, 0(s1)\n"
            "ld a5, 8(s0)\n add a6, a1, a5\n",
            {8, 9});
  CHECK(holds_of(program, preset("tomasulo-rob-2"), 8) == "5-12 raw 1\n");
}

TEST_CASE("reasons: a result that is there is not waited for any more", "[out_of_order]") {
  // Divisions take 12 cycles here: the first (1) executes in 3 to 14, the second (2) in 4 to 15,
  // the third (3), which takes its quotient, in 16 to 27, and eight sums (4 to 11) one behind the
  // other in 28 to 35. All but the first of these lack two operands; how long that takes is looked
  // up only so far, so that the last sum (12) seems to wait the longest for 1 first. From 15 on
  // that is there.
  const isa::Program program =
      riscv("div t0, a1, a2\n div a3, a1, a2\n div a4, a3, a2\n add a5, a4, a1\n add a6, a5, a4\n"
            "add a7, a6, a5\n add s2, a7, a6\n add s3, s2, a7\n add s4, s3, s2\n add s5, s4, s3\n"
            "add s6, s5, s4\n add t1, t0, s6\n");
  const machine::Machine machine =
      small({{"station.RS.entries", "16"}, {"port.mul.latencies", "{ divide = 12 }"}});
  CHECK(holds_of(program, machine, 12) == "8-14 raw 1\n15-35 raw 11\n");
}

TEST_CASE("reasons: of copies of a unit that are left together the oldest is named") {
  // Four are fetched in 1 and in D in 2; in 3 the first three come to X, read their operands in
  // that cycle and leave in 4. The fourth finds no unit free in 3, and takes the place of the
  // first.
  const isa::Program program =
      riscv("add a1, a2, a3\n add a4, a2, a3\n addi a5, zero, 1\n add a6, a2, a3\n");
  CHECK(holds_of(program, small({}, kThreeUnits), 4) == "3-3 unit_busy 1\n");
}

TEST_CASE("reasons: who has missed a path and waits for the write leaves last") {
  // Two a cycle: the load (1) is in F in 1, X in 2, M in 3, N in 4 and W in 5. The product (5) is
  // in X in 4 and could go to M in 5 by the path from N, where the load is not any more: it reads
  // its operand behind the write, in 6, and goes on in 7. Beside it 6 is in X in 4 and 7 in 5,
  // each for a cycle; 8 waits in F in 5 for 7, which leaves first.
  const isa::Program program = riscv("ld a4, 0(a0)\n nop\n nop\n nop\n mul a5, a3, a4\n"
                                     "addi t0, zero, 1\n addi t1, zero, 2\n addi t2, zero, 3\n",
                                     {10});
  const machine::Machine machine = small({}, kLatePath);
  CHECK(holds_of(program, machine, 5) == "5-6 raw 1\n");
  CHECK(holds_of(program, machine, 8) == "5-5 unit_busy 7\n");
}

TEST_CASE("reasons: a full branch queue waits for its oldest branch to retire", "[out_of_order]") {
  // Two branches may be in flight. The first (2) is decided in 3, and retires behind the division
  // (1: 3 to 10, written in 11) in 12; the second (6) waits for three products and is decided
  // in 13. The third is fetched in 13, when the first has given up its entry, not when the second
  // is decided.
  const isa::Program program =
      riscv("div t0, a1, a2\n bne zero, zero, away\n mul t1, a1, a2\n mul t1, t1, a2\n"
            "mul t1, t1, a2\n bne t1, t1, away\n bne zero, zero, away\naway: addi t2, a1, 1\n");
  const trace::RunRecord run = recorded_run(program, small({{"front_end.branch_queue", "2"}}));
  CHECK(gaps_of(run, "F").find("4-12 branches_full 2\n") != std::string::npos);
}

TEST_CASE("last to come: of two stores the one behind which a load can read", "[out_of_order]") {
  // The load takes bytes of both stores, which no store forwards: it reads when the younger one,
  // the last to be, is in the cache. ooo-4: the address of that is computed in 105, in sta, and
  // loads look for it from 106 on. Micro-ops: 1 div, 2 and 3 sd, 4 and 5 sw, 6 ld.
  const isa::Program program =
      riscv("div a1, a2, a3\n sd a1, 0(a0)\n sw a5, 4(a0)\n ld a6, 0(a0)\n");
  CHECK(holds_of(program, preset("ooo-4"), 6) ==
        "105-105 memory_order 3\n106-226 memory_order 5\n");
  // tomasulo-rob-1 executes a store when it has its address and its data. The older one has them
  // in 43, and the younger one retires behind it, in 46.
  CHECK(holds_of(program, preset("tomasulo-rob-1"), 4) == "5-46 memory_order 3\n");
  // Behind the younger store is the older one, and not the same once more, also when its address
  // is 0 and it has retired.
  const session::OpExplanation load = said_of(program, preset("ooo-4"), 6, 150);
  CHECK(load.cause == Cause{Reason::memory_order, kNoRegister, OpId{5}});
  CHECK(load.behind.culprit != OpId{5});
}
