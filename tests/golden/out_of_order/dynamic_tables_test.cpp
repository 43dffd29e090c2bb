// What a few numbers say of whole machines: the stages of ooo-4, the misprediction and
// the lea of csapp-haswell. The tables of the textbook's examples: hennessy_patterson_test.cpp.

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
          std::none_of(state->rob.ops.begin(), state->rob.ops.end(),
                       [number = id](const core::WindowOp& op) { return op.id.value == number; }))
        t.gone = state->cycle;
    for (const core::WindowOp& op : state->rob.ops) {
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

TEST_CASE("csapp-haswell: lea of three terms takes 3 cycles on p1, others 1 on four ports",
          "[out_of_order]") {
  // Agner Fog, Instruction tables, "Haswell": LEA with three components in its address. All four
  // are dispatched in 18. In 19 the first and the last are issued, which read registers for a cycle
  // and execute from 20 on; the second of three terms finds p1 taken in 20, and in 21 not, as it is
  // pipelined. The addition executes behind the last cycle of what it reads, 22.
  const auto program = isa::assemble(isa::Isa::x86, "lea.s", R"(
    leaq 8(%rax,%rbx,4), %rcx
    addq %rcx, %rdx
    leaq -8(%rax,%rbx), %rsi
    leaq (%rax,%rbx,4), %rdi
  )",
                                     {});
  check_times(program.value(), preset("csapp-haswell"), R"(
    leaq 8(%rax,%rbx,4), %rcx | 1 18 19 22 23 24
    addq %rcx, %rdx           | 1 18 22 23 24 25
    leaq -8(%rax,%rbx), %rsi  | 1 18 20 23 24 25
    leaq (%rax,%rbx,4), %rdi  | 1 18 19 20 21 25
  )");
}
