// WriteBack alone: result buses, and WAR hazards on a machine without renaming.

#include "out_of_order/stages/write_back.hpp"
#include "unit/core/out_of_order/stages/stage_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

namespace {

void write_back(HandMade<>& window) {
  window.c.begin_cycle();
  WriteBack<HandMade<>::Cycle>::write_back(window.c);
}

} // namespace

// Tomasulo, An efficient algorithm for exploiting multiple arithmetic units (1967): one result a
// cycle on the common data bus. Oldest first, and in the cycle behind the last one of execution.
TEST_CASE("write-back: the oldest result takes the common data bus") {
  const unsigned buses = GENERATE(1U, 2U);
  HandMade<> window("add x5, x6, x7\nmul x8, x6, x7\nadd x9, x6, x7\n",
                    {"results.buses=" + std::to_string(buses)}, "tomasulo");
  const WindowOp& first = window.executed(0, 2);
  const WindowOp& second = window.executed(1, 0);
  const WindowOp& third = window.executed(2, 0);
  write_back(window); // cycle 1: the oldest has not ended
  CHECK(first.progress == Progress::executed);
  CHECK(second.written_at == 1);
  CHECK((third.progress == Progress::written) == (buses == 2));
  write_back(window); // the oldest ends in this cycle
  CHECK(first.progress == Progress::executed);
  CHECK(third.written_at == 3 - buses);
  write_back(window);
  CHECK(first.written_at == 3);
  CHECK(window.state->completions.executed.empty());
}

TEST_CASE("write-back: what has no result needs no bus") {
  HandMade<> window("add x5, x6, x7\nbne x0, x0, there\nthere: nop\n", {}, "tomasulo");
  const WindowOp& result = window.executed(0, 0);
  const WindowOp& branch = window.executed(1, 0);
  write_back(window);
  CHECK(result.progress == Progress::written);
  CHECK(branch.progress == Progress::written);
  CHECK(window.c.completed->slots == 2);
}

// The same: a reservation station is free behind the broadcast (scheduler.release = "write").
TEST_CASE("write-back: frees the reservation station") {
  HandMade<> window("add x5, x6, x7\nadd x9, x6, x7\n", {}, "tomasulo");
  const WindowOp& first = window.executed(0, 0);
  window.executed(1, 0);
  const unsigned station = first.station;
  CHECK(window.state->stations.used[station] == 2);
  write_back(window);
  CHECK(window.state->stations.used[station] == 1);
  CHECK(window.c.completed->freed[station] == 1);
  CHECK(window.c.completed->freed_by[station] == first.id);
}

// Thornton, Parallel operation in the Control Data 6600 (1964), and Hennessy and Patterson, C.7:
// without renaming a result waits until all earlier instructions have read the register that it
// overwrites.
TEST_CASE("write-back: a scoreboard holds a result for WAR") {
  HandMade<> window("mul x5, x6, x7\nadd x6, x8, x9\nadd x8, x6, x9\n", {}, "scoreboard");
  WindowOp& reads_x6 = window.in_station(0);
  const WindowOp& writes_x6 = window.executed(1, 0);
  window.in_station(2); // younger: it reads the new value
  const Cause war{Reason::war, 6, reads_x6.id};
  CHECK(WriteBack<HandMade<>::Cycle>::write_hazard(window.c, writes_x6, window.slot(writes_x6)) ==
        war);
  write_back(window);
  CHECK(writes_x6.progress == Progress::executed);
  reads_x6.progress = Progress::executing; // it has read its operands
  write_back(window);
  CHECK(writes_x6.progress == Progress::written);
}
