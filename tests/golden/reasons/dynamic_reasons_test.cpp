// Reasons and culprits of dynamically scheduled machines that were wrong, each with the smallest
// program that shows it. The rules are those of docs/pipelines.md; reasons_test.cpp has more.

#include "golden/mechanism.hpp"
#include "golden/reasons/cells.hpp"
#include "session/critical_path.hpp"
#include "session/explain.hpp"
#include "session/runner.hpp"
#include "timeline/occupancy_table.hpp"
#include "trace/render.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <set>
#include <string>

using namespace stallscope;
using namespace stallscope::golden;
using trace::LedgerPoint;

TEST_CASE("reasons: nothing is written for a branch only when all before it has been",
          "[out_of_order]") {
  // tomasulo: the multiplication executes in 2 to 11 and is written in 12, the branch, which takes
  // its product, executes in 13 and is written in 14. What is behind it is fetched and dispatched
  // in 14, executes in 15 and is written in 16. Up to 11 a write lacks the product, in 13 the
  // branch; only in 15 could one behind the branch have been written, had no micro-op waited for
  // that. The branch comes to its station in 2, where it would have waited for the product in any
  // case; in 1 the machine fills for the multiplication, which another unit executes.
  const isa::Program program = riscv("mul a3, a1, a2\n bne a3, zero, away\n addi t0, a1, 1\n"
                                     "away: addi t1, a1, 2\n");
  const trace::RunRecord tomasulo = recorded_run(program, preset("tomasulo"));
  CHECK(gaps_of(tomasulo, "W") == "1-2 fill 0\n3-11 latency 1\n13-13 raw 1\n15-15 control 2\n");
  CHECK(gaps_of(tomasulo, "Int") == "1-1 idle 0\n2-12 raw 1\n14-14 control 2\n17-17 drain 0\n");
  // scoreboard: operands are read in a cycle of their own. The product is written in 13, the branch
  // reads in 14, executes in 15 and is written in 16; it has the integer unit until then, so that
  // each addition behind it waits for the unit in front of it, and takes four cycles.
  const trace::RunRecord scoreboard = recorded_run(program, preset("scoreboard"));
  CHECK(gaps_of(scoreboard, "W") == "1-3 fill 0\n4-12 latency 1\n14-15 raw 1\n"
                                    "17-19 station_full 2\n21-23 station_full 3\n");
}

TEST_CASE("reasons: a unit that the branch itself has is not empty for the branch",
          "[out_of_order]") {
  // scoreboard: the branch is issued in 1, reads in 2, executes in 3 and is written in 4; it has
  // the integer unit until then. What is behind it is fetched in 4, when it is decided, and could
  // not have been issued earlier than in 5, had no micro-op waited for that. It executes in 7.
  const trace::RunRecord run =
      recorded_run(riscv("bne a1, zero, away\n away: addi t1, a1, 2\n"), preset("scoreboard"));
  CHECK(gaps_of(run, "Int") == "1-2 fill 0\n4-6 station_full 1\n8-8 drain 0\n");
}

TEST_CASE("reasons: whose producer is still in the front end lacks its operand", "[out_of_order]") {
  // scoreboard: the first division is issued in 1 and has its unit until its write; the second one
  // waits for that in front, and behind it the addition that takes its result. That would lack the
  // result in a station as well: its unit is empty for the result, not for the entry of another
  // unit. The division reads in 2, executes in 3 to 42 and is written in 43.
  const trace::RunRecord run = recorded_run(
      riscv("fdiv.d f1, f2, f3\n fdiv.d f4, f2, f3\n fadd.d f5, f4, f2\n"), preset("scoreboard"));
  CHECK(gaps_of(run, "Add").find("station_full") == std::string::npos);
  CHECK(gaps_of(run, "Add").find("raw 2") != std::string::npos);
}

