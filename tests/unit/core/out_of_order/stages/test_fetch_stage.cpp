// FetchStage alone: where a fetch group ends, why fetch waits, and the wrong path.

#include "out_of_order/stages/fetch_stage.hpp"
#include "unit/core/out_of_order/stages/stage_testing.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::core;
using namespace stallscope::core::testing;

namespace {

/// Fetch begins at the first instruction, in the first cycle. Its cache lines have been read,
/// unless the cache is cold.
template <class Policies> struct Fetching : HandMade<Policies> {
  explicit Fetching(std::string_view text, const std::vector<std::string>& settings = {},
                    const std::string& preset = "ooo-4")
      : HandMade<Policies>(text, settings, preset) {
    const std::uint64_t line = this->state->arch.pc >> this->core.plan().fetch_line_shift;
    this->state->fetch.keep_line(line);
    this->state->fetch.keep_line(line + 1);
  }
  /// A cycle of fetch. Returns the slots used.
  unsigned fetch() {
    this->c.begin_cycle();
    FetchStage<typename HandMade<Policies>::Cycle>::fetch_and_decode(this->c);
    return this->c.fetched->slots;
  }
  [[nodiscard]] Cause gap() const { return this->c.fetched->gap; }
};

constexpr std::string_view kTenAdds =
    "addi x5, x5, 1\naddi x5, x5, 1\naddi x5, x5, 1\naddi x5, x5, 1\naddi x5, x5, 1\n"
    "addi x5, x5, 1\naddi x5, x5, 1\naddi x5, x5, 1\naddi x5, x5, 1\naddi x5, x5, 1\n";

} // namespace

// Hennessy and Patterson, 3.9: a fetch group is limited by the width and by the aligned block of
// the instruction cache, here 16 bytes.
TEMPLATE_TEST_CASE("fetch: a group ends with the fetch block", "", GeneralPolicies,
                   SuperscalarPolicies) {
  Fetching<TestType> window(kTenAdds);
  OutOfOrderState& s = *window.state;
  REQUIRE(s.arch.pc % 16 == 0);
  s.arch.pc += 4;
  CHECK(window.fetch() == 3);
  CHECK(window.gap() == Cause{Reason::fetch_group});
  CHECK(window.fetch() == 4);
  CHECK(window.gap() == Cause{});
  CHECK(s.arch.regs[5] == 7); // executed functionally, in program order
  CHECK(s.rob.end == 7);
  CHECK(s.rob.undispatched == 0);
  CHECK(s.at(6).arrives_at == 2 + 5); // the front end has 5 cycles
  CHECK(s.at(6).results[0] == 7);
}

// The queue between fetch and dispatch holds 40 micro-ops (front_end.queue): fetch waits for the
// next one to be dispatched.
TEMPLATE_TEST_CASE("fetch: stalls when the queue in front of dispatch is full", "", GeneralPolicies,
                   SuperscalarPolicies) {
  Fetching<TestType> window(kTenAdds);
  const WindowOp& next = window.fetched(0);
  for (unsigned i = 1; i < 38; ++i)
    window.fetched(0);
  CHECK(window.fetch() == 2);
  CHECK(window.gap() == Cause{Reason::queue_full, kNoRegister, next.id});
  CHECK(window.fetch() == 0);
  ++window.state->rob.undispatched;
  CHECK(window.fetch() == 1);
}

// Hennessy and Patterson, 2.1: a miss takes the access to the next levels. L1I and L2 miss: 2 + 12
// cycles and 85 of the main memory, without the 2 of a hit, which the front end contains.
TEMPLATE_TEST_CASE("fetch: waits for the line of an instruction cache miss", "", GeneralPolicies,
                   SuperscalarPolicies) {
  Fetching<TestType> window(kTenAdds);
  window.state->fetch.forget_lines();
  while (window.fetch() == 0 && window.c.now < 200)
    CHECK(window.gap() == Cause{Reason::icache_miss});
  CHECK(window.c.now == 1 + 12 + 85);
  CHECK(window.c.fetched->slots == 4);
}

