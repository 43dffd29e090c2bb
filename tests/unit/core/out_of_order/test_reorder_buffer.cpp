// Micro-ops in flight as a ring in program order.

#include "core/out_of_order/invariants.hpp"

#include <catch2/catch.hpp>

#include <memory>
#include <utility>

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

TEST_CASE("reorder buffer: the oldest micro-op retires in the cycle behind its write-back") {
  const auto rob = std::make_unique<ReorderBuffer>();
  rob->end = 1;
  WindowOp& op = rob->at(0);
  op.id = OpId{1};
  op.progress = Progress::written;
  op.written_at = 5;
  CHECK(rob->oldest_completed(9) == nullptr); // not dispatched: it has the state of an earlier one
  rob->undispatched = 1;
  CHECK(rob->oldest_completed(5) == nullptr);
  CHECK(rob->oldest_completed(6) == &op);
  op.progress = Progress::executing;
  CHECK(rob->oldest_completed(6) == nullptr);
}

TEST_CASE("reorder buffer: what its invariants rule out is found") {
  const auto rob = std::make_unique<ReorderBuffer>();
  rob->slot_mask = 7;
  rob->oldest = 6; // the ring wraps around
  rob->undispatched = 8;
  rob->end = 9;
  for (std::uint64_t at = rob->oldest; at < rob->end; ++at) {
    rob->at(at).id = OpId{at};
    rob->at(at).progress = at < rob->undispatched ? Progress::waiting : Progress::fetched;
  }
  REQUIRE(broken_invariant(*rob) == "");
  SECTION("out of program order") {
    std::swap(rob->at(6).id, rob->at(7).id);
  }
  SECTION("a slot without a micro-op") {
    rob->at(7).id = kNoOp;
  }
  SECTION("a micro-op that has left, but not its slot") {
    rob->at(10).id = OpId{1};
  }
  SECTION("dispatched, and in the front end") {
    rob->at(7).progress = Progress::fetched;
  }
  SECTION("in the front end, and executing") {
    rob->at(8).progress = Progress::executing;
  }
  SECTION("issued before it was dispatched") {
    rob->unissued = 9;
  }
  SECTION("more than the ring has") {
    rob->end = 15;
  }
  SECTION("no size of a ring") {
    rob->slot_mask = 5;
  }
  CHECK(broken_invariant(*rob) != "");
}
