// Cells that stay empty behind a wait that is over: what is said of it, and the way back to it.

#include "golden/mechanism.hpp"
#include "golden/reasons/cells.hpp"
#include "session/critical_path.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

/// What is said of the empty last lane of a machine with a reorder buffer.
std::string said_of_retirement(const isa::Program& program, const machine::Machine& machine,
                               std::uint64_t cycle) {
  const auto all = session::explain_cycle(program, machine, {}, cycle, false);
  REQUIRE(all.has_value());
  for (const std::string& line : all->empty)
    if (line.starts_with("C is empty: "))
      return line;
  return {};
}

} // namespace

TEST_CASE("past waits: what has been written or decided by then was still to come",
          "[out_of_order]") {
  // ooo-4: the load 4 waits for the data of the store 3, which are written in 13. What that leaves
  // empty at retirement lies behind.
  CHECK(
      said_of_retirement(riscv("addi a0, zero, 5\nmul a1, a0, a0\nsd a1, 0(s0)\nld a2, 0(s0)\n"
                               "lw a3, 4(s0)\nsb a0, 1(s0)\nld a4, 0(s0)\nadd a5, a4, a3\n",
                               {8}),
                         preset("ooo-4", {{"main_memory.warm", "true"}}), 17) ==
      "C is empty: the micro-op that would be here waited for the value that micro-op 3.2 (sd a1, "
      "0(s0): store data) had still to write to memory");
}

TEST_CASE("past waits: the way back from an empty cell is that of who comes there late",
          "[out_of_order]") {
  // tomasulo-rob-1: 8, the multiplication of the third round, waits in 10 to 14 for the entry of 2,
  // that of the first, which executes in 10 to 13 and is written in 14. So it retires in 27 instead
  // of 22: the cells 22 to 26 are those five cycles.
  const isa::Program program = riscv("addi a5, zero, 3\nl: mul a1, a5, a5\naddi a5, a5, -1\n"
                                     "bne a5, zero, l\nadd a2, a1, a1\n");
  const session::CellAnswer answer =
      session::why_chain(program, preset("tomasulo-rob-1"), {}, {24, std::nullopt, "C"});
  REQUIRE(answer.chain.has_value());
  const trace::WhyChain& chain = *answer.chain;
  CHECK(chain.cause == Cause{Reason::station_full, kNoRegister, OpId{2}});
  std::uint64_t cycles = 0;
  for (const trace::PathLink& link : chain.links)
    cycles += link.cycles();
  CHECK(cycles == chain.end - chain.begin);
  std::string way;
  for (const trace::PathLink& link : chain.whole())
    way += trace::link_sentence(link, answer.run) + "\n";
  CHECK(way == "micro-op 8 (mul a1, a5, a5) is in W, cycle 26\n"
               "micro-op 8 (mul a1, a5, a5) executes in Mult, cycles 22 to 25\n"
               "micro-op 8 (mul a1, a5, a5) executes in Mult, cycles 16 to 21\n"
               "micro-op 8 (mul a1, a5, a5) is in mult, cycle 15\n"
               "micro-op 8 (mul a1, a5, a5) waits for a free entry of a reservation station, held "
               "by micro-op 2 (mul a1, a5, a5), until cycle 14\n"
               "micro-op 2 (mul a1, a5, a5) is in W, cycle 14\n"
               "micro-op 2 (mul a1, a5, a5) executes in Mult, cycles 10 to 13\n");
}