TEST_CASE("reasons: who would wait in a full station as well lacks its operand", "[out_of_order]") {
  // scoreboard: the first addition is issued in 1, reads in 2, executes in 3 and is written in 4;
  // it has the integer unit until then, so that the second is issued in 5. Were the unit free, it
  // would still read no earlier than in 5, as the sum is in the registers behind the write: in 3
  // and 4 no micro-op reads for that, and only in 5 for the unit. A lane is told one cycle later of
  // the unit.
  const trace::RunRecord run =
      recorded_run(riscv("addi t0, a1, 1\n addi t1, t0, 1\n"), preset("scoreboard"));
  CHECK(gaps_of(run, "R") == "1-1 fill 0\n3-4 raw 1\n5-5 station_full 1\n7-8 drain 0\n");
  CHECK(gaps_of(run, "Int") == "1-2 fill 0\n4-5 raw 1\n6-6 station_full 1\n8-8 drain 0\n");
}

TEST_CASE("reasons: a unit for one behind a full station is empty for that until it is dispatched",
          "[out_of_order]") {
  // tomasulo: three additions take all three stations until the product is there; the fourth (5) is
  // fetched in 5 and dispatched in 15, the load behind it fetched in 6 and dispatched in 16, begins
  // in 17. Up to 6, in which it is fetched only, no micro-op could load. From 7 to 16 it stands
  // behind the addition, in 16 because that has been dispatched so late.
  const isa::Program program =
      riscv("mul a3, a1, a2\n addi t0, a3, 1\n addi t1, a3, 1\n addi t2, a3, 1\n"
            "addi t3, a3, 1\n ld t4, 0(a0)\n",
            {10});
  const trace::RunRecord run = recorded_run(program, preset("tomasulo"));
  CHECK(gaps_of(run, "Load") == "1-6 idle 0\n7-16 station_full 2\n19-19 drain 0\n");
}

TEST_CASE("reasons: units wait for who is thrown back, though the program has ended",
          "[out_of_order]") {
  // Micro-ops: 1 mul, 2 and 3 the store's address and data, 4 ld, 5 and 6 addi; two are dispatched
  // a cycle, from 2 on. The load begins in 4 and the additions in 6 and 7. In 6 the store has its
  // address, which is the load's: in 7 the load and all behind it are thrown back, 4 and 5 are
  // dispatched again in 8 and 6 in 9. The load reads memory in 9 and 10, as the store has retired
  // by then, and the additions execute in 11 and 12. So in 6 it is known that the load is still to
  // come: its units wait for the store that it has overtaken, and from 7 on those of the additions
  // for the load. In 3 the load comes to its station, as two a cycle do; in 4 the additions do,
  // which lack its value.
  isa::Program program = riscv("mul a1, a0, a2\n sd a3, 0(a1)\n ld a4, 0(a0)\n"
                               "addi a5, a4, 1\n addi a6, a5, 1\n",
                               {10});
  program.initial_registers.push_back({12, 1}); // a2: the product is a0
  const trace::RunRecord run =
      recorded_run(program, small({{"load_store.disambiguation", "predict"}}));
  CHECK(gaps_of(run, "ld1") == "1-2 fill 0\n3-3 pairing 4\n6-8 memory_order 2\n11-14 drain 0\n");
  // The load begins on the first of its units in 9, and none comes for the other one.
  CHECK(gaps_of(run, "ld2") == "1-2 fill 0\n3-3 pairing 4\n4-5 idle 0\n6-8 memory_order 2\n"
                               "9-14 drain 0\n");
  CHECK(gaps_of(run, "alu2") == "1-2 fill 0\n3-3 idle 0\n4-5 raw 4\n6-6 raw 5\n7-8 memory_order 4\n"
                                "9-10 raw 4\n11-11 raw 5\n12-14 drain 0\n");
  // A slot of a port that is lost in 7 is lost to what is replayed.
  CHECK(run.ledger.at(LedgerPoint::ports).slots[static_cast<std::size_t>(Reason::memory_order)] >
        0);
}

TEST_CASE("reasons: of two operands the later is named, whether or not it has begun",
          "[out_of_order]") {
  // tomasulo: the division executes in 2 to 41. The load behind the store has its address and waits
  // up to 4 for the store to be written; it comes to its station in 3 and executes in 6. The
  // addition comes to its own in 4, up to which no micro-op could add. The division is at work, and
  // ends long after whatever the load may still take.
  const isa::Program program =
      riscv("div t4, a1, a2\n sd a3, 0(a0)\n ld t5, 0(a0)\n add t6, t4, t5\n", {10});
  const trace::RunRecord run = recorded_run(program, preset("tomasulo"));
  CHECK(holds_of(program, preset("tomasulo"), 4) == "5-42 raw 1\n");
  CHECK(gaps_of(run, "Int") == "1-3 idle 0\n4-42 raw 1\n44-44 drain 0\n");
  // What comes at a known time is known as well: with bypasses the multiplication executes in 3 to
  // 5, the division in 3 to 10, and the addition behind the former in 6.
  const isa::Program known = riscv("div a3, a1, a2\n mul a4, a1, a2\n addi a5, a4, 1\n"
                                   "add a6, a5, a3\n");
  CHECK(holds_of(known, small({{"port.mul.count", "2"}}), 4) == "4-10 raw 1\n");
}

