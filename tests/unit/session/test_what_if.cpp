// Bottlenecks removed one at a time: what is promised comes out of the ledger, what is gained is
// measured, and both agree where a bottleneck stands alone.

#include "session/what_if.hpp"
#include "session_testing.hpp"
#include "trace/top_down.hpp"

#include <algorithm>
#include <numeric>

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

const WhatIf* named(const WhatIfReport& report, std::string_view name) {
  const auto found = std::find_if(report.changes.begin(), report.changes.end(),
                                  [&](const WhatIf& change) { return change.name == name; });
  return found == report.changes.end() ? nullptr : &*found;
}

machine::Machine preset(const char* name, const std::vector<machine::Setting>& settings = {}) {
  Result<machine::Machine> machine = machine::load_machine(name, settings);
  REQUIRE(machine.ok());
  return std::move(machine).value();
}

isa::Program program_of(const char* source) {
  return assembled(isa::Isa::mips, source);
}

} // namespace

TEST_CASE("without its only bottleneck a program takes as many cycles less as was promised") {
  // Two uses of a value one behind the other, without forwarding: each waits.
  const isa::Program program = program_of("li $t0, 1\naddi $t1, $t0, 1\naddi $t2, $t1, 1\n");
  const WhatIfReport report = what_if(program, preset("mips-5", {{"forwarding.paths", "[]"}}), {});
  const WhatIf* forwarding = named(report, "forwarding");
  REQUIRE(forwarding != nullptr);
  CHECK(forwarding->cycles_saved == 4); // two waits of two cycles: write, then read
  CHECK(forwarding->promised_cycles == 4);
  CHECK(&report.changes.front() == forwarding);
  CHECK(forwarding->complete);
  CHECK_FALSE(report.interrupted);
}

TEST_CASE("what changes nothing of a machine is not tried") {
  const std::vector<Relief> reliefs = reliefs_of(preset("mips-5"));
  for (const Relief& relief : reliefs) {
    INFO(relief.name);
    CHECK(relief.name != "forwarding");     // it has every path
    CHECK(relief.name != "perfect_caches"); // it has none
    machine::Machine changed = preset("mips-5");
    relief.change(changed);
    CHECK_FALSE(changed == preset("mips-5"));
  }
  CHECK_FALSE(reliefs.empty());
}

TEST_CASE("the five shares and the parts of the CPI stack add up to all slots") {
  const WhatIfReport report =
      what_if(program_of("li $t0, 5\nloop: addi $t0, $t0, -1\nbnez $t0, loop\nnop\n"),
              preset("dual-5"), {});
  const trace::CpiStack stack = trace::cpi_stack(report.base.ledger.at(trace::LedgerPoint::retire));
  CHECK(stack.slots == report.base.cycles * stack.width);
  CHECK(std::accumulate(stack.shares.begin(), stack.shares.end(), std::uint64_t{0}) == stack.slots);
  std::uint64_t parts = 0;
  for (const trace::CpiPart& part : stack.parts)
    parts += part.slots;
  CHECK(parts == stack.slots);
  CHECK(stack.parts.front().reason == Reason::none);
  CHECK(stack.parts.front().slots == report.base.instructions);
}

TEST_CASE("an interrupted comparison says so") {
  RunOptions options;
  options.progress = [](const Progress&) { return false; };
  const isa::Program program = program_of("loop: j loop\nnop\n");
  const WhatIfReport report = what_if(program, preset("mips-5"), options);
  CHECK(report.interrupted);
  CHECK(report.changes.empty());
}

TEST_CASE("perfect prediction keeps what knows the targets, and never costs cycles") {
  const isa::Program program = program_of("li $t0, 20\nli $t1, 0\n"
                                          "loop: andi $t2, $t0, 5\nbeq $t2, $zero, skip\n"
                                          "addiu $t1, $t1, 1\n"
                                          "skip: addiu $t0, $t0, -1\nbne $t0, $zero, loop\n");
  for (const char* name : {"csapp-haswell", "ooo-4", "ooo-8", "sifive-7"}) {
    INFO(name);
    const WhatIfReport report = what_if(program, preset(name), {});
    const WhatIf* perfect = named(report, "perfect_prediction");
    REQUIRE(perfect != nullptr);
    CHECK(perfect->cycles_saved > 0); // without BTB each taken branch would wait for decode
  }
}
