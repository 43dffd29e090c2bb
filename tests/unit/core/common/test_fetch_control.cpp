// Fetch control that both kinds of core share: a wrong path, the cause of the slots lost on it, and
// redirects.

#include "common/branch_recovery.hpp"
#include "core/common/fetch_control.hpp"
#include "core/common/run_end.hpp"

#include <catch2/catch.hpp>

#include <cstdint>

using namespace stallscope;
using namespace stallscope::core;

TEST_CASE("wrong path: the oldest mispredicted branch remains the cause") {
  Speculation speculation;
  speculation.begin(OpId{4}, Reason::mispredict);
  CHECK(speculation.active);
  speculation.begin(OpId{7}, Reason::redirect); // fetched on the wrong path
  CHECK(speculation.lost() == Cause{Reason::mispredict, kNoRegister, OpId{4}});
}

TEST_CASE(
    "wrong path: behind a branch with a delay slot it begins when the slot has been fetched") {
  Speculation speculation;
  speculation.end_of_slot(); // of a branch predicted right
  CHECK_FALSE(speculation.active);
  speculation.begin(OpId{4}, Reason::mispredict, true);
  CHECK_FALSE(speculation.active);
  speculation.end_of_slot();
  CHECK(speculation.active);
  CHECK(speculation.branch == OpId{4});
}

TEST_CASE("wrong path: slots are lost to what would delay the right path as well") {
  Speculation speculation;
  speculation.begin(OpId{4}, Reason::mispredict);
  const Cause lost = speculation.lost();
  const auto gap = [&](Cause cause) { return speculation.fetch_gap(cause, lost); };
  const Cause older{Reason::queue_full, kNoRegister, OpId{3}};
  CHECK(gap(older) == older);
  CHECK(gap({Reason::queue_full, kNoRegister, OpId{5}}) == lost); // by an operation behind it
  CHECK(gap({Reason::icache_miss}) == lost);
  // Branches of the wrong path have filled the queue, whatever branch is the oldest in it.
  CHECK(gap({Reason::branches_full, kNoRegister, OpId{3}}) == lost);
  const Cause own{Reason::redirect, kNoRegister, OpId{4}};
  CHECK(gap(own) == own);
}

TEST_CASE("wrong path: behind the end of the program there is nothing to lose a slot to") {
  Speculation speculation;
  speculation.begin(OpId{4}, Reason::drain);
  CHECK(speculation.lost() == Cause{Reason::drain});
  CHECK(speculation.fetch_gap({Reason::queue_full, kNoRegister, OpId{3}}, speculation.lost()) ==
        Cause{Reason::drain});
}

TEST_CASE("redirect: the request of the oldest branch wins") {
  FetchControl fetch;
  CHECK(fetch.request_redirect({true, OpId{6}, 0, 0x60}));
  CHECK(fetch.request_redirect({true, OpId{4}, 0, 0x40}));
  CHECK_FALSE(fetch.request_redirect({true, OpId{5}, 0, 0x50}));
  CHECK(fetch.redirect.branch == OpId{4});
  CHECK(fetch.redirect.pc == 0x40);
}

namespace {

struct FetchState : RunEnd {
  FetchControl fetch;
  Speculation speculation;
};
struct FetchedBranch {
  std::uint64_t followed_pc = 0;
};

} // namespace

TEST_CASE("resolution: the predictor learns the right path only") {
  for (const bool wrong_path : {false, true}) {
    FetchState s;
    unsigned learned = 0;
    CHECK(resolve_branch(s, wrong_path, false, {true, OpId{4}, 0, 0x40}, [&] { ++learned; }));
    CHECK(learned == (wrong_path ? 0U : 1U));
    CHECK(s.fetch.redirect.pending);
  }
}

TEST_CASE("resolution: fetch is not redirected where it is") {
  FetchState s;
  CHECK_FALSE(resolve_branch(s, false, true, {true, OpId{4}, 0, 0x40}, [] {}));
  CHECK_FALSE(s.fetch.redirect.pending);
}

TEST_CASE("redirect: fetch leaves the wrong path, or follows a prediction on it") {
  for (const bool ends_wrong_path : {false, true}) {
    FetchState s;
    FetchedBranch branch;
    s.fetch.left_code = true;
    s.speculation.begin(OpId{4}, Reason::mispredict);
    s.fetch.request_redirect({true, OpId{4}, 0, 0x40});
    end_redirect(s, branch, ends_wrong_path);
    CHECK(branch.followed_pc == 0x40);
    CHECK_FALSE(s.fetch.redirect.pending);
    CHECK_FALSE(s.fetch.left_code);
    CHECK(s.speculation.active == !ends_wrong_path);
  }
}

TEST_CASE("trap: fetch stops at the program's end, and waits for its handler") {
  FetchState s;
  Cause gap;
  isa::Effect effect;
  effect.trap = isa::Trap::end;
  note_trap(s, effect, 0x10, true, OpId{4}, gap); // on a wrong path
  CHECK_FALSE(s.fetch.stopped);
  note_trap(s, effect, 0x10, false, OpId{4}, gap);
  CHECK(s.fetch.stopped);
  CHECK(s.pending_stop == StopReason::end);
  CHECK(s.trap_pc == 0x10);
  CHECK(gap.why == Reason::none);
  effect = {};
  effect.exception = true;
  note_trap(s, effect, 0x20, false, OpId{5}, gap);
  CHECK(s.fetch.exception_pending);
  CHECK(gap == Cause{Reason::exception, kNoRegister, OpId{5}});
}