TEST_CASE("reasons: who comes to its station only now could not have been in its unit",
          "[out_of_order]") {
  // tomasulo dispatches one a cycle: in 2 the load comes to its station, and begins in 3. It is in
  // flight, so its unit is not without work. In 1 the addition comes, and no micro-op could load.
  const trace::RunRecord run =
      recorded_run(riscv("addi t0, a1, 1\n ld t1, 0(a0)\n", {10}), preset("tomasulo"));
  CHECK(gaps_of(run, "Load") == "1-1 idle 0\n2-2 pairing 2\n5-5 drain 0\n");
}

TEST_CASE("reasons: a unit waits for one that stands behind another in the issue stage") {
  // sifive-7 issues two instructions a cycle from D2. The sum is in the way of its use from 6 on;
  // the division is in D2 from 5 on, waits for the sum until 8 and issues in 9, and with it the
  // addition, which has come beside it in 6. In 7 and 8 the addition could have been in AG.
  const isa::Program program = riscv("ld a1, 0(a0)\n add a2, a1, a1\n div a3, a2, a4\n"
                                     "addi a5, a4, 1\n",
                                     {10});
  const trace::RunRecord run = recorded_run(program, preset("sifive-7"));
  CHECK(gaps_of(run, "AG").find("\n7-8 stage_full 3\n") != std::string::npos);
}

TEST_CASE("reasons: a full reorder buffer is held by who retires, to the last cycle",
          "[out_of_order]") {
  // tomasulo-rob-1 dispatches one a cycle from cycle 1 on. The multiplication executes in 2 to 11,
  // is written in 12 and retires in 13; what it gives up is taken in 14. The division behind it
  // executes until long after that. So the next micro-op waits for the multiplication, up to 13,
  // and the one behind for the division: executed in 3 to 42, written in 43, retired in 44.
  const isa::Program program = riscv("mul a3, a1, a2\n div a4, a1, a2\n addi t0, a1, 1\n"
                                     "addi t1, a1, 1\n addi t2, a1, 1\n addi t3, a1, 1\n"
                                     "addi t4, a1, 1\n addi t5, a1, 1\n addi t6, a1, 1\n"
                                     "addi s2, a1, 1\n");
  const machine::Machine eight = preset("tomasulo-rob-1", {{"reorder_buffer.entries", "8"}});
  CHECK(holds_of(program, eight, 9) == "9-13 reorder_full 1\n");
  CHECK(holds_of(program, eight, 10) == "15-44 reorder_full 2\n");
  // With three entries the fourth waits for the multiplication, and the fifth for the division.
  const machine::Machine three = preset("tomasulo-rob-1", {{"reorder_buffer.entries", "3"}});
  CHECK(holds_of(program, three, 4) == "4-13 reorder_full 1\n");
  CHECK(holds_of(program, three, 5) == "15-44 reorder_full 2\n");
}

TEST_CASE("reasons: a full scheduler is held by who leaves it, in the last cycle too",
          "[out_of_order]") {
  // Two entries, given up when an operation begins; two are dispatched a cycle. The second use of
  // the quotient is dispatched in 4, as the division has left in 3. The third one behind it finds
  // both entries taken in that same cycle, by the first two uses, which begin in 11: the quotient
  // is there then. They are alike, and the older gives up the entry that the third one takes.
  const machine::Machine machine = small({{"station.RS.entries", "2"}});
  CHECK(holds_of(riscv(kUsesOfDivision), machine, 3) == "3-3 station_full 1\n5-10 raw 1\n");
  CHECK(holds_of(riscv(kUsesOfDivision), machine, 4) == "4-11 station_full 2\n");
}

