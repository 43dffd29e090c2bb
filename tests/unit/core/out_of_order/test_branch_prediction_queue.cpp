// The branch prediction queue: entries in program order, released at retirement, squashed from the
// youngest on behind a misprediction.

#include "core/out_of_order/invariants.hpp"

#include <catch2/catch.hpp>

#include <memory>
#include <utility>

using namespace stallscope;
using namespace stallscope::core;

namespace {

/// Branches with the numbers 1, 2, ... in flight.
std::unique_ptr<BranchPredictionQueue> queue_of(unsigned branches) {
  auto queue = std::make_unique<BranchPredictionQueue>();
  for (unsigned i = 1; i <= branches; ++i) {
    BranchEntry& entry = queue->entries[queue->allocate()];
    entry = {};
    entry.id = OpId{i};
  }
  return queue;
}

} // namespace

TEST_CASE("branch prediction queue: the oldest unresolved branch is found in program order") {
  const auto queue = queue_of(3);
  CHECK(queue->size() == 3);
  REQUIRE(queue->oldest_unresolved() != nullptr);
  CHECK(queue->oldest_unresolved()->id == OpId{1});
  queue->at(1).resolved = true; // branches are resolved out of order
  CHECK(queue->oldest_unresolved()->id == OpId{1});
  queue->at(0).resolved = true;
  CHECK(queue->oldest_unresolved()->id == OpId{3});
  queue->at(2).resolved = true;
  CHECK(queue->oldest_unresolved() == nullptr);
}

TEST_CASE("branch prediction queue: a branch that is resolved in a cycle was not before it") {
  const auto queue = queue_of(2);
  queue->at(0).resolved = true;
  queue->at(0).resolved_at = 7;
  CHECK(queue->oldest_unresolved_before(7)->id == OpId{1});
  CHECK(queue->oldest_unresolved_before(8)->id == OpId{2});
  queue->at(1).resolved = true;
  queue->at(1).resolved_at = 8;
  CHECK(queue->oldest_unresolved_before(9) == nullptr);
}

TEST_CASE("branch prediction queue: squashed branches are kept for displays, youngest first") {
  const auto queue = queue_of(4);
  queue->begin_squash(20);
  queue->squash_youngest(OpId{4}, 40);
  queue->squash_youngest(OpId{3}, 30);
  CHECK(queue->size() == 2);
  CHECK(queue->flushed.cycle == 20);
  REQUIRE(queue->flushed.count == 2);
  CHECK(queue->flushed.ids[0] == OpId{4});
  CHECK(queue->flushed.instructions[1] == 30);
  queue->begin_squash(30); // the next misprediction begins anew
  CHECK(queue->flushed.count == 0);
}

TEST_CASE("branch prediction queue: places are used again when the oldest has retired") {
  const auto queue = queue_of(kBranchEntries);
  queue->release();
  CHECK(queue->size() == kBranchEntries - 1);
  CHECK(queue->allocate() == 0); // the place of the first
  CHECK(queue->at(kBranchEntries).id == OpId{1});
}

TEST_CASE("branch prediction queue: what its invariants rule out is found") {
  const auto queue = queue_of(3);
  REQUIRE(broken_invariant(*queue) == "");
  SECTION("out of program order") {
    std::swap(queue->at(0).id, queue->at(1).id);
  }
  SECTION("an entry without a branch") {
    queue->at(1).id = kNoOp;
  }
  SECTION("released before it was allocated") {
    queue->oldest = 4;
  }
  SECTION("more than the ring has") {
    queue->end = kBranchEntries + 1;
  }
  CHECK(broken_invariant(*queue) != "");
}
