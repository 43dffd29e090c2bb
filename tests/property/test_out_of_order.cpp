// Random programs on random dynamically scheduled machines end as on the reference machine, with
// a ledger that balances.

#include "core/out_of_order/out_of_order_core.hpp"
#include "isa/assemble.hpp"
#include "isa/load_elf.hpp"
#include "property/cases.hpp"
#include "property/random_dynamic.hpp"
#include "trace/build_timeline.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

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
    machine::Machine machine;
    machine.dynamic = random_dynamic(random);
    machine.caches = random_caches(random);
    machine.misaligned = c.machine.misaligned;
    machine.predictor = some_predictor(random);
    Printed output;
    isa::Environment environment;
    environment.misaligned = machine.misaligned;
    const isa::ReferenceRun reference =
        isa::run_reference(c.program, environment, kCaseInstructions);
    environment.output = &output;
    const core::OutOfOrderCore core(c.program, machine, environment);
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
    if (machine.dynamic->renaming == machine::Renaming::physical) {
      // All registers but those of the architectural ones are free again; a value between two
      // micro-ops keeps its last one.
      CHECK(state->free_registers[0].size() + 32 + isa::kTemporaryCount >=
            machine.dynamic->integer_registers);
      CHECK(state->free_registers[1].size() + 32 == machine.dynamic->fp_registers);
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

namespace {

isa::Program kernel(const std::string& name) {
  const std::string path = std::string(STALLSCOPE_SOURCE_DIR "/programs/kernels/bin/") + name;
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  REQUIRE(!bytes.empty());
  auto program = isa::program_from_elf(
      path, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, {});
  REQUIRE(program);
  return std::move(program).value();
}

} // namespace

TEST_CASE("out of order: compiled programs run to their end", "[out_of_order]") {
  // Traps, code that changes itself, atomics, system calls, rounding modes.
  for (const char* name : {"rv64gc-linux/codegen.elf", "rv32imac-htif/atomics.elf",
                           "rv64gc-htif/rounding.elf", "rv32imac-semihost/words.elf"}) {
    INFO(name);
    const isa::Program program = kernel(name);
    isa::Environment environment;
    const isa::ReferenceRun reference = isa::run_reference(program, environment, 1ULL << 30);
    Printed output;
    environment.output = &output;
    machine::Machine machine;
    machine.predictor = machine::PredictorKind::tage;
    machine.dynamic = wide_machine();
    const core::OutOfOrderCore core(program, machine, environment);
    const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
    trace::NullSink sink;
    core.run(*state, sink, 1ULL << 30);
    CHECK(state->trap == reference.trap);
    CHECK(state->arch.exit_code == reference.state.exit_code);
    CHECK(output.text() == reference.output);
    CHECK(state->counters.retired == reference.state.instructions);
    CHECK(state->ledger.balanced());
  }
}

TEST_CASE("out of order: variables with the numbers of temporaries are written all the same",
          "[out_of_order]") {
  std::string source;
  for (unsigned i = 0; i < 505; ++i)
    source += fmt::format("v{} = {}\n", i, i + 1);
  const auto program = isa::assemble(isa::Isa::tac, "many.tac", source, {});
  REQUIRE(program);
  machine::Machine machine;
  machine.dynamic = wide_machine();
  const core::OutOfOrderCore core(*program, machine, {});
  const auto state = std::make_unique<core::OutOfOrderState>(core.initial_state());
  trace::NullSink sink;
  core.run(*state, sink, 10'000);
  CHECK(state->stop == core::StopReason::end);
  const RegId last = program->register_named("v504");
  REQUIRE(last >= isa::kFirstTemporary + isa::kTemporaryCount);
  for (RegId reg = isa::kFirstTemporary; reg <= last; ++reg)
    CHECK(state->committed[reg] == state->arch.regs[reg]);
  CHECK(state->committed[last] == 505);
}
