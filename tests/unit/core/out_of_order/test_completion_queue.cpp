// Completion events on a timing wheel.

#include "core/out_of_order/invariants.hpp"

#include <catch2/catch.hpp>

#include <memory>
#include <utility>
#include <vector>

using namespace stallscope;
using namespace stallscope::core;

namespace {

struct Machine {
  Machine() {
    completions.clear();
    for (unsigned slot = 0; slot < 8; ++slot)
      rob->ops[slot].id = OpId{slot + 1};
  }
  /// Slots with an event in a cycle, in the order in which they come.
  std::vector<unsigned> due(std::uint64_t cycle) {
    std::vector<unsigned> slots;
    for (Slot slot = completions.take(cycle); slot != kNoSlot; slot = rob->ops[slot].wheel_next)
      slots.push_back(slot);
    return slots;
  }
  std::unique_ptr<ReorderBuffer> rob = std::make_unique<ReorderBuffer>();
  CompletionQueue completions;
};

} // namespace

TEST_CASE("completion queue: events of a cycle come oldest first, whenever they were scheduled") {
  Machine m;
  for (const Slot slot : {Slot{5}, Slot{1}, Slot{3}})
    m.completions.schedule(*m.rob, slot, 20, 10);
  m.completions.schedule(*m.rob, 2, 21, 10);
  CHECK(m.completions.is_empty_at(19));
  CHECK_FALSE(m.completions.is_empty_at(20));
  CHECK(m.due(20) == std::vector<unsigned>{1, 3, 5});
  CHECK(m.due(20).empty());
  CHECK(m.due(21) == std::vector<unsigned>{2});
}

TEST_CASE("completion queue: a squashed micro-op's event is taken back from any place") {
  for (const Slot gone : {Slot{1}, Slot{3}, Slot{5}}) {
    Machine m;
    std::vector<unsigned> left;
    for (const Slot slot : {Slot{1}, Slot{3}, Slot{5}}) {
      m.completions.schedule(*m.rob, slot, 20, 10);
      if (slot != gone)
        left.push_back(slot);
    }
    m.completions.cancel(*m.rob, gone);
    m.completions.cancel(*m.rob, gone); // it has none any more
    CHECK(m.due(20) == left);
  }
}

TEST_CASE("completion queue: an event beyond the wheel's size is delivered early") {
  Machine m;
  m.completions.schedule(*m.rob, 4, 10'000, 10);
  CHECK(m.due(10 + CompletionQueue::kCycles - 1) == std::vector<unsigned>{4});
}

TEST_CASE("completion queue: what its invariants rule out is found") {
  Machine m;
  for (unsigned slot = 0; slot < 8; ++slot)
    m.rob->ops[slot].progress = Progress::waiting;
  m.rob->end = m.rob->undispatched = 8;
  for (const Slot slot : {Slot{1}, Slot{3}}) {
    m.rob->ops[slot].progress = Progress::executing;
    m.completions.schedule(*m.rob, slot, 20, 10);
  }
  REQUIRE(broken_invariant(m.completions, *m.rob) == "");
  SECTION("an execution without an end") {
    m.completions.cancel(*m.rob, 3);
  }
  SECTION("an event of a squashed micro-op") {
    m.rob->ops[3].id = kNoOp;
  }
  SECTION("events out of order") {
    std::swap(m.rob->ops[1].id, m.rob->ops[3].id);
  }
  SECTION("in another cycle than it says") {
    m.rob->ops[1].wheel_bucket = 21;
  }
  SECTION("a result of a micro-op that has none") {
    m.completions.executed.insert(5);
  }
  SECTION("an event that is in no list") {
    m.rob->ops[5].wheel_bucket = 30;
  }
  CHECK(broken_invariant(m.completions, *m.rob) != "");
}
