// Random programs on random dynamically scheduled machines end as on the reference machine, with
// a ledger that balances.

#include "core/out_of_order/out_of_order_core.hpp"
#include "property/cases.hpp"
#include "property/random_dynamic.hpp"
#include "trace/build_timeline.hpp"

#include <catch2/catch.hpp>

#include <memory>

using namespace stallscope;
using namespace stallscope::property;

namespace {

class Printed final : public isa::OutputSink {
public:
  void write(std::uint64_t, std::string_view text) override { text_ += text; }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  std::string text_;
};

machine::PredictorKind some_predictor(Random& random) {
  return static_cast<machine::PredictorKind>(random.below(machine::kPredictorKindCount));
}

} // namespace

TEST_CASE("out of order: random programs on random machines end as on the reference machine",
          "[out_of_order]") {
  for_each_case(810'000, 1500, [](const Case& c) {
    INFO(c.described());
    Random random(c.seed);
    const machine::Dynamic dynamic = random_dynamic(random);
    machine::Machine machine;
    machine.misaligned = c.machine.misaligned;
    machine.predictor = some_predictor(random);
    Printed output;
    isa::Environment environment;
    environment.misaligned = machine.misaligned;
    const isa::ReferenceRun reference =
        isa::run_reference(c.program, environment, kCaseInstructions);
    environment.output = &output;
    const core::OutOfOrderCore core(c.program, machine, dynamic, environment);
    const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
    trace::NullSink sink;
    core.run(*state, sink, kCaseCycles);

    REQUIRE(state->stop != core::StopReason::running);
    REQUIRE(state->stop != core::StopReason::no_progress);
    CHECK(state->trap == reference.trap);
    CHECK(output.text() == reference.output);
    CHECK(state->arch.memory == reference.state.memory);
    CHECK(state->arch.instructions == reference.state.instructions);
    CHECK(state->counters.retired == reference.state.instructions);
    CHECK(state->arch.exit_code == reference.state.exit_code);
    for (RegId reg = 0; reg < kMaxRegisters; ++reg)
      if (reg != isa::kSinkRegister) {
        CHECK(state->arch.regs[reg] == reference.state.regs[reg]);
        CHECK(state->committed[reg] == reference.state.regs[reg]);
      }
    // Nothing is left, and everything has been given back.
    CHECK(state->oldest == state->end);
    CHECK(state->reordered == 0);
    CHECK(state->loads == 0);
    CHECK(state->stores == 0);
    for (const unsigned used : state->entries_used)
      CHECK(used == 0);
    std::string why;
    CHECK(state->ledger.balanced(&why));
    CHECK(why.empty());
  });
}
