// The bypass network: the extra cycles from the unit that makes a result to the one that uses it.

#include "out_of_order/bypass.hpp"
#include "unit/core/core_testing.hpp"

#include <catch2/catch.hpp>

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

using namespace stallscope;
using namespace stallscope::core;
using stallscope::core::testing::machine_named;

namespace {

/// ooo-4 with rules [[bypass]]: on its ports, results of multiplications are late for branches.
struct Network {
  explicit Network(std::vector<machine::Bypass> rules) : machine(machine_named("ooo-4")) {
    machine.dynamic->bypasses = std::move(rules);
    plan = make_window_plan(machine);
  }
  /// A micro-op of a class on the first port, and in the first station, that execute it.
  [[nodiscard]] WindowOp micro_op(PlannedOp& planned, isa::OpClass of) const {
    isa::CrackedOp op;
    op.op_class = of;
    planned = plan_op(plan, op);
    WindowOp made;
    made.planned = &planned;
    REQUIRE(planned.ports != 0);
    made.port = static_cast<std::uint16_t>(std::countr_zero(planned.ports));
    made.station = static_cast<std::uint16_t>(plan.ports[made.port].station);
    return made;
  }
  [[nodiscard]] unsigned cycles(isa::OpClass from, isa::OpClass to) const {
    PlannedOp producer;
    PlannedOp consumer;
    return bypass_cycles(plan.bypass, micro_op(producer, from), micro_op(consumer, to));
  }

  machine::Machine machine;
  WindowPlan plan;
};

} // namespace

TEST_CASE("bypass network: a rule delays the results of its producers for its consumers only") {
  const Network network({{{"mul"}, {"br"}, 3}});
  CHECK(network.plan.bypass.any);
  CHECK(network.cycles(isa::OpClass::multiply, isa::OpClass::branch) == 3);
  CHECK(network.cycles(isa::OpClass::multiply, isa::OpClass::multiply) == 0);
  CHECK(network.cycles(isa::OpClass::branch, isa::OpClass::branch) == 0);
}

TEST_CASE("bypass network: without delays there is no table") {
  CHECK_FALSE(Network({}).plan.bypass.any);
  CHECK_FALSE(Network({{{"mul"}, {"br"}, 0}}).plan.bypass.any);
}

TEST_CASE("bypass network: a producer that uses no unit is not delayed") {
  const Network network({{{"mul"}, {"br"}, 3}});
  PlannedOp moved;
  PlannedOp consumer;
  WindowOp from;
  from.planned = &moved;
  CHECK(bypass_cycles(network.plan.bypass, from,
                      network.micro_op(consumer, isa::OpClass::branch)) == 0);
}

TEST_CASE("bypass network: a consumer that is not dispatched yet counts with its best station") {
  BypassDelays delays; // from one producer: 5 cycles to station 0, 2 to station 1
  delays.any = true;
  delays.most = 5;
  delays.made_in.resize(1);
  delays.used_in.resize(2);
  delays.used_in[1].fill(1);
  delays.cycles = {{5, 2}};
  PlannedOp planned;
  planned.ports = 1;
  WindowOp from;
  WindowOp to;
  from.planned = to.planned = &planned;
  planned.stations = 0b11;
  CHECK(least_bypass_cycles(delays, from, to) == 2);
  planned.stations = 0b01;
  CHECK(least_bypass_cycles(delays, from, to) == 5);
  to.station = 1;
  CHECK(bypass_cycles(delays, from, to) == 2);
}

TEST_CASE("bypass network: a result leaves its unit at the end of execution, or at write-back") {
  WindowOp from;
  from.ends_at = 10;
  from.written_at = 14;
  machine::Dynamic machine = *machine_named("ooo-4").dynamic;
  machine.read_cycles = 1;
  machine.wakeup = machine::Wakeup::bypass;
  CHECK(leaves_unit(machine, from) == 10); // operands of the consumer are read in cycle 10
  machine.wakeup = machine::Wakeup::after_write;
  CHECK(leaves_unit(machine, from) == 15);
}
