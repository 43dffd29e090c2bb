#include "base/check.hpp"
#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "property/generators/random_dynamic.hpp"
#include "property/generators/random_machine.hpp"
#include "property/invariants.hpp"
#include "session/runner.hpp"
#include "shipped_machines.hpp"
#include "trace/build_timeline.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace stallscope;

constexpr std::uint64_t kCycles = 20'000;
constexpr std::string_view kInput = "12\n-3\nword\n";

/// Numbers of machines that execute in order are below, of dynamically scheduled ones from here on.
constexpr unsigned kFirstDynamic = 63;

/// Presets, and behind them random machines, each the same every time.
machine::Machine in_order_machine(unsigned number) {
  const auto& presets = in_order_presets();
  property::Random random(number);
  Result<machine::Machine> machine =
      machine::parse_machine("machine", number < presets.size() ? std::string(presets[number].toml)
                                                                : property::random_machine(random));
  STALLSCOPE_CHECK(machine.ok(), "presets and random machines are machines");
  return std::move(machine).value();
}

machine::Machine dynamic_machine(unsigned number) {
  const auto& presets = dynamic_presets();
  if (number < presets.size())
    return machine::load_machine(std::string(presets[number].name)).value();
  property::Random random(number);
  return property::random_dynamic_machine(random);
}

machine::Machine machine_of(unsigned number) {
  machine::Machine machine =
      number < kFirstDynamic ? in_order_machine(number) : dynamic_machine(number - kFirstDynamic);
  machine.no_progress_cycles = 2'000; // so that standing still is noticed before the end
  return machine;
}

/// What two machines may do differently by right: cycle counters read time, and MIPS leaves open
/// what a branch in a delay slot does.
bool is_comparable(const isa::Program& program, bool delay_slots) {
  bool behind_control = false;
  for (const isa::Instruction& instruction : program.code) {
    if (instruction.op == isa::Op::csr_read)
      return false;
    const bool control = isa::is_control(instruction.op_class);
    if (delay_slots && control && behind_control)
      return false;
    behind_control = control;
  }
  return true;
}

void check(const std::string& problem) {
  STALLSCOPE_CHECK(problem.empty(), problem.c_str());
}

isa::ReferenceRun reference_of(const isa::Program& program, const machine::Machine& machine,
                               std::uint64_t instructions) {
  isa::Environment environment;
  environment.input = kInput;
  environment.delay_slots = machine.delay_slot;
  environment.misaligned = machine.misaligned;
  environment.undeclared = machine.undeclared;
  return isa::run_reference(program, environment, instructions);
}

void check_in_order(const isa::Program& program, const machine::Machine& machine) {
  const property::CoreRun run = property::run_core(program, machine, true, kCycles, kInput);
  STALLSCOPE_CHECK(run.state->stop != core::StopReason::no_progress, "every run goes on");
  if (run.state->stop == core::StopReason::running) {
    const trace::Ledger again = trace::recount_ledger(run.timeline, machine.width);
    for (std::size_t p = 0; p < trace::kLedgerPointCount; ++p)
      STALLSCOPE_CHECK(again.accounts[p].slots == run.state->ledger.accounts[p].slots,
                       "the timeline tells the same ledger");
    return;
  }
  check(property::broken_ledger(run, machine.width));
  check(property::broken_timeline(run.timeline, *run.state));
  if (is_comparable(program, machine.delay_slot))
    check(property::differs_from_reference(
        program, run, reference_of(program, machine, run.state->counters.retired + 1)));
}

void check_dynamic(const isa::Program& program, const machine::Machine& machine) {
  const property::DynamicRun run = property::run_dynamic(program, machine, kCycles, kInput);
  STALLSCOPE_CHECK(run.state->stop != core::StopReason::no_progress, "every run goes on");
  session::RunOptions options;
  options.input = kInput;
  options.record = true;
  options.limit_cycles = kCycles;
  const trace::RunRecord record = session::run_program(program, machine, options);
  STALLSCOPE_CHECK(record.ledger.accounts == core::ledger_of(*run.state).accounts,
                   "recorded the run is the same");
  if (run.state->stop == core::StopReason::running)
    return;
  check(property::broken_record(record, machine));
  if (is_comparable(program, false))
    check(property::differs_from_reference(
        program, run, reference_of(program, machine, run.state->counters.retired + 1)));
}

} // namespace

// The first byte chooses notation and machine, the rest is a program. What assembles must run on
// the machine as on the reference: same end, same registers, memory and output; its timeline keeps
// all rules and tells the same ledger.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2)
    return 0;
  const auto isa = static_cast<isa::Isa>(data[0] % 3);
  const machine::Machine machine = machine_of(data[0] / 3);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  isa::AssembleOptions options;
  options.delay_slots = machine.delay_slot;
  const Result<isa::Program> program = isa::assemble(isa, "input", text, options);
  if (!program || has_errors(machine::check_runs(machine, *program)))
    return 0;

  if (machine.dynamic)
    check_dynamic(*program, machine);
  else
    check_in_order(*program, machine);
  return 0;
}
