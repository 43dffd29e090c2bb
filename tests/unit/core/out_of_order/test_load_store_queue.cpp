// Loads and stores in flight: store-to-load forwarding by each rule, the filter in front of the
// search, the store buffer, and store sets.

#include "core/out_of_order/store_buffer.hpp"

#include <catch2/catch.hpp>

#include <memory>

using namespace stallscope;
using namespace stallscope::core;
using machine::Forwarding;

namespace {

WindowOp load_of(std::uint64_t address, unsigned bytes) {
  WindowOp load;
  load.address = address;
  load.bytes = static_cast<std::uint16_t>(bytes);
  return load;
}

/// A store queue whose addresses are all known but those at the positions asked for.
struct Queue {
  void push(std::uint64_t address, unsigned bytes) {
    StoreEntry& entry = stores->at(stores->end++);
    entry.address = address;
    entry.bytes = static_cast<std::uint8_t>(bytes);
    stores->filter.count(address, bytes, 1);
  }
  [[nodiscard]] StoreMatch find(Forwarding forwarding, const WindowOp& load) const {
    return stores->youngest_older(forwarding, load, stores->end, [this](std::uint64_t position) {
      return position == unknown  ? AddressIs::unknown
             : position == ending ? AddressIs::ending
                                  : AddressIs::known;
    });
  }
  std::unique_ptr<StoreQueue> stores = std::make_unique<StoreQueue>();
  std::uint64_t unknown = ~std::uint64_t{0};
  std::uint64_t ending = ~std::uint64_t{0};
};

} // namespace

TEST_CASE("store-to-load forwarding: the youngest older store to the place is taken") {
  Queue queue;
  queue.push(0x100, 8);
  queue.push(0x100, 8);
  queue.push(0x108, 8);
  const StoreMatch match = queue.find(Forwarding::covering, load_of(0x104, 4));
  CHECK(match.position == 2); // one more than its position
  CHECK(match.covers);
  CHECK_FALSE(match.blocks);
  CHECK(queue.find(Forwarding::covering, load_of(0x110, 8)).position == 0);
}

TEST_CASE("store-to-load forwarding: what a rule does not forward blocks the load") {
  Queue queue;
  queue.push(0x100, 4);
  const WindowOp same = load_of(0x100, 4);
  const WindowOp part = load_of(0x102, 2);
  const WindowOp wider = load_of(0x100, 8);
  CHECK(queue.find(Forwarding::none, same).blocks);
  CHECK_FALSE(queue.find(Forwarding::exact, same).blocks);
  CHECK(queue.find(Forwarding::exact, part).blocks);
  CHECK_FALSE(queue.find(Forwarding::covering, part).blocks);
  CHECK(queue.find(Forwarding::covering, wider).blocks);
  const StoreMatch partial = queue.find(Forwarding::partial, wider);
  CHECK_FALSE(partial.blocks);
  CHECK_FALSE(partial.covers);
}

TEST_CASE("store-to-load forwarding: parts of two stores block where one store forwards") {
  Queue queue;
  queue.push(0x104, 4);
  queue.push(0x100, 4);
  CHECK(queue.find(Forwarding::partial, load_of(0x100, 8)).blocks);
  CHECK_FALSE(queue.find(Forwarding::partial, load_of(0x100, 4)).blocks);
}

TEST_CASE("store queue: addresses that are not known yet are passed over, and ending ones named") {
  Queue queue;
  queue.push(0x100, 8);
  queue.push(0x100, 8);
  queue.unknown = 1;
  CHECK(queue.find(Forwarding::covering, load_of(0x100, 8)).position == 1);
  queue.unknown = ~std::uint64_t{0};
  queue.ending = 1;
  const StoreMatch match = queue.find(Forwarding::covering, load_of(0x100, 8));
  CHECK(match.position == 1);
  CHECK(match.passed_over == 2);
}

TEST_CASE("store filter: it may say yes too often, never no to a store in flight") {
  StoreFilter filter;
  filter.count(0x1ffc, 8, 1); // in two groups of eight bytes
  CHECK(filter.may_meet(load_of(0x1ff8, 1)));
  CHECK(filter.may_meet(load_of(0x2003, 1)));
  CHECK_FALSE(filter.may_meet(load_of(0x2008, 8)));
  filter.count(0x1ffc, 8, -1);
  CHECK_FALSE(filter.may_meet(load_of(0x1ffc, 8)));
  filter.count(0, 0, 1); // stores nothing
  CHECK_FALSE(filter.may_meet(load_of(0, 8)));
}

TEST_CASE("store buffer: the youngest store that overlaps is found, and places are used again") {
  StoreBuffer buffer;
  for (unsigned i = 0; i < StoreBuffer::kMost + 3; ++i) {
    if (buffer.size() == StoreBuffer::kMost)
      ++buffer.oldest;
    buffer.push({.id = OpId{i + 1}, .address = 0x100 + 8 * (i % 4), .bytes = 8});
  }
  CHECK(buffer.size() == StoreBuffer::kMost);
  REQUIRE(buffer.youngest_overlapping(load_of(0x104, 8)) != nullptr);
  CHECK(buffer.youngest_overlapping(load_of(0x104, 8))->id == OpId{StoreBuffer::kMost + 2});
  CHECK(buffer.youngest().id == OpId{StoreBuffer::kMost + 3});
  CHECK(buffer.youngest_overlapping(load_of(0x120, 4)) == nullptr);
}

TEST_CASE(
    "store sets: a load and the store it has overtaken are of one set, until it is forgotten") {
  StoreSets sets;
  sets.age(0, 100);
  const unsigned load = StoreSets::index_of(0x1000);
  const unsigned store = StoreSets::index_of(0x1010);
  CHECK(sets.set_of[load] == 0);
  sets.join(load, store);
  CHECK(sets.set_of[load] != 0);
  CHECK(sets.set_of[load] == sets.set_of[store]);
  const unsigned other = StoreSets::index_of(0x1020); // a second load joins the store's set
  sets.join(other, store);
  CHECK(sets.set_of[other] == sets.set_of[load]);
  sets.forgotten_at = 100;
  sets.age(99, 100);
  CHECK(sets.set_of[load] != 0);
  sets.age(100, 100);
  CHECK(sets.set_of[load] == 0);
  CHECK(sets.forgotten_at == 200);
}
