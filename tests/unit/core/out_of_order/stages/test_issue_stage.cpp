// IssueStage alone: select by age and port, unpipelined units, and wake-up over the bypass network.

#include "out_of_order/stages/issue_stage.hpp"
#include "unit/core/out_of_order/stages/stage_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

namespace {

template <class Window> void select(Window& window) {
  window.c.begin_cycle();
  IssueStage<typename Window::Cycle>::select(window.c);
}

} // namespace

// Palacharla, Jouppi and Smith, Complexity-effective superscalar processors (1997): a port takes
// the oldest of the ready instructions that it can execute.
TEMPLATE_TEST_CASE("select: the oldest ready micro-op of each port", "", GeneralPolicies,
                   SuperscalarPolicies) {
  HandMade<TestType> window("addi x5, x0, 1\nmul x6, x7, x8\n");
  WindowOp& first = window.ready(1);
  WindowOp& second = window.ready(1);
  std::vector<WindowOp*> adds;
  for (unsigned i = 0; i < 4; ++i)
    adds.push_back(&window.ready(0));
  second.ready_at = 1;
  adds[0]->ready_at = 2; // its operand comes in the next cycle
  select(window);
  CHECK(first.progress > Progress::ready);
  CHECK(second.progress == Progress::ready); // there is one port for multiplications
  CHECK(adds[0]->progress == Progress::ready);
  for (unsigned i = 1; i < 4; ++i) { // three ports, for the three that can
    CHECK(adds[i]->progress > Progress::ready);
    CHECK(adds[i]->port == i - 1);
  }
  CHECK(window.c.issued->micro_ops == 4);
  select(window);
  CHECK(second.progress > Progress::ready);
  CHECK(adds[0]->progress > Progress::ready);
  CHECK(window.state->stations.ready.empty());
}

// Hennessy and Patterson, appendix C.5: an unpipelined unit begins an operation when the one before
// has ended: its initiation interval is its latency, of a division here 20 cycles.
TEMPLATE_TEST_CASE("select: an unpipelined operation has the port for itself", "", GeneralPolicies,
                   SuperscalarPolicies) {
  HandMade<TestType> window("div x5, x7, x8\nmul x6, x7, x8\n");
  const WindowOp& first = window.ready(0);
  const WindowOp& second = window.ready(0);
  const WindowOp& multiplication = window.ready(1);
  select(window);
  CHECK(first.ready_at == 1); // the cycle of its issue
  select(window);
  CHECK(multiplication.progress > Progress::ready); // the multiplier is pipelined
  CHECK(multiplication.ready_at == 2);
  while (second.progress == Progress::ready && window.c.now < 50)
    select(window);
  CHECK(second.ready_at == 1 + 20);
}

// Hennessy and Patterson, 3.4, with a bypass network: a dependent operation begins to execute in
// the cycle behind the last one of its producer.
TEMPLATE_TEST_CASE("wake-up: a consumer is issued as many cycles later as its producer takes", "",
                   GeneralPolicies, SuperscalarPolicies) {
  HandMade<TestType> window("addi x5, x0, 1\nmul x6, x5, x5\naddi x7, x6, 1\n");
  const WindowOp& add = window.ready(0);
  const WindowOp& multiplication = window.in_station(1);
  const WindowOp& last = window.in_station(2);
  enter_wake_up_list(window.state->rob, window.slot(add), window.slot(multiplication), 0);
  enter_wake_up_list(window.state->rob, window.slot(add), window.slot(multiplication), 1);
  enter_wake_up_list(window.state->rob, window.slot(multiplication), window.slot(last), 0);
  select(window);
  CHECK(multiplication.missing == 0);
  CHECK(multiplication.ready_at == 2); // one cycle behind
  CHECK(last.missing == 1);
  select(window);
  CHECK(multiplication.progress > Progress::ready);
  CHECK(last.missing == 0);
  CHECK(last.ready_at == 2 + 3);
  CHECK(window.state->stations.used[0] == 1); // entries are freed at issue
}
