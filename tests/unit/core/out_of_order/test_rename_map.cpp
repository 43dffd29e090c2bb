// Registers: a free list hands registers out in the order in which they became free, and recovery
// takes back what the youngest micro-ops have been given.

#include "core/out_of_order/invariants.hpp"

#include <catch2/catch.hpp>

#include <memory>

using namespace stallscope;
using namespace stallscope::core;

TEST_CASE("free list: registers come in the order in which they became free") {
  FreeList list;
  for (const std::uint16_t physical : {32, 33, 34})
    list.release(physical);
  CHECK(list.size() == 3);
  CHECK(list.allocate() == 32);
  CHECK(list.allocate() == 33);
  list.release(5); // the value before is not needed any more
  CHECK(list.allocate() == 34);
  CHECK(list.allocate() == 5);
  CHECK(list.size() == 0);
}

TEST_CASE("free list: squashed micro-ops return their registers, youngest first") {
  FreeList list;
  for (const std::uint16_t physical : {32, 33, 34})
    list.release(physical);
  CHECK(list.allocate() == 32);
  CHECK(list.allocate() == 33);
  CHECK(list.allocate() == 34);
  list.undo_allocate();
  list.undo_allocate();
  CHECK(list.size() == 2);
  CHECK(list.allocate() == 33); // the right path gets the same ones
  CHECK(list.allocate() == 34);
}

TEST_CASE("free list: a ring of maximum size wraps around") {
  FreeList list;
  for (unsigned i = 0; i < FreeList::kMost; ++i)
    list.release(static_cast<std::uint16_t>(i));
  for (unsigned i = 0; i < 3 * FreeList::kMost; ++i) {
    const std::uint16_t physical = list.allocate();
    REQUIRE(physical == i % FreeList::kMost);
    list.release(physical);
    REQUIRE(list.size() == FreeList::kMost);
  }
}

TEST_CASE("free list: what its invariants rule out is found") {
  FreeList list;
  list.release(32);
  list.release(33);
  REQUIRE(broken_invariant(list) == "");
  SECTION("a register freed twice") {
    list.release(32);
  }
  SECTION("more allocated than there were") {
    for (int i = 0; i < 3; ++i)
      list.allocate();
  }
  SECTION("no register") {
    list.release(kNoPhysical);
  }
  CHECK(broken_invariant(list) != "");
}

namespace {

/// Registers of a machine on which register r has physical register r, and two more are free.
struct Registers {
  Registers() {
    for (std::uint16_t reg = 0; reg < kArchitectural; ++reg)
      map[reg].physical = reg;
    free[0].release(32);
    free[0].release(33);
    planned.op.write_count = 1;
    planned.op.writes[0] = 5;
    planned.kinds[0] = 0;
    planned.registers = 1;
  }
  RenameMap map{};
  FreeLists free{};
  RegisterCounts freed{};
  PlannedOp planned;
};

/// A micro-op that writes register 5.
WindowOp writer_of(const Registers& renaming, unsigned id) {
  WindowOp op;
  op.id = OpId{id};
  op.planned = &renaming.planned;
  return op;
}

} // namespace

TEST_CASE("rename map: a destination gets a free register, and a squash restores the one before") {
  const auto r = std::make_unique<Registers>();
  WindowOp first = writer_of(*r, 1);
  WindowOp second = writer_of(*r, 2);
  rename_destinations(r->map, r->free, first, 10);
  rename_destinations(r->map, r->free, second, 11);
  CHECK(r->map[5].writer == OpId{2});
  CHECK(r->map[5].slot == 11);
  CHECK(r->map[5].physical == 33);
  CHECK(second.earlier[0].physical == 32);
  CHECK_FALSE(has_registers(r->free, r->planned, r->freed, ~0U));
  undo_rename(r->map, r->free, second); // youngest first
  CHECK(r->map[5].writer == OpId{1});
  CHECK(r->map[5].physical == 32);
  undo_rename(r->map, r->free, first);
  CHECK_FALSE(r->map[5].writer);
  CHECK(r->map[5].physical == 5);
  CHECK(r->free[0].size() == 2);
}

TEST_CASE("rename map: retirement frees the previous register, in this cycle or from the next on") {
  const auto r = std::make_unique<Registers>();
  WindowOp first = writer_of(*r, 1);
  WindowOp second = writer_of(*r, 2);
  rename_destinations(r->map, r->free, first, 10);
  rename_destinations(r->map, r->free, second, 11);
  free_previous_registers(r->free, first, r->freed);
  CHECK(r->freed[0] == 1);
  CHECK(r->free[0].at(r->free[0].first) == 5);
  CHECK_FALSE(has_registers(r->free, r->planned, r->freed, ~0U));
  CHECK(has_registers(r->free, r->planned, r->freed, 0));
}

TEST_CASE("rename map: what its invariants rule out is found") {
  const auto r = std::make_unique<Registers>();
  const auto rob = std::make_unique<ReorderBuffer>();
  rob->slot_mask = 15;
  for (const unsigned id : {1U, 2U}) {
    WindowOp& op = rob->at(rob->end++) = writer_of(*r, id);
    op.progress = Progress::waiting;
    rename_destinations(r->map, r->free, op, static_cast<Slot>(id - 1));
    ++rob->undispatched;
  }
  REQUIRE(broken_invariant(r->map, *rob) == "");
  SECTION("not the youngest writer") {
    r->map[5].writer = OpId{1};
    r->map[5].slot = 0;
  }
  SECTION("a register that its micro-op does not write") {
    r->map[6].writer = OpId{2};
    r->map[6].slot = 1;
  }
  SECTION("a micro-op that has not been dispatched") {
    --rob->undispatched;
    rob->at(1).progress = Progress::fetched;
  }
  CHECK(broken_invariant(r->map, *rob) != "");
}
