// Every shipped program ends on every dynamically scheduled preset as on the machine without
// timing.

#include "core/out_of_order/out_of_order_core.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "programs/shipped.hpp"

#include <catch2/catch.hpp>

#include <memory>
#include <string>

using namespace stallscope;

namespace {

class Kept final : public isa::OutputSink {
public:
  void write(std::uint64_t, std::string_view text) override { text_ += text; }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  std::string text_;
};

void check_end(const isa::Program& program, const machine::Machine& machine) {
  constexpr std::uint64_t kLimit = 10'000'000;
  isa::Environment environment;
  environment.misaligned = machine.misaligned;
  const isa::ReferenceRun reference = isa::run_reference(program, environment, kLimit);
  Kept output;
  environment.output = &output;
  const core::OutOfOrderCore core(program, machine, environment);
  const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
  trace::NullSink sink;
  core.run(*state, sink, kLimit);
  CHECK((state->stop == core::StopReason::end || state->stop == core::StopReason::exit));
  CHECK(state->trap == reference.trap);
  CHECK(state->arch.memory == reference.state.memory);
  CHECK(state->committed == reference.state.regs);
  CHECK(state->counters.retired == reference.state.instructions);
  CHECK(output.text() == reference.output);
  std::string why;
  CHECK(state->ledger.balanced(&why));
  CHECK(why.empty());
}

} // namespace

TEST_CASE("every shipped program ends on every preset of kind out_of_order", "[out_of_order]") {
  for (const machine::PresetInfo& preset : machine::presets()) {
    const machine::Machine machine = machine::load_machine(std::string(preset.name)).value();
    if (!machine.dynamic)
      continue;
    for (const programs::ShippedProgram& shipped : programs::shipped()) {
      INFO(shipped.name << " on " << preset.name);
      const std::optional<isa::Isa> isa = isa::isa_from_file_name(shipped.file);
      REQUIRE(isa.has_value());
      const Result<isa::Program> program = isa::assemble(*isa, shipped.file, shipped.text);
      REQUIRE(program.ok());
      CHECK(machine::check_runs(machine, *program).empty());
      check_end(*program, machine);
    }
  }
}
