// A breakpoint instruction (ebreak, break) stops a run; the next step or run goes on behind it.

#include "unit/session/session_testing.hpp"

#include <algorithm>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

constexpr const char* kTwoBreaks = "li a0, 1\nebreak\naddi a1, a0, 1\nebreak\naddi a2, a1, 1\n";

std::unique_ptr<Session> riscv_session(const std::string& machine, CheckpointBudget budget = {}) {
  return std::make_unique<Session>(
      std::make_shared<isa::Program>(assembled(isa::Isa::riscv, kTwoBreaks)),
      std::make_shared<machine::Machine>(preset(machine)), std::string(), budget);
}

bool at_breakpoint(const Session& s) {
  return s.simulation().stop() == core::StopReason::breakpoint;
}

} // namespace

TEST_CASE("breakpoint instruction: run goes on behind it, to the next one and to the end") {
  for (const machine::PresetInfo& info : machine::presets()) {
    INFO(info.name);
    const auto s = riscv_session(std::string(info.name));
    CHECK(s->run() == Pause::stopped);
    CHECK(at_breakpoint(*s));
    CHECK(committed(*s, "a0") == 1);
    CHECK(committed(*s, "a1") == 0);
    const std::uint64_t first = s->cycle();
    CHECK(s->run() == Pause::stopped);
    CHECK(at_breakpoint(*s));
    CHECK(s->cycle() > first);
    CHECK(committed(*s, "a1") == 2);
    CHECK(committed(*s, "a2") == 0);
    CHECK(s->run() == Pause::stopped);
    CHECK(s->simulation().stop() == core::StopReason::end);
    CHECK(committed(*s, "a2") == 3);
    CHECK(s->simulation().retired() == 5);
    CHECK(s->simulation().totals().ledger.balanced());
    CHECK(s->run() == Pause::stopped); // the end stays the end
    CHECK(s->simulation().stop() == core::StopReason::end);
  }
}

TEST_CASE("breakpoint instruction: the five-stage pipeline drains and fills again") {
  const auto s = riscv_session("mips-5");
  // ebreak is fetched in cycle 2 and in the fifth stage in cycle 6; addi follows as the first of a
  // program would, fetched in cycle 7, in the fifth stage in cycle 11 with the ebreak behind it in
  // cycle 12, and so on.
  s->run();
  CHECK(s->cycle() == 6);
  s->run();
  CHECK(s->cycle() == 12);
  s->run();
  CHECK(s->cycle() == 17);
}

TEST_CASE(
    "breakpoint instruction: steps stop at it and go on, and every cycle can be gone back to") {
  CheckpointBudget budget;
  budget.first_distance_cycles = 3; // some of them between the breakpoints
  for (const char* machine : {"mips-5", "dual-5", "serial"}) {
    const auto s = riscv_session(machine, budget);
    std::vector<std::vector<std::uint64_t>> moments{moment(*s)};
    std::vector<std::uint64_t> stops;
    while (s->step() || at_breakpoint(*s)) {
      if (at_breakpoint(*s))
        stops.push_back(s->cycle());
      else
        moments.push_back(moment(*s));
    }
    REQUIRE(stops.size() == 2);
    REQUIRE(s->simulation().stop() == core::StopReason::end);
    const std::uint64_t last = s->cycle();
    REQUIRE(moments.size() == last + 1);
    for (std::uint64_t cycle = last; cycle-- > 0;) {
      REQUIRE(s->step_back());
      REQUIRE(s->cycle() == cycle);
      REQUIRE(moment(*s) == moments[cycle]);
    }
    for (std::uint64_t i = 0; i < 40; ++i) { // in both directions
      const std::uint64_t cycle = i * 7 % (last + 1);
      s->seek(cycle);
      REQUIRE(s->cycle() == cycle);
      CHECK(moment(*s) == moments[cycle]);
    }
    s->seek(0); // running again stops there again
    CHECK(s->run() == Pause::stopped);
    CHECK(at_breakpoint(*s));
    CHECK(s->cycle() == stops[0]);
    const Timeline timeline = s->record(1, last);
    CHECK(timeline.rows.size() == 5);
    CHECK(s->cycle() == stops[0]);
  }
}

TEST_CASE("breakpoint instruction: what is changed there acts on what follows") {
  const auto s = riscv_session("mips-5");
  s->run();
  s->set_register(reg(*s, "a0"), 40);
  s->run();
  CHECK(committed(*s, "a1") == 41);
  const auto before = moment(*s);
  const std::uint64_t cycle = s->cycle();
  s->run();
  CHECK(committed(*s, "a2") == 42);
  s->seek(cycle);
  CHECK_FALSE(s->step());      // stops there again
  CHECK(moment(*s) == before); // the edit and the way on are both in the log
  // An edit before the breakpoint makes a new future, in which it has not been left.
  s->seek(1);
  s->set_register(reg(*s, "a3"), 1);
  s->seek(1000);
  CHECK(at_breakpoint(*s));
  CHECK(s->cycle() == 6);
}

TEST_CASE("breakpoint instruction: in a delay slot, the branch goes where it goes") {
  const std::string text = "li $t0, 1\nb on\nbreak\nli $t0, 2\non: li $t1, 3\nnop\n";
  isa::AssembleOptions options;
  options.delay_slots = true;
  Result<isa::Program> program = isa::assemble(isa::Isa::mips, "test", text, options);
  REQUIRE(program.ok());
  Session s(std::make_shared<isa::Program>(std::move(program).value()),
            std::make_shared<machine::Machine>(preset("mips-5", {"branch.delay_slot=true"})));
  CHECK(s.run() == Pause::stopped);
  CHECK(at_breakpoint(s));
  CHECK(s.run() == Pause::stopped);
  CHECK(s.simulation().stop() == core::StopReason::end);
  CHECK(committed(s, "$t0") == 1);
  CHECK(committed(s, "$t1") == 3);
}
