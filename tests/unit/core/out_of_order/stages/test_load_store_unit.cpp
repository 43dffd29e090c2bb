// LoadStoreUnit alone: memory disambiguation, store-to-load forwarding, memory-order violations,
// and the drain of the store buffer.

#include "out_of_order/stages/load_store_unit.hpp"
#include "unit/core/out_of_order/stages/stage_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

namespace {

using Unit = LoadStoreUnit<HandMade<>::Cycle>;

/// Stores and loads, dispatched by hand: instruction 0 is a store, 1 a load.
struct Memory : HandMade<> {
  explicit Memory(const std::string& disambiguation)
      : HandMade("sw x5, 0(x6)\nlw x7, 0(x8)\n", {"load_store.disambiguation=" + disambiguation}) {}

  /// Returns the store-address micro-op; the store-data micro-op is behind it.
  WindowOp& store(std::uint64_t address) {
    WindowOp& first = dispatched(0);
    for (WindowOp* op : {&first, &data_of(first)}) {
      op->address = address;
      op->bytes = 4;
      Unit::enter_memory_queues(c, *op, slot(*op));
    }
    return first;
  }
  WindowOp& data_of(const WindowOp& address) {
    return state->at(state->position_of(slot(address)) + 1);
  }
  WindowOp& load(std::uint64_t address) {
    WindowOp& op = dispatched(1);
    op.address = address;
    op.bytes = 4;
    Unit::enter_memory_queues(c, op, slot(op));
    return op;
  }
  /// A store's address is known from the next cycle on.
  void compute(WindowOp& address) {
    address.progress = Progress::written;
    address.ends_at = address.written_at = c.now;
  }
};

constexpr std::uint16_t kStore = 1U << kMemoryOperand;

} // namespace

// Hennessy and Patterson, 3.6: a load takes its value from the youngest older store to its address.
TEST_CASE("load and store unit: a load waits for the data of the youngest older store") {
  Memory memory("perfect");
  memory.c.begin_cycle();
  memory.store(0x100);
  const WindowOp& youngest = memory.store(0x100);
  memory.store(0x200);
  const WindowOp& load = memory.load(0x100);
  memory.store(0x100); // younger than the load
  const WindowOp& data = memory.data_of(youngest);
  CHECK(load.store.writer == data.id);
  CHECK(load.missing == kStore);
  CHECK(load.operands[kMemoryOperand].slot == memory.slot(data));
  CHECK(memory.load(0x300).missing == 0); // no store writes there
}

// Hennessy and Patterson, 3.6, the conservative rule: no load before all older store addresses are
// known.
TEST_CASE("load and store unit: conservative, a load waits for every older address") {
  Memory memory("conservative");
  memory.c.begin_cycle();
  WindowOp& first = memory.store(0x200);
  WindowOp& second = memory.store(0x300);
  WindowOp& load = memory.load(0x100);
  CHECK(load.missing == kStore);
  CHECK(load.operands[kMemoryOperand].slot == memory.slot(first));
  CHECK_FALSE(load.ordered);
  leave_wake_up_list(memory.state->rob, memory.slot(load), kMemoryOperand); // as a wake-up does
  load.missing = 0;
  memory.compute(first);
  memory.compute(second);
  Unit::Disambiguation::order_load(memory.c, load, memory.slot(load));
  CHECK(load.missing == 0);
  CHECK(load.ordered);
}

// Chrysos and Emer, Memory dependence prediction using store sets (1998): a load goes ahead of
// stores with unknown addresses; one that has read too early is executed again, with everything
// behind it, and waits for that store from then on.
TEST_CASE("load and store unit: a load that has read too early is found, the oldest first") {
  Memory memory("predict");
  memory.c.begin_cycle();
  WindowOp& store = memory.store(0x100);
  std::vector<WindowOp*> loads{&memory.load(0x200), &memory.load(0x100), &memory.load(0x100)};
  for (WindowOp* load : loads) {
    CHECK(load->missing == 0);
    REQUIRE(Unit::find_stores(memory.c, *load, memory.slot(*load)));
    CHECK_FALSE(load->forwarded);
    load->progress = Progress::executing;
  }
  memory.compute(store);
  Unit::Disambiguation::address_known(memory.c, store);
  REQUIRE(memory.state->replay.pending);
  CHECK(memory.state->replay.load == loads[1]->id); // the first reads another place
  CHECK(memory.state->replay.store == store.id);
  // The store and the load are in one store set: the next one waits.
  memory.store(0x400);
  CHECK(memory.load(0x100).missing == kStore);
}

// A store whose address is known forwards; its data are not there yet.
TEST_CASE("load and store unit: at issue a load finds the stores whose addresses are known") {
  Memory memory("predict");
  memory.c.begin_cycle();
  WindowOp& store = memory.store(0x100);
  WindowOp& load = memory.load(0x100);
  load.progress = Progress::ready;
  memory.state->stations.ready.insert(memory.slot(load));
  memory.compute(store);
  memory.c.begin_cycle();
  CHECK_FALSE(Unit::find_stores(memory.c, load, memory.slot(load)));
  CHECK(load.progress == Progress::waiting);
  CHECK(load.missing == kStore);
  CHECK(memory.state->stations.ready.empty());
}

// Hennessy and Patterson, 2.2: the write buffer sends stores to the cache in program order. The
// first access misses the caches and takes 100 cycles and more, the second is to the same line.
TEST_CASE("load and store unit: the store buffer drains in program order") {
  Memory memory("predict");
  StoreBuffer& buffer = memory.state->store_buffer;
  for (const std::uint64_t address : {0x100, 0x104})
    buffer.push({.id = OpId{1}, .address = address, .bytes = 4});
  const auto drain = [&] {
    memory.c.begin_cycle();
    Unit::drain_store_buffer(memory.c);
  };
  drain();
  CHECK(buffer.unsent == 1); // one a cycle
  CHECK(buffer.size() == 2);
  CHECK(memory.c.moved);
  const std::uint64_t first_done = buffer.first().done_at;
  CHECK(first_done >= 100);
  while (!buffer.empty() && memory.c.now < 1000) {
    drain();
    CHECK(buffer.size() == (memory.c.now < first_done ? 2 : buffer.size()));
  }
  CHECK(buffer.oldest == 2);
  CHECK(memory.c.now >= first_done);
}
