// Recovery alone: resolving branches, squash and redirect, and the replay behind a load that has
// read too early.

#include "out_of_order/stages/recovery.hpp"
#include "unit/core/out_of_order/stages/stage_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

namespace {

/// A branch, two additions behind it, and its target.
constexpr std::string_view kBranch =
    "bne x0, x0, there\naddi x7, x0, 1\naddi x8, x7, 1\nthere: addi x9, x0, 1\n";

template <class Policies> struct Branches : HandMade<Policies> {
  using Stage = Recovery<typename HandMade<Policies>::Cycle>;
  Branches() : HandMade<Policies>(kBranch) {}

  /// The branch is executing, and its outcome is another than predicted.
  WindowOp& mispredicted() {
    WindowOp& op = this->dispatched(0);
    op.is_control = true;
    op.progress = Progress::executing;
    op.branch = this->state->branch_queue.allocate();
    BranchEntry& entry = this->state->branch_queue.entries[op.branch];
    entry.id = op.id;
    entry.slot = this->slot(op);
    follow_control(this->core, *this->state, entry, 0, this->program.instruction(3).pc, true);
    REQUIRE(entry.followed_pc == this->program.instruction(1).pc);
    return op;
  }
};

} // namespace

// Smith and Pleszkun, Implementing precise interrupts (1988), and Yeager, The MIPS R10000 (1996):
// what is behind a mispredicted branch is squashed, and its registers are mapped as before.
TEMPLATE_TEST_CASE("recovery: everything behind a mispredicted branch is undone", "",
                   GeneralPolicies, SuperscalarPolicies) {
  using Stage = typename Branches<TestType>::Stage;
  Branches<TestType> window;
  OutOfOrderState& s = *window.state;
  window.written(1, 0);
  WindowOp& branch = window.mispredicted();
  const RenameMap before = s.rename_map;
  const std::uint64_t free = s.free_lists[0].size();
  WindowOp& first = window.in_station(1);
  WindowOp& second = window.in_station(2);
  window.fetched(3);
  enter_wake_up_list(s.rob, window.slot(first), window.slot(second), 0);
  window.c.begin_cycle();
  Stage::resolve(window.c, window.slot(branch));
  CHECK(s.rob.end == 5); // the redirect takes effect in the next cycle
  window.c.begin_cycle();
  Stage::recover(window.c);
  CHECK(s.rob.end == 2);
  CHECK(s.rob.undispatched == 2);
  CHECK(s.rob.used == 2);
  CHECK(s.stations.total == 0);
  CHECK(s.stations.demanded == 0);
  CHECK(s.free_lists[0].size() == free);
  CHECK(s.rename_map[7].writer == before[7].writer);
  CHECK(s.rename_map[7].physical == before[7].physical);
  CHECK(s.rename_map[8].writer == before[8].writer);
  CHECK(first.waiting_first == kNoSlot);
  CHECK(s.counters.flushed == 3);
  CHECK(s.counters.mispredictions == 1);
  CHECK(s.arch.pc == window.program.instruction(3).pc);
  CHECK(s.dispatch_gap == Cause{Reason::mispredict, kNoRegister, branch.id});
}

// Of two mispredicted branches that are resolved in a cycle the older one decides where fetch goes.
TEST_CASE("recovery: the oldest misprediction redirects fetch") {
  Branches<GeneralPolicies> window;
  WindowOp& older = window.mispredicted();
  WindowOp& younger = window.mispredicted();
  window.c.begin_cycle();
  Recovery<HandMade<>::Cycle>::resolve(window.c, window.slot(younger));
  CHECK(window.state->fetch.redirect.branch == younger.id);
  Recovery<HandMade<>::Cycle>::resolve(window.c, window.slot(older));
  CHECK(window.state->fetch.redirect.branch == older.id);
  window.c.begin_cycle();
  Recovery<HandMade<>::Cycle>::recover(window.c);
  CHECK(window.state->branch_queue.size() == 1);
  CHECK(window.state->rob.end == 1);
}

// A load that has read too early is dispatched again with everything behind it: its results in
// program order are right, and only the timing is repeated. The front end of ooo-4 has 5 cycles.
TEMPLATE_TEST_CASE("recovery: a replay goes through the front end again", "", GeneralPolicies,
                   SuperscalarPolicies) {
  HandMade<TestType> window("lw x5, 0(x6)\naddi x7, x5, 1\n");
  OutOfOrderState& s = *window.state;
  const WindowOp& older = window.in_station(1);
  WindowOp& load = window.in_station(0);
  load.address = 0x100;
  load.bytes = 4;
  s.lsq.allocate_load(load, window.slot(load));
  WindowOp& behind = window.in_station(1);
  s.replay = {true, load.id, window.slot(load), kNoOp};
  window.c.begin_cycle();
  Recovery<typename HandMade<TestType>::Cycle>::recover(window.c);
  CHECK_FALSE(s.replay.pending);
  CHECK(older.progress == Progress::waiting);
  for (const WindowOp* op : {&load, &behind}) {
    CHECK(op->progress == Progress::fetched);
    CHECK(op->replayed);
    CHECK(op->arrives_at == 1 + 5);
    CHECK_FALSE(op->in_station);
  }
  CHECK(s.rob.end == 3);
  CHECK(s.rob.undispatched == 1);
  CHECK(s.lsq.loads.used == 0);
  CHECK(s.stations.total == 1);
  CHECK(s.rename_map[7].writer == older.id);
  CHECK(s.counters.replays == 1);
}
