// Loads and stores in flight: allocation, store-to-load forwarding by each rule, the filter in
// front of the search, memory-order violations, and store sets.

#include "core/out_of_order/invariants.hpp"

#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <utility>

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
  CHECK(filter.may_overlap(load_of(0x1ff8, 1)));
  CHECK(filter.may_overlap(load_of(0x2003, 1)));
  CHECK_FALSE(filter.may_overlap(load_of(0x2008, 8)));
  filter.count(0x1ffc, 8, -1);
  CHECK_FALSE(filter.may_overlap(load_of(0x1ffc, 8)));
  filter.count(0, 0, 1); // stores nothing
  CHECK_FALSE(filter.may_overlap(load_of(0, 8)));
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

namespace {

/// A load and store queue with a window of micro-ops that are dispatched one after the other.
struct MemoryQueues {
  MemoryQueues() {
    load.is_load = load.is_memory = true;
    store.writes_address = store.writes_data = store.is_memory = true;
  }
  WindowOp& dispatch(const PlannedOp& planned, std::uint64_t address, unsigned bytes) {
    const Slot slot = rob->slot_at(rob->end);
    WindowOp& op = rob->at(rob->end++);
    rob->undispatched = rob->end;
    op.id = OpId{rob->end};
    op.planned = &planned;
    op.progress = Progress::waiting;
    op.address = address;
    op.bytes = static_cast<std::uint16_t>(bytes);
    if (planned.is_load) {
      lsq->allocate_load(op, slot);
    } else {
      lsq->allocate_store(op, slot);
      lsq->enter_address(op.store_position, op, 0);
      lsq->attach_data(op, slot);
    }
    return op;
  }
  /// The micro-op has executed; its last cycle was `ends_at`.
  static void execute(WindowOp& op, std::uint64_t ends_at) {
    op.progress = Progress::executing;
    op.ends_at = ends_at;
  }
  [[nodiscard]] std::string broken() const { return broken_invariant(*lsq, *rob); }

  PlannedOp load;
  PlannedOp store;
  std::unique_ptr<ReorderBuffer> rob = std::make_unique<ReorderBuffer>();
  std::unique_ptr<LoadStoreQueue> lsq = std::make_unique<LoadStoreQueue>();
};

} // namespace

TEST_CASE("load and store queue: entries are allocated in program order and freed at both ends") {
  MemoryQueues m;
  m.dispatch(m.store, 0x100, 8);
  const WindowOp& first = m.dispatch(m.load, 0x200, 8);
  m.dispatch(m.store, 0x300, 8);
  const WindowOp& second = m.dispatch(m.load, 0x400, 8);
  CHECK(first.store_position == 1); // one store is older
  CHECK(second.store_position == 2);
  CHECK(m.lsq->loads.used == 2);
  CHECK(m.lsq->stores.used == 2);
  CHECK(m.broken() == "");
  m.lsq->squash_load(); // youngest first
  m.lsq->squash_store();
  CHECK(m.broken() == "");
  m.lsq->retire_store(); // oldest first
  m.lsq->retire_load();
  CHECK(m.lsq->loads.used == 0);
  CHECK(m.lsq->stores.used == 0);
  CHECK(m.broken() == "");
}

TEST_CASE("memory-order violation: the oldest younger load that has read the store's bytes") {
  MemoryQueues m;
  WindowOp& store = m.dispatch(m.store, 0x100, 8);
  WindowOp& other = m.dispatch(m.load, 0x108, 8);
  WindowOp& first = m.dispatch(m.load, 0x104, 4);
  WindowOp& second = m.dispatch(m.load, 0x100, 8);
  CHECK(m.lsq->oldest_violation(*m.rob, store) == kNoSlot); // no load has read
  MemoryQueues::execute(second, 3);
  CHECK(m.lsq->oldest_violation(*m.rob, store) == 3);
  MemoryQueues::execute(other, 3); // reads other bytes
  CHECK(m.lsq->oldest_violation(*m.rob, store) == 3);
  MemoryQueues::execute(first, 4);
  CHECK(m.lsq->oldest_violation(*m.rob, store) == 2);
  first.source_position = 1; // one more than the store's position: the value is that of the store
  CHECK(m.lsq->oldest_violation(*m.rob, store) == 3);
}

TEST_CASE("memory-order violation: a store does not concern the loads in front of it") {
  MemoryQueues m;
  WindowOp& load = m.dispatch(m.load, 0x100, 8);
  const WindowOp& store = m.dispatch(m.store, 0x100, 8);
  MemoryQueues::execute(load, 2);
  CHECK(m.lsq->oldest_violation(*m.rob, store) == kNoSlot);
}

