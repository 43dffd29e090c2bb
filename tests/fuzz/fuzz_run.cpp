#include "base/check.hpp"
#include "isa/assemble.hpp"
#include "machine/limits.hpp"
#include "machine/machine_file.hpp"
#include "session/runner.hpp"
#include "trace/build_timeline.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

// The first byte chooses notation and machine, the rest is a program. What assembles must run on
// the machine as on the reference: same end, same registers, same output, balanced ledger, whatever
// it does.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stallscope;
  if (size < 2)
    return 0;
  const auto isa = static_cast<isa::Isa>(data[0] % 3);
  const auto& presets = machine::presets();
  const auto machine = machine::parse_machine("preset", presets[data[0] / 3 % presets.size()].toml);
  STALLSCOPE_CHECK(machine.ok(), "the presets are machines");
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Result<isa::Program> program = isa::assemble(isa, "input", text);
  if (!program || has_errors(machine::check_runs(*machine, *program)))
    return 0;

  constexpr std::uint64_t kInstructions = 2'000;
  session::RunOptions options;
  options.record = true;
  options.limit_instructions = kInstructions;
  const trace::RunRecord run = session::run_program(*program, *machine, options);
  if (machine->drain == machine::DrainRule::counted) {
    const trace::Ledger again = trace::recount_ledger(run.timeline, machine->width);
    for (std::size_t p = 0; p < trace::kLedgerPointCount; ++p)
      STALLSCOPE_CHECK(again.accounts[p].slots == run.ledger.accounts[p].slots,
                       "the timeline tells the same ledger");
  }
  for (const isa::Instruction& instruction : program->code)
    if (instruction.op == isa::Op::csr_read)
      return 0; // counters read the machine's time
  if (run.stop.reason == "limit")
    return 0;
  const isa::ReferenceRun reference =
      isa::run_reference(*program, {}, kInstructions + machine::kMaxInFlight);
  STALLSCOPE_CHECK(reference.state.instructions == run.instructions, "as many instructions");
  STALLSCOPE_CHECK(reference.output == run.output, "the same output");
  for (const trace::RegisterValue& value : run.registers) {
    const RegId reg = program->register_named(value.name);
    STALLSCOPE_CHECK(reg == kNoRegister || reference.state.regs[reg] == value.value,
                     "the same registers");
  }
  return 0;
}
