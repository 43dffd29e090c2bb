// Micro-ops in flight as a ring in program order, what reservation stations count, and what fetch
// control has at hand.

#include "core/out_of_order/fetch_unit.hpp"
#include "core/out_of_order/reorder_buffer.hpp"
#include "core/out_of_order/reservation_stations.hpp"

#include <catch2/catch.hpp>

#include <memory>

using namespace stallscope;
using namespace stallscope::core;

TEST_CASE("reorder buffer: positions grow, and their slots go round") {
  const auto rob = std::make_unique<ReorderBuffer>();
  rob->slot_mask = 7;
  rob->oldest = 13;
  rob->end = 19;
  CHECK(rob->slot_at(13) == 5);
  CHECK(rob->slot_at(18) == 2);
  for (std::uint64_t position = rob->oldest; position < rob->end; ++position)
    CHECK(rob->position_of(rob->slot_at(position)) == position);
  CHECK_FALSE(rob->empty());
}

TEST_CASE("reorder buffer: an entry of the rename map may name a micro-op that has left") {
  const auto rob = std::make_unique<ReorderBuffer>();
  rob->ops[3].id = OpId{9};
  CHECK(rob->holds({OpId{9}, 3, kNoPhysical}));
  CHECK_FALSE(rob->holds({OpId{8}, 3, kNoPhysical})); // another is in its place now
  CHECK_FALSE(rob->holds({}));
}

TEST_CASE("reorder buffer: a squash takes dispatch and issue back with it") {
  const auto rob = std::make_unique<ReorderBuffer>();
  rob->oldest = 10;
  rob->unissued = 12;
  rob->undispatched = 18;
  rob->end = 20;
  rob->cut_behind(15);
  CHECK(rob->undispatched == 15);
  CHECK(rob->unissued == 12);
  rob->cut_behind(11);
  CHECK(rob->undispatched == 11);
  CHECK(rob->unissued == 11);
}

TEST_CASE("reservation stations: entries and the demand for units are counted apart") {
  ReservationStations stations;
  PlannedOp add;
  add.want = 2;
  stations.enter(1);
  stations.enter(1);
  stations.enter(0);
  CHECK(stations.used[1] == 2);
  CHECK(stations.total == 3);
  stations.begin_demand(add);
  stations.begin_demand(add);
  CHECK(stations.demanded == 1U << 2);
  stations.end_demand(add); // one has begun to execute, and keeps its entry until it has written
  CHECK(stations.demanded == 1U << 2);
  stations.end_demand(add);
  CHECK(stations.demanded == 0);
  CHECK(stations.total == 3);
  stations.leave(1);
  CHECK(stations.used[1] == 1);
  CHECK(stations.total == 2);
}

TEST_CASE("fetch unit: the two lines read last are at hand") {
  FetchUnit fetch;
  fetch.keep_line(4);
  fetch.keep_line(5);
  CHECK(fetch.has_line(4));
  CHECK(fetch.has_line(5));
  fetch.keep_line(6); // in place of the older one
  CHECK_FALSE(fetch.has_line(4));
  CHECK(fetch.has_line(5));
  fetch.forget_lines(); // the program has written its code
  CHECK_FALSE(fetch.has_line(5));
}