TEST_CASE("reasons: of a busy unit who has it is named, and of a narrow scheduler whose turn it is",
          "[out_of_order]") {
  // One multiplier that one division has to itself from 3 to 10, and one selection a cycle: of the
  // additions the first is selected in 4. The second division is ready from 4 on. Its unit is taken
  // up to 10, whatever else is selected meanwhile.
  const isa::Program program = riscv("div a0, a1, a2\n div a3, a1, a2\n addi t0, a1, 1\n"
                                     "addi t1, a1, 2\n");
  const machine::Machine machine =
      small({{"port.mul.alone", "[\"divide\"]"}, {"scheduler.width", "1"}});
  CHECK(holds_of(program, machine, 2) == "3-10 unit_busy 1\n");
}

TEST_CASE("reasons: a load waits for the half of a store that frees its place", "[out_of_order]") {
  // No value is forwarded: the load (4) waits for the store to leave its queue, which the half with
  // the data (3) does when it retires, not the one with the address (2). The data come of the
  // multiplication, executed in 3 to 5: the store executes in 6, is written in 7 and retires in 8,
  // in which the load begins.
  const isa::Program program = riscv("mul a3, a1, a2\n sd a3, 0(a0)\n ld a4, 0(a0)\n", {10});
  const machine::Machine machine = small({{"load_store.forwarding", "none"}});
  CHECK(holds_of(program, machine, 4) == "4-7 memory_order 3\n");
}

TEST_CASE("reasons: a load that misses and is thrown back misses until then", "[out_of_order]") {
  // As in explanations_test.cpp: the load (4) reads from 4 on and misses; the address of the store
  // in front of it comes in 6, and in 7 the load is back in front of dispatch. Its line would have
  // come in 24.
  isa::Program program = riscv("mul a1, a0, a2\n sd a3, 0(a1)\n ld a4, 0(a0)\n", {10});
  program.initial_registers.push_back({12, 1}); // a2: the product is a0
  const machine::Machine machine =
      small({{"load_store.disambiguation", "predict"},
             {"cache", "[{name = \"L1D\", serves = \"data\", size = 256, ways = 4}]"},
             {"main_memory.latency", "20"}});
  CHECK(said_of(program, machine, 4, 5).sentence ==
        "misses the cache until it is thrown back in cycle 7");
}

TEST_CASE(
    "reasons: units for floating point are idle in a program without any, mispredicted or not",
    "[out_of_order]") {
  const isa::Program program = riscv("      addi t0, zero, 5\n"
                                     "loop: addi t0, t0, -1\n"
                                     "      bnez t0, loop\n");
  const trace::RunRecord run =
      recorded_run(program, preset("ooo-4", {{"branch.predictor", "not_taken"}}));
  REQUIRE(run.mispredictions > 0);
  const OccupancyTable table = occupancy_table(run.timeline, Cycle{1}, run.timeline.end_cycle);
  std::set<std::string> of_fp;
  bool others_lost = false;
  for (const auto& row : table.rows)
    for (std::size_t l = 0; l < table.lanes.size(); ++l) {
      const Reason why = row[l].gap.why;
      if (!table.lanes[l].is_unit || why == Reason::none || why == Reason::fill ||
          why == Reason::drain)
        continue;
      if (table.lanes[l].name.starts_with("fma") || table.lanes[l].name.starts_with("fx"))
        of_fp.insert(std::string(info(why).name));
      else
        others_lost = others_lost || why == Reason::mispredict;
    }
  CHECK(of_fp == std::set<std::string>{"idle"});
  CHECK(others_lost);
}

TEST_CASE("reasons: what is behind the obstacle is said as well", "[out_of_order]") {
  // Both multiplications have the quotient in 11, and the one multiplier takes the first. Without
  // the division in the way, the second of them would wait for the unit that the first would take.
  const isa::Program program = riscv("div a0, a1, a2\n mul a3, a0, a0\n mul a4, a0, a0\n");
  const session::OpExplanation second = said_of(program, small({}), 3, 6);
  CHECK(second.cause == Cause{Reason::raw, 10, OpId{1}});
  CHECK(second.behind.why == Reason::none); // alone without its wait it begins at once
  // Of two operands the later is named, and the other one is behind it: the division executes in 3
  // to 10, the multiplication in 4 to 6, which is known from 5 on.
  const isa::Program sum = riscv("div a3, a1, a2\n mul a4, a1, a2\n add a5, a3, a4\n");
  const session::OpExplanation addition = said_of(sum, small({}), 3, 5);
  CHECK(addition.cause == Cause{Reason::raw, 13, OpId{1}});
  CHECK(addition.behind == Cause{Reason::raw, 14, OpId{2}});
  CHECK(addition.behind_sentence == "waits for a4 from micro-op 2 (mul a4, a1, a2)");
}

