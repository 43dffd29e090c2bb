// Functional units behind ports: which one a micro-op takes, and until when it is busy.

#include "core/out_of_order/invariants.hpp"

#include <catch2/catch.hpp>

#include <memory>

using namespace stallscope;
using namespace stallscope::core;

TEST_CASE(
    "functional units: a micro-op is bound to the port with the fewest, the last of several") {
  FunctionalUnits units;
  CHECK(units.least_loaded(0b1011) == 0b1000);
  units.bound = {1, 0, 0, 2};
  CHECK(units.least_loaded(0b1111) == 0b0100);
  CHECK(units.least_loaded(0b1001) == 0b0001);
  CHECK(units.least_loaded(0b1000) == 0b1000);
}

TEST_CASE("functional units: a bound micro-op counts until it issues") {
  FunctionalUnits units;
  units.bind(0b0100);
  units.bind(0b0100);
  CHECK(units.bound[2] == 2);
  CHECK(units.least_loaded(0b0101) == 0b0001);
  units.unbind(0b0100);
  CHECK(units.bound[2] == 1);
}

TEST_CASE("functional units: the first free port is taken, and a unit in use is no hindrance to "
          "pipelined operations") {
  FunctionalUnits units;
  units.busy_until[1] = 10; // by a division
  CHECK(units.first_free(0b0110, 0b0000, 5) == 1);
  CHECK(units.first_free(0b0110, 0b0010, 5) == 2); // a division elsewhere
  CHECK(units.first_free(0b0010, 0b0010, 10) == kMaxPorts);
  CHECK(units.first_free(0b0010, 0b0010, 11) == 1);
}

TEST_CASE("functional units: a squash frees a port unless another operation has taken it since") {
  FunctionalUnits units;
  units.busy_until[1] = 10;
  units.vacate(1, 8);
  CHECK(units.busy_until[1] == 10);
  units.vacate(1, 10);
  CHECK(units.busy_until[1] == 0);
}

TEST_CASE("functional units: what their invariants rule out is found") {
  PlannedOp division;
  division.ports = division.alone = 0b0010;
  const auto rob = std::make_unique<ReorderBuffer>();
  rob->slot_mask = 15;
  FunctionalUnits units;
  WindowOp& op = rob->at(rob->end++);
  op.id = OpId{1};
  op.planned = &division;
  op.progress = Progress::executing;
  op.port = 1;
  op.ends_at = 12; // operands are read for a cycle: its unit is in use until 11
  rob->undispatched = rob->end;
  units.busy_until[1] = 11;
  REQUIRE(broken_invariant(units, *rob, 8, 1) == "");
  REQUIRE(broken_invariant(units, *rob, 11, 1) == ""); // no longer in use
  SECTION("a port that is busy for another time") {
    units.busy_until[1] = 12;
  }
  SECTION("a port that is busy without a micro-op") {
    units.busy_until[2] = 9;
  }
  SECTION("two micro-ops on it") {
    WindowOp& second = rob->at(rob->end++) = op;
    second.id = OpId{2};
    rob->undispatched = rob->end;
  }
  CHECK(broken_invariant(units, *rob, 8, 1) != "");
}
