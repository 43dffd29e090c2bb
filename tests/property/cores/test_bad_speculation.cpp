// Misprediction costs appear as bad speculation at retirement on every machine with prediction;
// machines that wait for their branches lose the slots to control hazards instead.

#include "core/out_of_order/out_of_order_core.hpp"
#include "machine/machine_file.hpp"
#include "property/cases.hpp"
#include "property/generators/random_dynamic.hpp"
#include "property/invariants.hpp"
#include "property/kernel_program.hpp"
#include "sanitized.hpp"
#include "shipped_machines.hpp"

#include <catch2/catch.hpp>

#include <memory>
#include <string>

using namespace stallscope;
using namespace stallscope::property;
using trace::LedgerPoint;

namespace {

std::uint64_t lost(const core::OutOfOrderState& state, Reason why) {
  return core::ledger_of(state).at(LedgerPoint::retire).slots[static_cast<std::size_t>(why)];
}

machine::Machine with_predictor(machine::Machine machine, machine::PredictorKind predictor) {
  machine.predictor = predictor;
  return machine;
}

/// The same machine with an oracle predictor.
machine::Machine foreseeing(const machine::Machine& machine) {
  return with_predictor(machine, machine::PredictorKind::perfect);
}

} // namespace

TEST_CASE("bad speculation: every preset charges mispredictions to the branches",
          "[out_of_order]") {
  constexpr std::uint64_t kCycles = 60'000;
  const isa::Program program = kernel_program("rv64gc-htif/nqueens.elf");
  for (const machine::PresetInfo& preset : dynamic_presets()) {
    INFO(preset.name);
    machine::Machine machine = machine::load_machine(std::string(preset.name)).value();
    if (machine.predictor == machine::PredictorKind::perfect)
      machine.predictor = machine::PredictorKind::never_right;
    // The program has no floating point: on the scoreboard everything behind a branch waits for the
    // only integer unit, which the branch occupies until its write, a cycle after its resolution.
    // No slot is lost to branches there; with a second unit slots are.
    if (preset.name == "scoreboard") {
      CHECK(lost(*run_dynamic(program, machine, kCycles).state, Reason::control) == 0);
      machine = machine::load_machine("scoreboard",
                                      {{"station.integer.entries", "2"}, {"port.Int.count", "2"}})
                    .value();
    }
    const DynamicRun run = run_dynamic(program, machine, kCycles);
    if (!machine.dynamic->speculates()) {
      CHECK(lost(*run.state, Reason::control) > kCycles / 50);
      CHECK(lost(*run.state, Reason::mispredict) == 0);
      continue;
    }
    const core::OutOfOrderCounters& counters = run.state->counters;
    REQUIRE(counters.mispredictions > 100);
    // At least one full cycle each, unless hidden behind older micro-ops.
    const unsigned width = run.state->ledger.at(LedgerPoint::retire).width;
    CHECK(lost(*run.state, Reason::mispredict) > counters.mispredictions * width / 4);
    const DynamicRun perfect = run_dynamic(program, foreseeing(machine), kCycles);
    CHECK(perfect.state->counters.flushed == 0);
    CHECK(lost(*perfect.state, Reason::mispredict) == 0);
  }
}

TEST_CASE("bad speculation: on random machines it is there when cycles were lost to it",
          "[out_of_order]") {
  unsigned charged = 0;
  unsigned hidden = 0;
  constexpr unsigned kCases =
      kSanitized ? 8 * 300 : 300; // a share of few cases is not significant: always all
  for_each_dynamic_case(880'000, kCases, [&](const Case& c) {
    INFO(c.described());
    Random random(c.seed);
    machine::Machine machine = random_dynamic_machine(random);
    machine.misaligned = c.machine.misaligned;
    machine.undeclared = c.machine.undeclared;
    if (!machine.dynamic->speculates())
      return;
    const DynamicRun perfect = run_dynamic(c.program, foreseeing(machine), kCaseCycles);
    CHECK(perfect.state->counters.flushed == 0);
    CHECK(lost(*perfect.state, Reason::mispredict) == 0);
    const DynamicRun wrong = run_dynamic(
        c.program, with_predictor(machine, machine::PredictorKind::never_right), kCaseCycles);
    const core::OutOfOrderCounters& counters = wrong.state->counters;
    if (counters.flushed == 0 || wrong.state->cycle <= perfect.state->cycle)
      return;
    // When the oldest micro-op is always busy, the delays of operands or units are the lost slots'
    // cause: the slots are charged to them.
    (lost(*wrong.state, Reason::mispredict) > 0 ? charged : hidden) += 1;
  });
  CHECK(hidden * 10 <= charged);
}
