// Bottlenecks removed one at a time: what is promised comes out of the ledger, what is gained is
// measured, and both agree where a bottleneck stands alone.

#include "session/what_if.hpp"
#include "trace/top_down.hpp"
#include "unit/session/session_testing.hpp"

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
  const isa::Program program = program_of("loop: addi $t0, $t0, 1\nj loop\nnop\n");
  const WhatIfReport report = what_if(program, preset("mips-5"), options);
  CAPTURE(report.base.stop.reason, report.base.stop.detail);
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

TEST_CASE("a change is charged with the late targets that it removes") {
  // The jump is decoded in ID: mips-5, which fetches sequentially, loses a cycle to its target,
  // lecture-4 one. With the target known at fetch, what is charged is saved.
  const isa::Program program = assembled(
      isa::Isa::riscv, "add a1, a2, a3\nj x\nadd a4, a1, a1\nadd a5, a1, a1\nx: add a6, a1, a1\n");
  const WhatIfReport report = what_if(program, preset("mips-5"), {});
  REQUIRE(named(report, "targets") != nullptr);
  CHECK(named(report, "targets")->cycles_saved == 1);
  CHECK(named(report, "targets")->promised_cycles == 1);
  for (const char* name : {"lecture-4", "mips-5-no-forwarding", "sifive-7"})
    for (const WhatIf& change : what_if(program, preset(name), {}).changes)
      if (change.name == "perfect_prediction" || change.name == "targets") {
        INFO(name << ", " << change.name);
        CHECK(change.promised_cycles >= change.cycles_saved);
      }
}

TEST_CASE("every change says what the ledger charges to it, or why that is nowhere") {
  for (const machine::PresetInfo& info : machine::presets()) {
    for (const Relief& relief : reliefs_of(preset(std::string(info.name).c_str()))) {
      INFO(info.name << ", " << relief.name);
      CHECK(relief.promise.charges.empty() != relief.promise.nowhere.empty());
      for (const Charge& charge : relief.promise.charges)
        CHECK_FALSE(charge.reasons.empty());
    }
  }
}

TEST_CASE("a machine that waits for its branches is promised the slots that it loses to them") {
  // In each round nothing is fetched for two cycles. Without that the next thing that is short is
  // the stations in front of the integer unit.
  const isa::Program program =
      program_of("li $t0, 40\nloop: addi $t0, $t0, -1\naddi $t1, $t1, 1\nbnez $t0, loop\nnop\n");
  const WhatIfReport report = what_if(program, preset("tomasulo"), {});
  const WhatIf* speculation = named(report, "speculation");
  REQUIRE(speculation != nullptr);
  REQUIRE(speculation->promised_cycles.has_value());
  CHECK(*speculation->promised_cycles >= 40);
  CHECK(speculation->cycles_saved > 0);
  CHECK(named(what_if(program, preset("tomasulo-rob-1"), {}), "speculation") == nullptr);
}

TEST_CASE("all changes at once are a machine too, and nothing is promised but what is lost") {
  const isa::Program program = program_of("li $t0, 20\nloop: addi $t0, $t0, -1\n"
                                          "mul $t1, $t1, $t0\nbnez $t0, loop\nnop\n");
  for (const char* name : {"scoreboard", "tomasulo", "tomasulo-rob-2", "mca-like", "ooo-8"}) {
    INFO(name);
    const WhatIfReport report = what_if(program, preset(name), {});
    REQUIRE(report.everything.has_value());
    REQUIRE_FALSE(report.changes.empty());
    CHECK(report.everything->complete);
    CHECK(report.everything->cycles <= report.changes.front().cycles);
    for (const WhatIf& change : report.changes)
      CHECK(change.promised_cycles.value_or(0) <= report.base.cycles);
  }
}

TEST_CASE("every change that is tried can be made with --set, on every preset") {
  for (const machine::PresetInfo& info : machine::presets()) {
    const machine::Machine machine = preset(std::string(info.name).c_str());
    for (const session::Relief& relief : session::reliefs_of(machine)) {
      INFO(info.name << ": " << relief.name);
      machine::Machine changed = machine;
      relief.change(changed);
      std::vector<machine::Setting> settings;
      for (const std::string& setting : session::change_of(machine, changed)) {
        const std::size_t equals = setting.find('=');
        settings.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
      }
      CHECK_FALSE(settings.empty());
      CHECK(machine::dump(preset(std::string(info.name).c_str(), settings)) ==
            machine::dump(changed));
    }
  }
}
