// Retirement alone: program order, width, and what becomes final.

#include "out_of_order/stages/retirement.hpp"
#include "unit/core/out_of_order/stages/stage_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

namespace {

template <class Window> void retire(Window& window) {
  window.c.begin_cycle();
  Retirement<typename Window::Cycle>::retire(window.c);
}

} // namespace

// Smith and Pleszkun, Implementing precise interrupts (1988): results become final in program
// order, whatever order they were computed in.
TEMPLATE_TEST_CASE("retirement: a completed micro-op waits for all older ones", "", GeneralPolicies,
                   SuperscalarPolicies) {
  HandMade<TestType> window("addi x5, x0, 1\naddi x6, x0, 2\n");
  window.state->cycle = window.c.now = 10;
  WindowOp& older = window.dispatched(0);
  WindowOp& younger = window.written(1, 5);
  older.results[0] = 1;
  younger.results[0] = 2;
  retire(window); // cycle 11
  CHECK(window.c.retired->slots == 0);
  CHECK(window.state->committed[6] == 0);
  older.progress = Progress::written;
  older.written_at = 12;
  retire(window); // a result that is written in a cycle can retire in the next
  CHECK(window.c.retired->slots == 0);
  retire(window);
  CHECK(window.c.retired->slots == 2);
  CHECK(window.state->committed[5] == 1);
  CHECK(window.state->committed[6] == 2);
  CHECK(window.state->counters.retired == 2);
  CHECK(window.state->rob.empty());
}

// Yeager, The MIPS R10000 (1996): retirement frees the register that held the value before.
// Hennessy and Patterson, 3.8: at most the width in a cycle.
TEMPLATE_TEST_CASE("retirement: frees entries and registers, up to the width", "", GeneralPolicies,
                   SuperscalarPolicies) {
  HandMade<TestType> window("addi x5, x0, 1\n");
  window.state->cycle = window.c.now = 10;
  for (unsigned i = 0; i < 6; ++i)
    window.written(0, 10);
  const FreeList& free = window.state->free_lists[0];
  CHECK(free.size() == 96 - 6);
  retire(window);
  CHECK(window.c.retired->slots == 4);
  CHECK(window.c.retired->freed.reorder == 4);
  CHECK(window.c.retired->freed.registers[0] == 4);
  CHECK(window.state->rob.used == 2);
  CHECK(free.size() == 96 - 2);
  // Physical register 5 held the value in front of the first, 32 is that of the first itself.
  CHECK(free.at(free.end - 4) == 5);
  CHECK(free.at(free.end - 3) == 32);
  CHECK(broken_invariant(window.core, *window.state) == "");
}

TEST_CASE("retirement: an instruction that has trapped leaves nothing behind") {
  HandMade<> window("addi x5, x0, 1\naddi x6, x0, 2\n");
  WindowOp& before = window.written(0, 0);
  before.results[0] = 1;
  WindowOp& trapping = window.written(1, 0);
  trapping.results[0] = 2;
  trapping.faulting = true;
  retire(window);
  CHECK(window.state->committed[5] == 1);
  CHECK(window.state->committed[6] == 0);
  CHECK(window.c.retired->slots == 1);
  CHECK(window.state->counters.retired == 1);
  CHECK(window.state->rob.empty());
}

// Hennessy and Patterson, 2.2: a store retires into the write buffer, and stalls when it is full.
TEST_CASE("retirement: a store needs an entry of the store buffer") {
  HandMade<> window("sw x5, 0(x6)\naddi x7, x0, 1\n", {"load_store.store_buffer=1"});
  window.state->cycle = window.c.now = 10;
  window.state->store_buffer.push({.id = OpId{99}, .address = 0x900, .bytes = 4});
  WindowOp& address = window.written(0, 5);
  const std::uint64_t at = window.state->position_of(window.slot(address)) + 1;
  WindowOp& data = window.state->at(at);
  for (WindowOp* half : {&address, &data}) {
    half->progress = Progress::written;
    half->written_at = 5;
    half->address = 0x100;
    half->bytes = 4;
  }
  window.state->lsq.allocate_store(address, window.slot(address));
  window.state->lsq.enter_address(address.store_position, address, 0);
  window.state->lsq.attach_data(data, window.slot(data));
  window.state->committed[5] = 77;
  const WindowOp& behind = window.written(1, 5);
  retire(window);
  CHECK(window.state->rob.oldest == at); // the address needs no entry
  CHECK(data.refusal == Reason::buffer_full);
  CHECK(behind.id);
  window.state->store_buffer.oldest = window.state->store_buffer.unsent = 1; // it is in the cache
  retire(window);
  CHECK(window.state->rob.empty());
  REQUIRE(window.state->store_buffer.size() == 1);
  CHECK(window.state->store_buffer.first().address == 0x100);
  CHECK(window.state->store_buffer.first().data == 77);
  CHECK(window.state->lsq.stores.used == 0);
}
