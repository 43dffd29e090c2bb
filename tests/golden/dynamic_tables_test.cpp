// The two tables of dynamically scheduled execution: a scoreboard as that of the CDC 6600, and
// Tomasulo's reservation stations with one common data bus. Program and numbers are those
// of Hennessy and Patterson's worked example; every number follows from the rules beside it.

#include "core/out_of_order/out_of_order_core.hpp"
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

namespace {

constexpr std::string_view kExample = R"(
L.D   F6,34(R2)
L.D   F2,45(R3)
MUL.D F0,F2,F4
SUB.D F8,F6,F2
DIV.D F10,F0,F6
ADD.D F6,F8,F2
)";

struct Times {
  std::uint64_t dispatched = 0;
  std::uint64_t left = 0; ///< its station: read its operands, or began
  std::uint64_t complete = 0;
  std::uint64_t written = 0;
};

/// When every micro-op of a run did what, looked at cycle by cycle.
std::map<std::uint64_t, Times> times_of(const isa::Program& program,
                                        const machine::Machine& machine) {
  const core::OutOfOrderCore core(program, machine, {});
  const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
  trace::NullSink sink;
  std::map<std::uint64_t, Times> times;
  while (state->stop == core::StopReason::running && state->cycle < 1000) {
    core.run(*state, sink, state->cycle + 1);
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
  CHECK(state->stop == core::StopReason::end);
  return times;
}

isa::Program example() {
  auto assembled = isa::assemble(isa::Isa::mips, "example.mips", kExample, {});
  REQUIRE(assembled);
  isa::Program program = std::move(assembled).value();
  // R2 and R3 point to where there is memory, wherever they point in the book.
  const auto writable = std::find_if(program.regions.begin(), program.regions.end(),
                                     [](const isa::MemoryRegion& r) { return r.writable; });
  REQUIRE(writable != program.regions.end());
  program.initial_registers.push_back({2, writable->begin});
  program.initial_registers.push_back({3, writable->begin});
  return program;
}

/// A machine that is shipped, with accesses at any address, as those of the example.
machine::Machine preset(const char* name) {
  machine::Machine machine = machine::load_machine(name).value();
  machine.misaligned = isa::Misaligned::allow;
  return machine;
}

} // namespace

TEST_CASE("scoreboard: issue, read, execute, write", "[out_of_order]") {
  const auto times = times_of(example(), preset("scoreboard"));
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
  const auto times = times_of(example(), preset("tomasulo"));
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