TEST_CASE("reasons: work without a reorder buffer is counted in instructions", "[out_of_order]") {
  // On one bus of tomasulo an addition is written a cycle; with two stations for them and no limit
  // of buses several are, which take the slots of later cycles. The slots of work are the
  // instructions, whatever they were written with.
  for (const char* buses : {"1", "0"}) {
    INFO(buses);
    const trace::RunRecord run =
        recorded_run(riscv("mul a3, a1, a2\n mul a4, a1, a2\n addi t0, a1, 1\n"
                           "fadd.d fa0, fa1, fa1\n addi t1, a1, 1\n"),
                     preset("tomasulo", {{"results.buses", buses}}));
    CHECK(run.instructions == 5);
    CHECK(run.ledger.at(LedgerPoint::retire).used() == 5);
  }
}

TEST_CASE("reasons: behind an operand is the unit, and who has it", "[out_of_order]") {
  // The division has the multiplier to itself from 3 to 10, and is the oldest: in the copy in which
  // its quotient is there it retires, and keeps its unit all the same.
  const isa::Program program = riscv("div a0, a1, a2\n div a3, a0, a2\n");
  const session::OpExplanation second =
      said_of(program, small({{"port.mul.alone", "[\"divide\"]"}}), 2, 6);
  CHECK(second.cause == Cause{Reason::raw, 10, OpId{1}});
  CHECK(second.behind_sentence ==
        "waits for the functional unit held by micro-op 1 (div a0, a1, a2)");
}

TEST_CASE("reasons: the chain of one in the front end leads to the root", "[out_of_order]") {
  // Three entries of a reorder buffer: 4 waits in front of dispatch for the multiplication to
  // retire in 13, and 5 stands behind it, in a run in which all behind it wait as long.
  const isa::Program program = riscv("mul a3, a1, a2\n div a4, a1, a2\n addi t0, a1, 1\n"
                                     "addi t1, a1, 1\n addi t2, a1, 1\n");
  const machine::Machine machine = preset("tomasulo-rob-2", {{"reorder_buffer.entries", "3"}});
  const session::CellAnswer answer = session::why_chain(program, machine, {}, {8, 5, ""});
  REQUIRE(answer.chain.has_value());
  CHECK(answer.chain->links.size() > 2);
  CHECK(answer.chain->links.back().op == OpId{1});
}

TEST_CASE("reasons: who is done says behind whom, cycle by cycle", "[out_of_order]") {
  // The division is written in 11, the additions behind it in 5 and 6 at the latest.
  const auto all = session::explain_op(riscv(kBehindDivision), small({}), {}, 3, false);
  REQUIRE(all.has_value());
  REQUIRE(all->ops.size() > 2);
  const session::OpExplanation& done = all->ops[all->ops.size() - 3];
  CHECK(done.sentence == "is done and retires behind micro-op 1 (div a0, a1, a2)");
  CHECK(done.end == Cycle{11}); // the quotient is written in it
}

TEST_CASE("reasons: what is no predicate gets no subject", "[out_of_order]") {
  const trace::RunRecord run = recorded_run(riscv("addi t0, a1, 1\n"), small({}));
  CHECK(trace::fetch_sentence({Reason::drain}, run) ==
        "the program has ended: nothing more to fetch");
  CHECK(trace::empty_sentence(0, {Reason::drain}, Cycle{3}, run) ==
        "the program has ended: nothing more to fetch");
}