TEST_CASE("load and store queue: a load finds the addresses that are computed when it executes") {
  MemoryQueues m;
  WindowOp& store = m.dispatch(m.store, 0x100, 8);
  CHECK(m.lsq->address_at_issue(*m.rob, 0, 5, 0) == AddressIs::unknown);
  MemoryQueues::execute(store, 5);
  CHECK(m.lsq->address_at_issue(*m.rob, 0, 5, 0) == AddressIs::unknown); // in its last cycle
  CHECK(m.lsq->address_at_issue(*m.rob, 0, 5, 1) == AddressIs::known);   // operands are read first
  CHECK(m.lsq->address_at_issue(*m.rob, 0, 6, 0) == AddressIs::known);
  store.progress = Progress::executed;
  CHECK(m.lsq->address_at_issue(*m.rob, 0, 5, 0) == AddressIs::ending);
  store.id = kNoOp; // its address half has retired
  CHECK(m.lsq->address_at_issue(*m.rob, 0, 5, 0) == AddressIs::known);
}

TEST_CASE("load and store queue: a blocked load waits until the store has left the queue") {
  MemoryQueues m;
  WindowOp& store = m.dispatch(m.store, 0x100, 4);
  WindowOp& load = m.dispatch(m.load, 0x100, 8);
  CHECK_FALSE(m.lsq->is_blocked(*m.rob, load, true, 5));
  load.blocked_by = 1;
  CHECK(m.lsq->is_blocked(*m.rob, load, true, 5));
  store.progress = Progress::written;
  CHECK(m.lsq->is_blocked(*m.rob, load, true, 5));
  CHECK_FALSE(m.lsq->is_blocked(*m.rob, load, false, 5)); // complete without a reorder buffer
  m.lsq->retire_store();
  CHECK_FALSE(m.lsq->is_blocked(*m.rob, load, true, 5));
}

TEST_CASE("load and store queue: of parts of two stores a load waits for the older one") {
  MemoryQueues m;
  WindowOp& older = m.dispatch(m.store, 0x104, 4);
  m.dispatch(m.store, 0x100, 4);
  WindowOp& load = m.dispatch(m.load, 0x100, 8);
  load.blocked_by = 2;
  MemoryQueues::execute(older, 3);
  const auto blocking = [&](Forwarding forwarding, bool repeats, std::uint64_t known_before) {
    return m.lsq->blocking_store(*m.rob, forwarding, load, repeats, known_before).id;
  };
  CHECK(blocking(Forwarding::partial, true, 4) == older.id);
  CHECK(blocking(Forwarding::partial, true, 3) == OpId{2}); // its address is not known yet
  CHECK(blocking(Forwarding::partial, false, 4) == OpId{2});
  CHECK(blocking(Forwarding::covering, true, 4) == OpId{2}); // the younger one cannot forward
}

TEST_CASE("store sets: the last store of a load's set is found while it is in the queue") {
  MemoryQueues m;
  StoreSets& sets = m.lsq->store_sets;
  sets.join(7, 9); // a load and a store, by instruction
  CHECK(m.lsq->last_of_set(7, 0) == 0);
  const WindowOp& store = m.dispatch(m.store, 0x100, 8);
  sets.enter_store(9, m.lsq->stores.last_serial, store.store_position);
  CHECK(m.lsq->last_of_set(7, 1) == 1); // one more than its position
  CHECK(m.lsq->last_of_set(7, 0) == 0); // the load is in front of it
  CHECK(m.lsq->last_of_set(8, 1) == 0); // in no set
  m.lsq->squash_store();
  m.dispatch(m.store, 0x100, 8); // another store is in its place
  CHECK(m.lsq->last_of_set(7, 1) == 0);
}

TEST_CASE("load and store queue: what its invariants rule out is found") {
  MemoryQueues m;
  m.dispatch(m.store, 0x100, 8);
  WindowOp& first = m.dispatch(m.load, 0x200, 8);
  WindowOp& second = m.dispatch(m.load, 0x300, 8);
  REQUIRE(m.broken() == "");
  SECTION("an entry that nothing has allocated") {
    ++m.lsq->loads.used;
  }
  SECTION("a store that has been freed twice") {
    --m.lsq->stores.used;
  }
  SECTION("loads out of program order") {
    std::swap(first.id, second.id);
  }
  SECTION("a load that is not in flight") {
    second.id = kNoOp;
  }
  SECTION("a value from a store behind the load") {
    first.source_position = 2;
  }
  SECTION("a value from a younger store") {
    first.store = {OpId{9}, 0, kNoPhysical};
  }
  SECTION("a store from another run") {
    m.lsq->stores.at(0).serial = 5;
  }
  CHECK(m.broken() != "");
}
