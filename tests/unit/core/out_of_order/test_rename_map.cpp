// Renaming: a free list hands registers out in the order in which they became free, and recovery
// takes back what the youngest micro-ops have been given.

#include "core/out_of_order/rename_map.hpp"

#include <catch2/catch.hpp>

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