TEST_CASE("reasons: an operand that comes in the cycle of dispatch is lacking until then",
          "[out_of_order]") {
  // tomasulo-rob-1 dispatches one a cycle, from 1 on. The lui executes in 2 and is written in 3, so
  // that a load could begin in 4: it is dispatched in 3, and would not have begun in 3 either. Up
  // to 2 those in front of it come.
  const trace::RunRecord run =
      recorded_run(riscv("lui t0, 0x1\n addi t1, zero, 2\n ld t2, 0(t0)\n addi t1, t1, -1\n"),
                   preset("tomasulo-rob-1"));
  CHECK(gaps_of(run, "Load") == "1-2 idle 0\n3-3 raw 1\n6-8 drain 0\n");
  // The addi behind the load is dispatched in 4, in which the first one is written: it begins in 5.
  // In 6 the load has the bus, and it waits in its unit until 7.
  CHECK(gaps_of(run, "Int") == "1-1 fill 0\n4-4 raw 2\n7-8 drain 0\n");
}

TEST_CASE("reasons: a load behind a store waits for it in the front end as well",
          "[out_of_order]") {
  // tomasulo: both stations in front of the multiplier are taken until the first product is written
  // in 14, so that the third multiplication is dispatched in 15, the store in 16 and the load,
  // which reads what that writes, in 17. As long as the store has not been written the load would
  // wait for that in its station as it does in front.
  const isa::Program program = riscv("mul t1, a1, a2\n mul t2, t1, a2\n mul t3, a1, a2\n"
                                     "sd t2, 0(a0)\n ld t4, 0(a0)\n",
                                     {10});
  const trace::RunRecord run = recorded_run(program, preset("tomasulo"));
  const std::string gaps = gaps_of(run, "Load");
  CHECK(gaps.find("station_full") == std::string::npos);
  CHECK(gaps.find("pairing") == std::string::npos);
  CHECK(gaps.find("memory_order 4") != std::string::npos);
}

TEST_CASE("reasons: the read step waits for what its unit waits for", "[out_of_order]") {
  // scoreboard: the branch has the integer unit from 1 to its write in 4. It is decided at the end
  // of 3, and the addition behind it is fetched in 4 and issued in 5: without the branch it would
  // lack the unit in 3 and 4 just as well.
  const trace::RunRecord run = recorded_run(
      riscv("bne a0, a0, L\n addi t0, a1, 1\n L: addi t1, a1, 1\n"), preset("scoreboard"));
  CHECK(gaps_of(run, "R") == "1-1 fill 0\n3-5 station_full 1\n7-9 station_full 2\n11-12 drain 0\n");
  CHECK(gaps_of(run, "Int") ==
        "1-2 fill 0\n4-6 station_full 1\n8-10 station_full 2\n12-12 drain 0\n");
}

TEST_CASE("reasons: who is thrown back lacks the operand that it has lacked", "[out_of_order]") {
  // csapp-haswell: the load reads before the store in front of it has its address, and is thrown
  // back with the addition behind it. That lacks the quotient all the while.
  isa::Program program = riscv("mul a1, a0, a2\n sd a3, 0(a1)\n div t1, a4, a5\n"
                               "ld t2, 0(a0)\n mul t3, t1, t2\n",
                               {10});
  program.initial_registers.push_back({12, 1}); // a2: the product is a0
  const trace::RunRecord run = recorded_run(program, preset("csapp-haswell"));
  CHECK(run.timeline.find(OpId{6}) != nullptr);
  CHECK(gaps_of(run, "p1").find("memory_order") == std::string::npos);
  // The load is to be replayed, on either of its units: until that is found the program has not
  // ended for the one that it did not use.
  const std::string gaps = gaps_of(run, "p3");
  const std::size_t again = gaps.find("memory_order");
  REQUIRE(again != std::string::npos);
  CHECK(gaps.find("drain") > again);
}

TEST_CASE("reasons: nothing could retire in the first cycles", "[out_of_order]") {
  // ooo-4: what is fetched in 1 is dispatched in 6, reads in 7, executes in 8, is written in 9 and
  // retires in 10. Fetch has missed the cache in 1, and from 10 on retirement lacks that.
  const trace::RunRecord run = recorded_run(riscv("addi t0, a1, 1\n"), preset("ooo-4"));
  CHECK(gaps_of(run, "C").starts_with("1-9 fill 0\n10-"));
  const trace::LedgerAccount& account = run.ledger.at(LedgerPoint::retire);
  CHECK(account.slots[static_cast<std::size_t>(Reason::fill)] == 9 * account.width);
}
