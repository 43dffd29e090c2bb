// Accounting alone: every slot of a cycle is used or lost to one cause.

#include "out_of_order/accounting.hpp"
#include "unit/core/out_of_order/stages/cycle_testing.hpp"
#include "unit/core/out_of_order/stages/stage_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

namespace {

struct Accounts : HandMade<WrittenByHand> {
  using HandMade::HandMade;
  /// Charges the cycle that has begun, and as many equal ones as asked for.
  void account(std::uint64_t cycles = 1) { Accounting<Cycle>::account(c, cycles); }
  [[nodiscard]] std::uint64_t slots(LedgerPoint point, Reason why) const {
    return state->ledger.at(point).slots[static_cast<std::size_t>(why)];
  }
};

} // namespace

// Hennessy and Patterson, 3.11 (issue slots: full, or empty for a reason): the slots of ooo-4, 4 at
// fetch, dispatch and retirement, are counted where they are used or lost.
TEST_CASE("accounting: the slots of every point add up to its width") {
  Accounts window("addi x5, x0, 1\n");
  window.c.begin_cycle();
  FetchCycle& fetch = fetch_data(window.c);
  fetch.slots = 3;
  fetch.wrong = 1;
  fetch.gap = {Reason::fetch_group};
  DispatchCycle& dispatch = dispatch_data(window.c);
  dispatch.slots = 3;
  dispatch.wrong = dispatch.again = 1;
  dispatch.gap = {Reason::icache_miss};
  retire_data(window.c).slots = 1;
  const std::uint64_t cycles = GENERATE(1U, 7U);
  window.account(cycles);
  CHECK(window.slots(LedgerPoint::fetch, Reason::none) == 2 * cycles);
  CHECK(window.slots(LedgerPoint::fetch, Reason::mispredict) == cycles);
  CHECK(window.slots(LedgerPoint::fetch, Reason::fetch_group) == cycles);
  CHECK(window.slots(LedgerPoint::issue, Reason::none) == cycles);
  CHECK(window.slots(LedgerPoint::issue, Reason::mispredict) == cycles);
  CHECK(window.slots(LedgerPoint::issue, Reason::memory_order) == cycles);
  CHECK(window.slots(LedgerPoint::issue, Reason::icache_miss) == cycles);
  CHECK(window.slots(LedgerPoint::retire, Reason::none) == cycles);
  CHECK(window.slots(LedgerPoint::retire, Reason::fill) == 3 * cycles); // the first cycles
  for (const LedgerPoint point : window.state->ledger.points())
    CHECK(window.state->ledger.at(point).total() == window.state->ledger.at(point).width * cycles);
  CHECK(window.state->dispatch_gap == Cause{Reason::icache_miss});
  CHECK(window.state->occupancy.reorder[0] == cycles);
}

// Ports that no micro-op could use are idle; those that one could use are lost to what the oldest
// waits for. Two additions in stations could use the 3 ALUs of the 12 ports of ooo-4.
TEST_CASE("accounting: ports are lost to a cause only where a micro-op could use them") {
  Accounts window("addi x5, x0, 1\n");
  const WindowOp& oldest = window.ready(0);
  window.ready(0);
  window.c.begin_cycle();
  dispatch_data(window.c).from = window.state->rob.end;
  dispatch_data(window.c).gap = {Reason::fetch_group};
  fetch_data(window.c).gap = {Reason::fetch_group};
  issue_data(window.c).demanded = window.state->stations.demanded;
  const unsigned ports = window.state->ledger.at(LedgerPoint::ports).width;
  REQUIRE(ports == 12);
  SECTION("none is issued") {
    window.state->at(0).ready_at = window.state->at(1).ready_at = 2;
    window.account();
    CHECK(window.slots(LedgerPoint::ports, Reason::idle) == ports - 3);
    CHECK(window.slots(LedgerPoint::ports, Reason::raw) == 3);
    CHECK(window.slots(LedgerPoint::ports, Reason::none) == 0);
  }
  SECTION("both are issued: for the third ALU dispatch has brought none in the previous cycle") {
    window.state->dispatch_gap = {Reason::icache_miss};
    issue_data(window.c).micro_ops = 2;
    for (std::uint64_t at = 0; at < 2; ++at)
      window.state->at(at).progress = Progress::executing;
    window.account();
    CHECK(window.slots(LedgerPoint::ports, Reason::none) == 2);
    CHECK(window.slots(LedgerPoint::ports, Reason::idle) == ports - 3);
    CHECK(window.slots(LedgerPoint::ports, Reason::icache_miss) == 1);
  }
  CHECK(oldest.id);
}

// The slots of retirement are lost to what the oldest micro-op waits for: here a load that misses
// the cache. Its own time of one operation is charged to what has delayed its dispatch.
TEST_CASE("accounting: retirement is lost to the oldest micro-op") {
  Accounts window("lw x5, 0(x6)\naddi x7, x0, 1\n");
  window.state->cycle = window.c.now = 100;
  window.state->fetch.gaps.fill({Reason::fetch_group});
  const bool is_load = GENERATE(false, true);
  WindowOp& oldest = window.executing(is_load ? 0 : 1, 200);
  oldest.bytes = is_load ? 4 : 0;
  oldest.cache_miss = is_load;
  window.c.begin_cycle();
  fetch_data(window.c).gap = dispatch_data(window.c).gap = {Reason::fetch_group};
  dispatch_data(window.c).from = 1;
  window.state->delayed_groups[101 % kDelayedGroups] = {101, 0, {Reason::icache_miss}};
  window.account();
  CHECK(window.slots(LedgerPoint::retire, is_load ? Reason::dcache_miss : Reason::icache_miss) ==
        4);
}

// Without a reorder buffer micro-ops retire when they are written, and more than one can be in a
// cycle (a result and a branch): the slot of a later cycle counts the second.
TEST_CASE("accounting: a surplus of completed micro-ops is counted in later cycles") {
  Accounts window("addi x5, x0, 1\n", {}, "tomasulo");
  const auto cycle = [&](unsigned slots) {
    window.c.begin_cycle();
    fetch_data(window.c).gap = dispatch_data(window.c).gap = {Reason::drain};
    completion_data(window.c).slots = slots;
    window.account();
  };
  cycle(3);
  CHECK(window.slots(LedgerPoint::retire, Reason::none) == 1);
  CHECK(window.state->uncounted == 2);
  cycle(0);
  cycle(0);
  cycle(0);
  CHECK(window.slots(LedgerPoint::retire, Reason::none) == 3);
  CHECK(window.state->ledger.at(LedgerPoint::retire).total() == 4);
  CHECK(window.state->uncounted == 0);
}
