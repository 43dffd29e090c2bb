// Ports that nothing of the program could use, and ports whose cell is told
// before operands have been read.

#include "golden/mechanism.hpp"
#include "golden/reasons/cells.hpp"
#include "timeline/occupancy_table.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>

using namespace stallscope;
using namespace stallscope::golden;

TEST_CASE("idle ports: what the program never needs is idle from the first "
          "cycle to the last",
          "[out_of_order]") {
  // tomasulo, one instruction a cycle: the addition is dispatched in 1,
  // executes in 2 and is broadcast in 3; what takes its sum comes in 2,
  // executes in 4 and is broadcast in 5; the multiplication comes in 3,
  // executes in 4 to 13 and is broadcast in 14. Int fills in 1, lacks the sum
  // in 3, and has nothing more to do from 5 on. No instruction loads or
  // computes with floating point: neither the filling nor the end of the
  // program is why those ports are empty. Mult is not needed by the first
  // instruction, which the filling has delayed, nor by the second one; in 3 the
  // multiplication is dispatched, and begins behind that.
  const trace::RunRecord run =
      recorded_run(riscv("add a3, a1, a2\n addi t0, a3, 1\n mul t1, a1, a2\n"), preset("tomasulo"));
  CHECK(gaps_of(run, "Int") == "1-1 fill 0\n3-3 raw 1\n5-14 drain 0\n");
  CHECK(gaps_of(run, "Mult") == "1-2 idle 0\n3-3 pairing 3\n14-14 drain 0\n");
  CHECK(gaps_of(run, "Add") == "1-14 idle 0\n");
  CHECK(gaps_of(run, "Load") == "1-14 idle 0\n");
  CHECK(gaps_of(run, "Store") == "1-14 idle 0\n");
}

TEST_CASE("idle ports: told cycles before, and still without those that are "
          "discarded meanwhile",
          "[out_of_order]") {
  // ooo-4 with two cycles between selection and execution. What is selected in
  // the two cycles in front of the one in which the branch 6 has those behind
  // it discarded would not have come to its unit any more: from that cycle on
  // no unit is empty for what one of them lacks.
  const isa::Program program = riscv("li a0, 3\n ld a1, 0(sp)\n div a2, a1, a0\n bnez a2, x\n"
                                     "mul a3, a2, a2\n beqz a1, x\n add a4, a3, a3\n"
                                     "mul a4, a3, a3\n ld a5, 0(a4)\n add a6, a5, a4\n"
                                     "x: add a7, a1, a1\n mul s1, a7, a7\n");
  const trace::RunRecord run = recorded_run(
      program, preset("ooo-4", {{"main_memory.warm", "true"}, {"scheduler.read_cycles", "2"}}));
  const OccupancyTable table = occupancy_table(run.timeline, Cycle{1}, run.timeline.end_cycle);
  std::size_t named = 0; // cells in which one is named that is discarded later
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (const TableCell& cell : table.rows[r])
      if (const OpRow* culprit = run.timeline.find(cell.gap.culprit);
          cell.occupants.empty() && culprit != nullptr && culprit->flushed) {
        ++named;
        CHECK(r + 1 < culprit->end.value);
      }
  CHECK(named > 0);
}

TEST_CASE("idle ports: who is replayed next could use the ports of its own "
          "station alone",
          "[out_of_order]") {
  // kSmall with a second station, in front of a port that shifts, as the ALUs
  // do, and loads of four cycles. The address of the store is known behind the
  // product (3 to 5), in 6, when the load has begun (4 to 7). So in 6 the
  // shift, which was dispatched in 4 to the emptier station, still lacks the
  // load's value there, and in 7 it is in front of the stations again, where it
  // could still use either port. In 6 and in 8, when it is dispatched once more
  // to the second station, nobody could use an ALU.
  std::string text(kSmall);
  text.insert(text.find("[scheduler]"), "[[station]]\nname = \"RS2\"\nentries = 8\n\n");
  for (const char* port : {"alu", "ld", "sta", "std", "mul"})
    text.insert(text.find(fmt::format("name = \"{}\"", port)), "station = \"RS\"\n");
  text.insert(text.find("[results]"), "[[port]]\nname = \"sh\"\nstation = "
                                      "\"RS2\"\noperations = [\"shift\"]\n\n");
  isa::Program program =
      riscv("mul a1, a0, a2\n sd a3, 0(a1)\n ld a4, 0(a0)\n slli a5, a4, 1\n", {10});
  program.initial_registers.push_back({12, 1}); // a2: the product is a0
  const trace::RunRecord run = recorded_run(
      program, small({{"load_store.disambiguation", "predict"}, {"port.ld.latency", "4"}}, text));
  CHECK(gaps_of(run, "sh") == "1-2 fill 0\n3-3 idle 0\n4-6 raw 4\n7-8 "
                              "memory_order 4\n9-12 raw 4\n14-15 drain 0\n");
  CHECK(gaps_of(run, "alu1") == "1-2 fill 0\n3-6 idle 0\n7-7 memory_order 4\n8-15 drain 0\n");
}

TEST_CASE("idle ports: who is replayed while reading operands is not its own culprit",
          "[out_of_order]") {
  // Two cycles to read registers: the product is selected in 3 and executes in
  // 5 to 7, the store's address is selected in 6 and known in 8. The load,
  // selected in 4, has read in 6 and 7, and the additions behind it are
  // selected in 6, 7 and 8, one behind the other. So from 9 on all four are
  // replayed, when the second would have come to its unit; the third would have
  // in 10. What has taken them out is the load, which is the fourth micro-op.
  // The first addition comes to its station again in 10 and is selected behind
  // the load (11) in 13, the others in 14 and 15.
  isa::Program program = riscv("mul a1, a0, a2\n sd a3, 0(a1)\n ld a4, 0(a0)\n addi a5, a4, 1\n"
                               "addi a6, a5, 1\n addi a7, a6, 1\n",
                               {10});
  program.initial_registers.push_back({12, 1}); // a2: the product is a0
  const trace::RunRecord run = recorded_run(
      program, small({{"load_store.disambiguation", "predict"}, {"scheduler.read_cycles", "2"}}));
  CHECK(gaps_of(run, "alu1") == "1-4 fill 0\n5-5 idle 0\n6-7 raw 4\n9-12 memory_order 4\n"
                                "13-14 raw 4\n18-19 drain 0\n");
}
