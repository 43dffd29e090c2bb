// The two tables of dynamically scheduled execution: a scoreboard as that of the CDC 6600, and
// Tomasulo's reservation stations with one common data bus. Program and numbers are those
// of Hennessy and Patterson's worked example; every number follows from the rules beside it.

#include "core/out_of_order/out_of_order_core.hpp"
#include "golden/mechanism.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

struct Times {
  std::uint64_t dispatched = 0;
  std::uint64_t left = 0; ///< its station: read its operands, or began
  std::uint64_t complete = 0;
  std::uint64_t written = 0;
  std::uint64_t gone = 0; ///< retired; 0: it was there up to the end
};

/// When every micro-op of a run did what, looked at cycle by cycle; of a run that does not end, of
/// its first 1000 cycles.
std::map<std::uint64_t, Times> times_of(const isa::Program& program,
                                        const machine::Machine& machine) {
  const core::OutOfOrderCore core(program, machine, {});
  const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
  trace::NullSink sink;
  std::map<std::uint64_t, Times> times;
  while (state->stop == core::StopReason::running && state->cycle < 1000) {
    core.run(*state, sink, state->cycle + 1);
    for (auto& [id, t] : times)
      if (t.gone == 0 && state->stop == core::StopReason::running &&
          std::none_of(state->ops.begin(), state->ops.end(),
                       [number = id](const core::WindowOp& op) { return op.id.value == number; }))
        t.gone = state->cycle;
    for (const core::WindowOp& op : state->ops) {
      if (!op.id)
        continue;
      Times& t = times[op.id.value];
      if (op.progress != core::Progress::fetched && t.dispatched == 0)
        t.dispatched = state->cycle;
      if (op.progress >= core::Progress::executing && t.left == 0)
        t.left = state->cycle;
      t.complete = op.ends_at;
      t.written = op.written_at;
    }
  }
  std::string why;
  CHECK(state->ledger.balanced(&why));
  CHECK(why.empty());
  CHECK((state->stop == core::StopReason::end || state->cycle == 1000));
  return times;
}

} // namespace

TEST_CASE("scoreboard: issue, read, execute, write", "[out_of_order]") {
  const auto times = times_of(textbook_example(), preset("scoreboard"));
  std::string table;
  for (const auto& [op, t] : times)
    table += fmt::format("{} {} {} {}\n", t.dispatched, t.left, t.complete, t.written);
  // The second load waits for the integer unit, which the first leaves in 4. MUL and SUB read F2
  // the cycle behind 8; DIV waits for MUL. ADD waits for the add unit, and then (WAR) with its
  // write until DIV has read F6.
  CHECK(table == "1 2 3 4\n"
                 "5 6 7 8\n"
                 "6 9 19 20\n"
                 "7 9 11 12\n"
                 "8 21 61 62\n"
                 "13 14 16 22\n");
}

TEST_CASE("tomasulo: issue, execute, broadcast", "[out_of_order]") {
  const auto times = times_of(textbook_example(), preset("tomasulo"));
  std::string table;
  for (const auto& [op, t] : times)
    table += fmt::format("{} {} {}\n", t.dispatched, t.complete, t.written);
  // No structural hazard, and no WAR: ADD has taken the tag of SUB, and DIV had F6 at its issue.
  CHECK(table == "1 3 4\n"
                 "2 4 5\n"
                 "3 15 16\n"
                 "4 7 8\n"
                 "5 56 57\n"
                 "6 10 11\n");
}

TEST_CASE("tomasulo-rob-2: the dual-issue example with speculation", "[out_of_order]") {
  // The loop of the book: each iteration increments an element of an array. Its table has the
  // cycles of issue, execution, memory access and write.
  const isa::Program program = mips(R"(
loop: LD     R2,0(R1)
      DADDIU R2,R2,#1
      SD     R2,0(R1)
      DADDIU R1,R1,#8
      BNE    R2,R3,loop
)",
                                    {1});
  const auto times = times_of(program, preset("tomasulo-rob-2", {{"branch.predictor", "perfect"}}));
  std::string table;
  for (const auto& [op, t] : times)
    if (op <= 18)
      table += fmt::format("{} {} {} {}\n", t.dispatched, t.left, t.complete, t.written);
  // Two issue a cycle, but nothing beside a taken branch behind it. The load computes its address
  // and reads memory in the next cycle (2, 3), and writes in 4; the increment of the element waits
  // for that, and the branch for the increment (6). The address of the store does not wait, its
  // data does. The next load issues behind the branch that is not decided, in 4: 3 cycles an
  // iteration, and its increment ends 3 cycles behind the one before.
  CHECK(table == "1 2 3 4\n"      // LD
                 "1 5 5 6\n"      // DADDIU R2
                 "2 3 3 4\n"      // SD, address
                 "2 7 7 8\n"      // SD, data
                 "2 3 3 4\n"      // DADDIU R1
                 "3 7 7 8\n"      // BNE
                 "4 5 6 7\n"      // second iteration
                 "4 8 8 9\n"      //
                 "5 6 6 7\n"      //
                 "5 10 10 11\n"   //
                 "5 6 6 7\n"      //
                 "6 10 10 11\n"   //
                 "7 8 9 10\n"     // third iteration
                 "7 11 11 12\n"   //
                 "8 9 9 10\n"     //
                 "8 13 13 14\n"   //
                 "8 9 9 10\n"     //
                 "9 13 13 14\n"); //
}

namespace {

/// The cycles of a program without memory accesses; caches are left out.
std::uint64_t cycles_of(std::string_view text, const char* name, const char* predictor) {
  const machine::Machine machine = preset(name, {{"cache", "[]"}, {"branch.predictor", predictor}});
  const isa::Program program = mips(text, {});
  const core::OutOfOrderCore core(program, machine, {});
  const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
  trace::NullSink sink;
  core.run(*state, sink, 1000);
  CHECK(state->stop == core::StopReason::end);
  return state->cycle;
}

} // namespace

TEST_CASE("ooo-4: ten stages", "[out_of_order]") {
  // A multiplication of 4 cycles behind the addition keeps the run going.
  const isa::Program program = mips("DADDU R1,R2,R3\nMUL.D F0,F2,F4\n", {});
  const auto times = times_of(program, preset("ooo-4", {{"cache", "[]"}}));
  REQUIRE(times.size() >= 2);
  const Times& t = times.begin()->second;
  // Fetched in 1, dispatched 5 cycles later, issued in the next; one cycle reads registers, one
  // executes, one writes, and in the tenth it retires.
  CHECK(fmt::format("{} {} {} {} {}", t.dispatched, t.left, t.complete, t.written, t.gone) ==
        "6 7 8 9 10");
}

TEST_CASE("csapp-haswell: a misprediction costs 19 cycles", "[out_of_order]") {
  // The branch is the last of four that are fetched in a cycle F. It is dispatched in F + 17,
  // issued in F + 18 and executed, behind a cycle for its registers, in F + 20 - 1; so what follows
  // is fetched in F + 20, not in F + 1.
  constexpr std::string_view kBranch = R"(
      DADDU R1,R2,R3
      DADDU R4,R2,R3
      DADDU R5,R2,R3
      BNE   R2,R2,away
      DADDU R6,R2,R3
away: DADDU R7,R2,R3
)";
  CHECK(cycles_of(kBranch, "csapp-haswell", "never_right") ==
        cycles_of(kBranch, "csapp-haswell", "perfect") + 19);
}