// Smith, A study of branch prediction strategies (1981): fetch goes on along the predicted path.
// What it fetches behind a misprediction is wrong, and undone later; the outcome is known here
// because an instruction is executed functionally when it is fetched.
TEMPLATE_TEST_CASE("fetch: behind a mispredicted branch comes the wrong path", "", GeneralPolicies,
                   SuperscalarPolicies) {
  Fetching<TestType> window("beq x0, x0, there\naddi x5, x0, 1\nsw x5, 0(x6)\n"
                            "addi x7, x0, 2\nthere: addi x8, x0, 3\n");
  OutOfOrderState& s = *window.state;
  CHECK(window.fetch() == 4); // predicted not taken
  CHECK(window.c.fetched->wrong == 3);
  const WindowOp& branch = s.at(0);
  CHECK_FALSE(branch.wrong_path);
  CHECK(s.at(1).wrong_path);
  CHECK(s.speculation.active);
  CHECK(s.speculation.branch == branch.id);
  REQUIRE(s.branch_queue.size() == 1);
  const BranchEntry& entry = s.branch_queue.at(0);
  CHECK(entry.actual_pc == window.program.instruction(4).pc);
  CHECK(entry.followed_pc == window.program.instruction(1).pc);
  CHECK(s.arch.regs[7] == 2);
  roll_back(s.arch, s.undo, entry.undo_mark);
  CHECK(s.arch.regs[5] == 0);
  CHECK(s.arch.regs[7] == 0);
}

// Lee and Smith, Branch prediction strategies and branch target buffer design (1984): a jump whose
// target no buffer knows is seen at decode, here 2 cycles later (front_end.decode_cycles).
TEMPLATE_TEST_CASE("fetch: a jump that the target buffer does not know is followed at decode", "",
                   GeneralPolicies, SuperscalarPolicies) {
  Fetching<TestType> window("j there\naddi x5, x0, 1\naddi x5, x0, 1\naddi x5, x0, 1\n"
                            "there: addi x8, x0, 3\n");
  OutOfOrderState& s = *window.state;
  CHECK(window.fetch() == 1);
  const Cause redirect{Reason::redirect, kNoRegister, s.at(0).id};
  CHECK(window.gap() == redirect);
  CHECK_FALSE(s.speculation.active);
  for (unsigned i = 0; i < 2; ++i) {
    CHECK(window.fetch() == 0);
    CHECK(window.gap() == redirect);
  }
  CHECK(window.fetch() == 1);
  CHECK(s.at(1).instruction == 4);
}

// An entry of the branch prediction queue holds what a misprediction restores (Yeager, The MIPS
// R10000 (1996), branch stack): without a free one fetch stalls in front of a branch.
TEMPLATE_TEST_CASE("fetch: a branch needs an entry of the branch prediction queue", "",
                   GeneralPolicies, SuperscalarPolicies) {
  Fetching<TestType> window("bne x0, x0, there\naddi x5, x0, 1\nbne x0, x0, there\nthere: nop\n",
                            {"front_end.branch_queue=1"});
  OutOfOrderState& s = *window.state;
  CHECK(window.fetch() == 2);
  CHECK(window.gap() == Cause{Reason::branches_full, kNoRegister, s.at(0).id});
  CHECK(window.fetch() == 0);
  s.branch_queue.release();
  CHECK(window.fetch() == 2); // up to the end of the block
  CHECK(s.at(2).instruction == 2);
}

// Hennessy and Patterson, 3.5, Tomasulo's algorithm without speculation: nothing behind a branch
// before it is decided.
TEST_CASE("fetch: without speculation a branch stops fetch until it is resolved") {
  Fetching<GeneralPolicies> window("beq x0, x0, there\naddi x5, x0, 1\nthere: addi x6, x0, 2\n", {},
                                   "tomasulo");
  OutOfOrderState& s = *window.state;
  CHECK(window.fetch() == 1);
  const Cause control{Reason::control, kNoRegister, s.at(0).id};
  CHECK(window.gap() == control);
  CHECK(window.fetch() == 0);
  CHECK(window.gap() == control);
  s.fetch.waits_for = kNoOp;
  CHECK(window.fetch() == 1);
  CHECK(s.at(1).instruction == 2); // and then the right path
  CHECK_FALSE(s.at(1).wrong_path);
}

TEST_CASE("fetch: behind the last instruction the slots are lost to the end of the program") {
  Fetching<GeneralPolicies> window("addi x5, x0, 1\naddi x6, x0, 2\n");
  CHECK(window.fetch() == 2);
  CHECK(window.gap() == Cause{Reason::drain});
  CHECK(window.state->pending_stop == StopReason::end);
  CHECK(window.state->stop == StopReason::running); // the window is to be emptied first
  CHECK(window.fetch() == 0);
  CHECK(window.gap() == Cause{Reason::drain});
}
