// WakeUp alone: which micro-ops a result wakes, and from which cycle on they can be issued.

#include "out_of_order/stages/wake_up.hpp"
#include "unit/core/out_of_order/stages/stage_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

// Palacharla, Jouppi and Smith, Complexity-effective superscalar processors (1997): a result
// matches the tags of the operands that wait for it; an instruction is ready with its last operand.
TEMPLATE_TEST_CASE("wake-up: a micro-op is ready when its last operand is", "", GeneralPolicies,
                   SuperscalarPolicies) {
  HandMade<TestType> window("add x5, x6, x7\nadd x8, x6, x7\nadd x9, x5, x8\nadd x10, x5, x5\n");
  OutOfOrderState& s = *window.state;
  WindowOp& first = window.dispatched(0);
  WindowOp& second = window.dispatched(1);
  const WindowOp& of_both = window.in_station(2);
  const WindowOp& of_first = window.in_station(3);
  enter_wake_up_list(s.rob, window.slot(first), window.slot(of_both), 0);
  enter_wake_up_list(s.rob, window.slot(second), window.slot(of_both), 1);
  enter_wake_up_list(s.rob, window.slot(first), window.slot(of_first), 0);
  enter_wake_up_list(s.rob, window.slot(first), window.slot(of_first), 1);
  window.c.begin_cycle();
  using Stage = WakeUp<typename HandMade<TestType>::Cycle>;
  Stage::wake_waiting(window.c, first, 3);
  CHECK(first.waiting_first == kNoSlot);
  CHECK(of_first.missing == 0);
  CHECK(of_first.ready_at == 3);
  CHECK(of_first.progress == Progress::ready);
  CHECK(of_both.missing == 2); // bit 1: the second operand
  CHECK(of_both.progress == Progress::waiting);
  Stage::wake_waiting(window.c, second, 2);
  CHECK(of_both.missing == 0);
  CHECK(of_both.progress == Progress::ready);
  CHECK(of_both.ready_at == 3); // the later of both
}

// Hennessy and Patterson, 3.5, Tomasulo's algorithm: an operation begins in the cycle behind the
// broadcast of its last operand.
TEST_CASE("wake-up: a broadcast result can be used in the next cycle") {
  HandMade<> window("add x5, x6, x7\nadd x8, x5, x7\n", {}, "tomasulo");
  OutOfOrderState& s = *window.state;
  s.cycle = window.c.now = 10;
  const WindowOp& producer = window.executed(0, 10);
  const WindowOp& consumer = window.in_station(1);
  enter_wake_up_list(s.rob, window.slot(producer), window.slot(consumer), 0);
  window.c.begin_cycle();
  WakeUp<HandMade<>::Cycle>::write(window.c, window.slot(producer));
  CHECK(producer.progress == Progress::written);
  CHECK(producer.written_at == 11);
  CHECK(s.completions.executed.empty());
  CHECK_FALSE(producer.in_station);
  CHECK(consumer.missing == 0);
  CHECK(consumer.ready_at == 12);
  CHECK(window.c.moved);
}

// [[bypass]]: results that cross to other units come later, here by 3 cycles.
TEST_CASE("wake-up: a delay of the bypass network is added for the units it concerns") {
  machine::Machine machine = machine_named("ooo-4");
  machine.dynamic->bypasses.push_back({{"mul"}, {"br"}, 3});
  HandMade<> window(machine, "mul x5, x6, x7\nadd x8, x5, x7\nbne x5, x0, there\nthere: nop\n");
  OutOfOrderState& s = *window.state;
  WindowOp& producer = window.dispatched(0);
  producer.port = static_cast<std::uint16_t>(std::countr_zero(producer.planned->ports));
  const WindowOp& add = window.in_station(1);
  const WindowOp& branch = window.in_station(2);
  enter_wake_up_list(s.rob, window.slot(producer), window.slot(add), 0);
  enter_wake_up_list(s.rob, window.slot(producer), window.slot(branch), 0);
  window.c.begin_cycle();
  WakeUp<HandMade<>::Cycle>::wake_waiting(window.c, producer, 4);
  CHECK(add.ready_at == 4);
  CHECK(branch.ready_at == 4 + 3);
  CHECK(branch.late_operand == 0); // the operand that it waits for, and why
  CHECK(branch.late_cycles == 3);
}

// load_store.capture_data: the data of a store need no unit. The store-data micro-op is complete
// when they are on the bus; without it, it waits for a port.
TEST_CASE("wake-up: a store captures its data from the bus") {
  const bool captures = GENERATE(false, true);
  HandMade<> window("add x5, x6, x7\nsw x5, 0(x8)\n",
                    {captures ? "load_store.capture_data=true" : "load_store.capture_data=false"},
                    "tomasulo-rob-2");
  OutOfOrderState& s = *window.state;
  const WindowOp& producer = window.executed(0, 0);
  window.dispatched(1);
  WindowOp& data = s.at(2);
  REQUIRE(data.planned->writes_data);
  data.in_station = true;
  data.station = static_cast<std::uint16_t>(std::countr_zero(data.planned->stations));
  s.stations.enter(data.station);
  s.stations.begin_demand(*data.planned);
  enter_wake_up_list(s.rob, window.slot(producer), window.slot(data), 0);
  window.c.begin_cycle();
  WakeUp<HandMade<>::Cycle>::write(window.c, window.slot(producer));
  CHECK(data.progress == (captures ? Progress::written : Progress::ready));
  CHECK(data.in_station == !captures);
  CHECK(s.stations.demanded == (captures ? 0 : std::uint64_t{1} << data.planned->port_set));
}
