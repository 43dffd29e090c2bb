// IdleSkip alone: how many cycles in which nothing moves are counted without being simulated.

#include "out_of_order/idle_skip.hpp"
#include "unit/core/out_of_order/stages/cycle_testing.hpp"
#include "unit/core/out_of_order/stages/stage_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

namespace {

/// Cycle 100, in which nothing has moved for long: fetch waits for a line of the cache that comes
/// in cycle 160, and nothing is in flight.
struct Idle : HandMade<WrittenByHand> {
  explicit Idle(std::string_view text = "addi x5, x0, 1\n",
                const std::vector<std::string>& settings = {}, const std::string& preset = "ooo-4")
      : HandMade(text, settings, preset) {
    const Cause miss{Reason::icache_miss};
    state->cycle = c.now = 99;
    state->fetch.gaps.fill(miss);
    state->fetch.resume_at(160, miss);
    state->dispatch_gap = miss;
    state->last_progress = 50;
  }
  /// Cycle 100, and the idle cycles behind it. Returns the cycle skipped to.
  std::uint64_t skip(std::uint64_t until = 1000) {
    c.begin_cycle();
    fetch_data(c).gap = dispatch_data(c).gap = {Reason::icache_miss};
    dispatch_data(c).from = state->rob.undispatched;
    issue_data(c).demanded = state->stations.demanded;
    Accounting<Cycle>::account(c, 1);
    IdleSkip<Cycle>::skip_idle(c, until);
    CHECK(state->cycle == c.now);
    return c.now;
  }
};

} // namespace

// Event-driven simulation: nothing happens between two events, and the cycle in front of the first
// event is the last that is like this one.
TEST_CASE("idle cycles: skipped up to the next event") {
  Idle window;
  SECTION("fetch resumes") {
    CHECK(window.skip() == 159);
  }
  SECTION("the end of what is to be simulated") {
    CHECK(window.skip(120) == 120);
  }
  SECTION("an execution ends") {
    window.executing(0, 130);
    CHECK(window.skip() == 129);
  }
  SECTION("a micro-op passes the front end") {
    window.fetched(0).arrives_at = 140;
    CHECK(window.skip() == 139);
  }
  SECTION("the oldest micro-op retires") {
    window.written(0, 119).progress = Progress::timed;
    CHECK(window.skip() == 119);
  }
  SECTION("a ready micro-op gets its operand") {
    window.ready(0).ready_at = 115;
    CHECK(window.skip() == 114);
  }
  SECTION("a store of the store buffer is in the cache") {
    window.state->store_buffer.push({.id = OpId{1}, .address = 0x100, .bytes = 4});
    window.state->store_buffer.answered(true, 150);
    CHECK(window.skip() == 149);
  }
  SECTION("the limit of cycles without progress") {
    window.state->fetch.resumes_at = 100'000;
    window.machine.no_progress_cycles = 75;
    CHECK(window.skip() == 50 + 75);
  }
}

// An unpipelined unit is free behind its operation.
TEST_CASE("idle cycles: skipped until the port of a ready micro-op is free") {
  Idle window("div x5, x6, x7\n");
  WindowOp& op = window.ready(0);
  op.ready_at = 100;
  window.state->units.busy_until[static_cast<unsigned>(std::countr_zero(op.ports))] = 119;
  CHECK(window.skip() == 119);
}

TEST_CASE("idle cycles: none where the next cycle may differ") {
  Idle window;
  OutOfOrderState& s = *window.state;
  SECTION("a redirect") {
    s.fetch.redirect.pending = true;
  }
  SECTION("a replay") {
    s.replay.pending = true;
  }
  SECTION("a result waits for a bus") {
    s.completions.executed.insert(5);
  }
  SECTION("a store is sent to the cache") {
    s.store_buffer.push({.id = OpId{1}, .address = 0x100, .bytes = 4});
  }
  SECTION("another cause of lost slots is in the front end") {
    s.fetch.gap(97) = {Reason::fetch_group};
  }
  SECTION("the cause of lost slots has changed") {
    s.dispatch_gap = {Reason::fetch_group};
  }
  SECTION("what has moved is in the front end") {
    s.last_progress = 95;
  }
  CHECK(window.skip() == 100);
}

TEST_CASE("idle cycles: none while a ready load asks for older stores in every cycle") {
  Idle window("lw x5, 0(x6)\n");
  window.ready(0).ready_at = 90;
  CHECK(window.skip() == 100);
}

// Refused accesses are repeated every cycle.
TEST_CASE("idle cycles: none while the instruction cache refuses an access") {
  Idle window;
  fetch_data(window.c).refused_at = 100;
  CHECK(window.skip() == 100);
}

// The skipped cycles lose what the simulated one has lost, and dispatch meets the same cause behind
// the front end.
TEST_CASE("idle cycles: are charged as the one before them") {
  Idle skipping;
  Idle stepping;
  skipping.state->fetch.gaps.fill({Reason::fetch_group}); // of cycles before those in the front end
  for (std::uint64_t cycle = 100 - skipping.c.front_cycles; cycle <= 100; ++cycle)
    skipping.state->fetch.gap(cycle) = {Reason::icache_miss};
  CHECK(skipping.skip() == 159);
  while (stepping.c.now < 159)
    stepping.skip(0 /* none */);
  CHECK(skipping.state->ledger.accounts == stepping.state->ledger.accounts);
  CHECK(skipping.state->ledger.cycles == 159);
  CHECK(skipping.state->occupancy == stepping.state->occupancy);
  for (std::uint64_t cycle = 159 - skipping.c.front_cycles; cycle <= 159; ++cycle)
    CHECK(skipping.state->fetch.gap(cycle) == Cause{Reason::icache_miss});
}

// Without a reorder buffer the micro-ops completed earlier take slots of later cycles.
TEST_CASE("idle cycles: none while completed micro-ops are to be counted") {
  Idle window("addi x5, x0, 1\n", {}, "tomasulo");
  window.state->uncounted = 3;
  CHECK(window.skip() == 100);
  CHECK(window.skip() == 101); // two have been counted
  CHECK(window.skip() == 102); // the third
  CHECK(window.skip() > 103);
}
