// Reservation stations: the choice of one, what they count, and wake-up lists.

#include "core/out_of_order/invariants.hpp"
#include "core/out_of_order/wake_up.hpp"

#include <catch2/catch.hpp>

#include <memory>
#include <vector>

using namespace stallscope;
using namespace stallscope::core;

TEST_CASE("reservation stations: entries and the demand for units are counted apart") {
  ReservationStations stations;
  PlannedOp add;
  add.port_set = 2;
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

TEST_CASE("reservation stations: a micro-op enters the one with the most free entries") {
  ReservationStations stations;
  const std::vector<std::uint32_t> entries{4, 4, 2};
  std::array<unsigned, kMaxStations> freed{};
  CHECK(stations.emptiest(0b111, entries, freed, ~0U) == 0); // of equals the first
  stations.enter(0);
  CHECK(stations.emptiest(0b111, entries, freed, ~0U) == 1);
  CHECK(stations.emptiest(0b101, entries, freed, ~0U) == 0);
  freed[1] = 2; // these cannot be allocated yet
  CHECK(stations.emptiest(0b011, entries, freed, ~0U) == 0);
  CHECK(stations.emptiest(0b011, entries, freed, 0) == 1);
  stations.enter(2);
  stations.enter(2);
  CHECK(stations.emptiest(0b100, entries, freed, ~0U) == kMaxStations);
}

TEST_CASE("reservation stations: what their invariants rule out is found") {
  ReservationStations stations;
  PlannedOp add;
  add.port_set = 3;
  stations.enter(1);
  stations.begin_demand(add);
  REQUIRE(broken_invariant(stations) == "");
  SECTION("entries of no station") {
    ++stations.total;
  }
  SECTION("demand that no bit shows") {
    stations.demanded = 0;
  }
  SECTION("a bit without demand") {
    stations.demanded |= 1;
  }
  CHECK(broken_invariant(stations) != "");
}

namespace {

/// Micro-ops by number, which are their slots as well.
struct Consumers {
  Consumers() {
    for (unsigned slot = 0; slot < 8; ++slot)
      rob->ops[slot].id = OpId{slot + 1};
  }
  [[nodiscard]] std::vector<unsigned> waiting(Slot producer) const {
    std::vector<unsigned> slots;
    unsigned operand = rob->ops[producer].waiting_operand;
    for (Slot slot = rob->ops[producer].waiting_first; slot != kNoSlot;) {
      slots.push_back(slot);
      const Operand& waits = rob->ops[slot].operands[operand];
      slot = waits.next;
      operand = waits.next_operand;
    }
    return slots;
  }
  std::unique_ptr<ReorderBuffer> rob = std::make_unique<ReorderBuffer>();
};

} // namespace

TEST_CASE("wake-up list: consumers are sorted by age, whatever the order of linking") {
  Consumers w;
  for (const Slot consumer : {Slot{3}, Slot{7}, Slot{5}})
    enter_wake_up_list(*w.rob, 1, consumer, consumer == 5 ? 1 : 0);
  CHECK(w.waiting(1) == std::vector<unsigned>{7, 5, 3});
  CHECK(w.rob->ops[5].missing == 0b10);
  CHECK(w.rob->ops[5].operands[1].slot == 1);
}

TEST_CASE("wake-up list: a micro-op can wait for a result with two operands") {
  Consumers w;
  enter_wake_up_list(*w.rob, 1, 4, 0);
  enter_wake_up_list(*w.rob, 1, 4, 1);
  CHECK(w.rob->ops[4].missing == 0b11);
  CHECK(w.waiting(1) == std::vector<unsigned>{4, 4});
  leave_wake_up_list(*w.rob, 4, 0);
  CHECK(w.waiting(1) == std::vector<unsigned>{4});
  CHECK(w.rob->ops[1].waiting_operand == 1);
}

TEST_CASE("wake-up list: a squashed consumer leaves it from any place") {
  for (const Slot gone : {Slot{3}, Slot{5}, Slot{7}}) {
    Consumers w;
    std::vector<unsigned> left;
    for (const Slot consumer : {Slot{7}, Slot{5}, Slot{3}}) {
      enter_wake_up_list(*w.rob, 1, consumer, 0);
      if (consumer != gone)
        left.push_back(consumer);
    }
    leave_wake_up_list(*w.rob, gone, 0);
    CHECK(w.waiting(1) == left);
  }
}
