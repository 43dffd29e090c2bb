// ExecuteStage alone: completion events, and what the end of an execution decides.

#include "out_of_order/stages/execute_stage.hpp"
#include "unit/core/out_of_order/stages/stage_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

namespace {

template <class Window> void deliver_events(Window& window) {
  window.c.begin_cycle();
  ExecuteStage<typename Window::Cycle>::completion_events(window.c);
}

} // namespace

// Hennessy and Patterson, appendix C.5: an operation of n cycles ends in the n-th, and write-back
// follows in the next. A latency may exceed the timing wheel (Varghese and Lauck, Hashed and
// hierarchical timing wheels (1987)), whose event then goes around more than once.
TEMPLATE_TEST_CASE("execution: ends in its last cycle, and is written in the next", "",
                   GeneralPolicies, SuperscalarPolicies) {
  HandMade<TestType> window("div x5, x6, x7\n");
  const std::uint64_t ends_at = GENERATE(1U, 20U, CompletionQueue::kCycles - 1,
                                         CompletionQueue::kCycles, 3 * CompletionQueue::kCycles);
  const WindowOp& op = window.executing(0, ends_at);
  while (window.c.now + 1 < ends_at) {
    deliver_events(window);
    REQUIRE(op.progress == Progress::executing);
  }
  deliver_events(window);
  CHECK(op.progress == Progress::timed);
  CHECK(op.written_at == ends_at + 1);
  CHECK(op.wheel_bucket == kNoBucket);
  CHECK(window.state->completions.executed.empty());
}

// Tomasulo, An efficient algorithm for exploiting multiple arithmetic units (1967): a result waits
// behind its unit for the common data bus.
TEST_CASE("execution: a result that needs a bus waits for write-back") {
  HandMade<> window("add x5, x6, x7\n", {}, "tomasulo");
  const WindowOp& op = window.executing(0, 2);
  deliver_events(window);
  CHECK(op.progress == Progress::executing);
  deliver_events(window);
  CHECK(op.progress == Progress::executed);
  CHECK_FALSE(window.state->completions.executed.empty());
}

// results.done_without_result: a branch writes no register, and is complete in its last cycle.
TEST_CASE("execution: without a result a micro-op can be complete in its last cycle") {
  const bool at_once = GENERATE(false, true);
  HandMade<> window(
      "bne x0, x0, there\nthere: nop\n",
      {at_once ? "results.done_without_result=true" : "results.done_without_result=false"},
      "tomasulo-rob-2");
  const WindowOp& op = window.executing(0, 1);
  deliver_events(window);
  CHECK(op.progress == (at_once ? Progress::written : Progress::executed));
  CHECK(window.c.completed->slots == (at_once ? 1 : 0));
}

// Hennessy and Patterson, C.2: a branch is decided where it is executed, at its end.
TEMPLATE_TEST_CASE("execution: the end of a mispredicted branch requests the redirect", "",
                   GeneralPolicies, SuperscalarPolicies) {
  HandMade<TestType> window("bne x0, x0, there\naddi x5, x0, 1\nthere: addi x6, x0, 1\n");
  OutOfOrderState& s = *window.state;
  WindowOp& op = window.executing(0, 2);
  op.is_control = true;
  op.branch = s.branch_queue.allocate();
  BranchEntry& entry = s.branch_queue.entries[op.branch];
  entry.id = op.id;
  entry.slot = window.slot(op);
  const std::uint64_t target = window.program.instruction(2).pc;
  follow_control(window.core, s, entry, 0, target, true);
  deliver_events(window);
  CHECK_FALSE(s.fetch.redirect.pending);
  deliver_events(window);
  REQUIRE(s.fetch.redirect.pending);
  CHECK(s.fetch.redirect.branch == op.id);
  CHECK(s.fetch.redirect.pc == target);
  CHECK(entry.resolved_at == 2);
}

// Chrysos and Emer, Memory dependence prediction using store sets (1998): the address of a store
// is checked against younger loads when it is known.
TEST_CASE("execution: a store's address finds the loads that have read too early") {
  const std::string disambiguation = GENERATE("predict", "perfect");
  HandMade<> window("sw x5, 0(x6)\nlw x7, 0(x8)\n",
                    {"load_store.disambiguation=" + disambiguation});
  OutOfOrderState& s = *window.state;
  WindowOp& store = window.dispatched(0);
  WindowOp& load = window.dispatched(1);
  for (WindowOp* op : {&store, &load}) {
    op->address = 0x100;
    op->bytes = 4;
    op->progress = Progress::executing;
  }
  s.lsq.allocate_store(store, window.slot(store));
  s.lsq.enter_address(store.store_position, store, 0);
  s.lsq.allocate_load(load, window.slot(load));
  load.ends_at = 100;
  store.ends_at = 2;
  s.completions.schedule(s.rob, window.slot(store), 2, 0);
  deliver_events(window);
  CHECK_FALSE(s.replay.pending);
  deliver_events(window);
  CHECK(s.replay.pending == (disambiguation == "predict"));
}

// A micro-op whose operands come in a known cycle, too far away for the ready set, enters it by an
// event.
TEMPLATE_TEST_CASE("execution: the event of a known wake-up makes a micro-op ready", "",
                   GeneralPolicies, SuperscalarPolicies) {
  HandMade<TestType> window("add x5, x6, x7\n");
  OutOfOrderState& s = *window.state;
  WindowOp& op = window.in_station(0);
  op.progress = Progress::ready;
  op.ready_at = 10;
  enter_ready(s, window.slot(op));
  CHECK(s.stations.ready.empty());
  while (window.c.now < 9)
    deliver_events(window);
  CHECK(s.stations.ready.empty());
  deliver_events(window);
  CHECK_FALSE(s.stations.ready.empty());
  CHECK(op.progress == Progress::ready);
}
