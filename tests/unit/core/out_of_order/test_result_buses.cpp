// Result buses: how many results are written in a cycle, and whom the others wait for.

#include "core/out_of_order/invariants.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::core;

TEST_CASE("each result bus carries one result a cycle") {
  ResultBuses buses(2);
  CHECK(buses.any_free());
  CHECK_FALSE(buses.last());
  buses.take(OpId{4});
  CHECK(buses.any_free());
  buses.take(OpId{7});
  CHECK_FALSE(buses.any_free());
  CHECK(buses.last() == OpId{7});
}

TEST_CASE("without a limit there is a result bus for every result") {
  ResultBuses buses(0);
  for (unsigned id = 1; id <= 1000; ++id)
    buses.take(OpId{id});
  CHECK(buses.any_free());
  CHECK(buses.last() == OpId{1000});
}

TEST_CASE("result buses: more results than buses are found") {
  ResultBuses buses(2);
  buses.take(OpId{4});
  buses.take(OpId{7});
  CHECK(broken_invariant(buses, 2) == "");
  buses.take(OpId{9});
  CHECK(broken_invariant(buses, 2) != "");
  CHECK(broken_invariant(buses, 0) == "");
}
