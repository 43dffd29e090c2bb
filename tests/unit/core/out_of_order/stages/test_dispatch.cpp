// Dispatch alone: width, renaming, and the entries that it allocates.

#include "out_of_order/stages/dispatch.hpp"
#include "unit/core/out_of_order/stages/stage_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

namespace {

template <class Window> void dispatch(Window& window) {
  window.c.begin_cycle();
  Dispatch<typename Window::Cycle>::dispatch(window.c);
}

} // namespace

// Hennessy and Patterson, 3.8: a multiple-issue processor dispatches in program order, up to its
// width.
TEMPLATE_TEST_CASE("dispatch: in program order, up to the width", "", GeneralPolicies,
                   SuperscalarPolicies) {
  HandMade<TestType> window("addi x5, x0, 1\n");
  std::vector<WindowOp*> ops;
  for (unsigned i = 0; i < 6; ++i)
    ops.push_back(&window.fetched(0));
  dispatch(window);
  CHECK(window.c.dispatched->slots == 4);
  for (unsigned i = 0; i < 6; ++i)
    CHECK((ops[i]->progress != Progress::fetched) == (i < 4));
  CHECK(window.state->rob.used == 4);
  dispatch(window);
  CHECK(window.c.dispatched->slots == 2);
  CHECK(window.state->rob.undispatched == window.state->rob.end);
  CHECK(broken_invariant(window.core, *window.state) == "");
}

// Tomasulo (1967); Yeager, The MIPS R10000 (1996): every result has a register of its own, and a
// source is that of its youngest older writer.
TEMPLATE_TEST_CASE("dispatch: renaming leaves true dependences only", "", GeneralPolicies,
                   SuperscalarPolicies) {
  HandMade<TestType> window("addi x5, x0, 1\naddi x6, x5, 1\naddi x5, x0, 2\naddi x7, x5, 1\n");
  const WindowOp& first = window.fetched(0);
  const WindowOp& reads_first = window.fetched(1);
  const WindowOp& second = window.fetched(2);
  const WindowOp& reads_second = window.fetched(3);
  dispatch(window);
  CHECK(first.progress == Progress::ready);
  CHECK(second.progress == Progress::ready); // neither WAW nor WAR
  REQUIRE(reads_first.missing == 1);
  REQUIRE(reads_second.missing == 1);
  CHECK(reads_first.operands[0].slot == window.slot(first));
  CHECK(reads_second.operands[0].slot == window.slot(second));
  // 32 architectural registers hold values: the first free ones are 32, 33, ...
  CHECK(second.earlier[0].physical == 32);
  CHECK(window.state->rename_map[5].physical == 34);
  CHECK(window.state->rename_map[5].writer == second.id);
  CHECK(window.state->free_lists[0].size() == 128 - 32 - 4);
  CHECK(broken_invariant(window.core, *window.state) == "");
}

// Hennessy and Patterson, 3.6: without a free reorder buffer entry or reservation station dispatch
// stalls, also for everything behind.
TEST_CASE("dispatch: stalls for the first entry that is missing, in program order") {
  SECTION("reorder buffer: the oldest micro-op frees the next entry") {
    HandMade<> window("addi x5, x0, 1\n", {"reorder_buffer.entries=8"});
    const WindowOp& oldest = window.ready(0);
    for (unsigned i = 0; i < 7; ++i)
      window.ready(0);
    window.fetched(0);
    dispatch(window);
    CHECK(window.c.dispatched->slots == 0);
    CHECK(window.c.dispatched->gap == Cause{Reason::reorder_full, kNoRegister, oldest.id});
  }
  SECTION("issue queue: others have room, and are not reached") {
    HandMade<> window("addi x5, x0, 1\nlw x6, 0(x7)\n", {"station.int.entries=3"});
    const WindowOp& oldest = window.ready(0);
    window.ready(0);
    window.ready(0);
    window.fetched(0);
    const WindowOp& load = window.fetched(1);
    dispatch(window);
    CHECK(window.c.dispatched->gap == Cause{Reason::station_full, kNoRegister, oldest.id});
    CHECK(load.progress == Progress::fetched);
  }
  SECTION("the front end: a micro-op that has not passed it") {
    HandMade<> window("addi x5, x0, 1\n");
    WindowOp& op = window.fetched(0);
    op.arrives_at = 2;
    dispatch(window);
    CHECK(op.progress == Progress::fetched);
    dispatch(window);
    CHECK(op.progress == Progress::ready);
  }
}
