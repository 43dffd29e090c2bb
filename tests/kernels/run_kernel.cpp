// Runs a compiled kernel on the reference machine and on pipelines, and compares everything that
// can be seen behind it.
//   run_kernel ELF EXPECTED_OUTPUT                    on the reference machine
//   run_kernel ELF EXPECTED_OUTPUT --all              and on every machine that comes with the
//                                                     program
//   run_kernel ELF EXPECTED_OUTPUT --in-order         the same, but for dynamically scheduled ones
//   run_kernel ELF EXPECTED_OUTPUT --stepped          on in-order machines, and on every one once
//                                                     more cycle by cycle
//   run_kernel ELF EXPECTED_OUTPUT --only MACHINE...  and on these
// Exit code 1: something differs, which is printed.

#include "isa/assemble.hpp"
#include "isa/executor.hpp"
#include "machine/machine_file.hpp"
#include "session/session.hpp"
#include "shipped_machines.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

using namespace stallscope;

namespace {

std::string text_of(const char* file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool g_good = true;

void check(bool holds, const std::string& what) {
  g_good = g_good && holds;
  if (!holds)
    fmt::print("FAILED: {}\n", what);
}

/// What start-up code of the bare-metal kernels leaves between begin_signature and end_signature
/// (programs/kernels/README.md): bytes of output, their FNV-1a, the exit code, 0x444e450a.
std::vector<std::uint32_t> expected_signature(const std::string& output) {
  std::uint32_t hash = 0x811c9dc5U;
  for (const char c : output)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193U;
  return {static_cast<std::uint32_t>(output.size()), hash, 0, 0x444e450aU};
}

void check_signature(const isa::Program& program, const isa::ArchState& state,
                     const std::string& output) {
  const auto begin = program.symbols.find("begin_signature");
  const auto end = program.symbols.find("end_signature");
  if (begin == program.symbols.end() || end == program.symbols.end())
    return;
  std::vector<std::uint32_t> found;
  for (std::uint64_t at = begin->second.address; at < end->second.address; at += 4)
    found.push_back(static_cast<std::uint32_t>(state.memory.load(at, 4)));
  check(found == expected_signature(output),
        fmt::format("signature {:08x}", fmt::join(found, " ")));
}

isa::ReferenceRun run_on_reference(const isa::Program& program, const std::string& expected) {
  isa::ReferenceRun run = isa::run_reference(program, {}, ~0ULL);
  const isa::PlatformState::End end = run.state.platform->end;
  fmt::print("{}: {} instructions, {} of {} bytes of output\n", program.name,
             run.state.instructions, run.output.size(), expected.size());
  check(run.trap == isa::Trap::exit, fmt::format("ended by {}", isa::name(run.trap)));
  check(run.state.exit_code == 0, fmt::format("exit code {}", run.state.exit_code));
  check(
      end == isa::PlatformState::End::none || end == isa::PlatformState::End::passed,
      fmt::format("end {} with number {}", static_cast<int>(end), run.state.platform->end_number));
  check(run.output == expected, "output:\n" + run.output);
  check(run.state.platform->unknown_calls.empty(),
        fmt::format("unknown calls {}", fmt::join(run.state.platform->unknown_calls, ", ")));
  check_signature(program, run.state, expected);
  return run;
}

/// Going anywhere in a run, backwards through it, gives what stepping to there gives.
void check_against_stepping(session::Session& run, const std::string& name) {
  constexpr std::uint64_t kPlaces = 7;
  const std::uint64_t last = run.cycle();
  struct Seen {
    std::uint64_t cycle;
    isa::ArchState arch;
    trace::Ledger ledger;
  };
  std::vector<Seen> seen;
  const auto step_through = [&](const auto& core) {
    const auto state =
        std::make_unique<std::decay_t<decltype(core.initial_state())>>(core.initial_state());
    trace::NullSink nothing;
    for (std::uint64_t i = 1; i <= kPlaces; ++i) {
      core.run(*state, nothing, last * i / kPlaces);
      seen.push_back({state->cycle, state->arch, state->ledger});
    }
  };
  const session::Simulation& found = run.simulation();
  if (found.in_order_core() != nullptr)
    step_through(*found.in_order_core());
  else
    step_through(*found.out_of_order_core());
  for (auto place = seen.rbegin(); place != seen.rend(); ++place) {
    run.seek(place->cycle);
    const isa::ArchState& arch = found.arch();
    const trace::Ledger& ledger = found.in_order_state() != nullptr
                                      ? found.in_order_state()->ledger
                                      : found.out_of_order_state()->ledger;
    check(found.cycle() == place->cycle && arch.pc == place->arch.pc &&
              arch.regs == place->arch.regs && arch.memory == place->arch.memory &&
              arch.code == place->arch.code && ledger.accounts == place->ledger.accounts,
          fmt::format("{}: cycle {} is not what stepping gives", name, place->cycle));
  }
}

/// The run has ended at an instruction that the machine has no unit for.
bool lacks_unit(const machine::Machine& machine, const isa::Program& program,
                const session::Simulation& end) {
  const session::Simulation::Trapped trapped = end.trapped();
  const std::uint32_t index = program.index_of(trapped.pc);
  return !machine.dynamic && end.stop() == core::StopReason::fault &&
         trapped.trap == isa::Trap::illegal && index != isa::kNoIndex &&
         machine.unit_for(program.instruction(index).op_class) == machine.units.size();
}

/// One preset: the same end, the same state, and no slot unaccounted for.
void run_on(const std::shared_ptr<const isa::Program>& program, const std::string& name,
            const isa::ReferenceRun& reference, bool stepped) {
  const Result<machine::Machine> loaded = machine::load_machine(name);
  check(loaded.ok(), format(loaded.diagnostics()));
  if (!loaded)
    return;
  session::CheckpointBudget budget;
  budget.first_distance_cycles = ~0ULL >> 1; // no checkpoint is used
  session::Session run(program, std::make_shared<const machine::Machine>(*loaded), {}, budget);
  run.run();
  const session::Simulation& end = run.simulation();
  const session::Simulation::Totals totals = end.totals();
  std::string why;
  if (lacks_unit(*loaded, *program, end)) {
    check(totals.ledger.balanced(&why), fmt::format("{}: ledger: {}", name, why));
    fmt::print("  {}: has no unit for an instruction of the program\n", name);
    return;
  }
  const isa::ArchState& arch = end.arch();
  check(end.stop() == core::StopReason::exit,
        fmt::format("{}: stop reason {}", name, static_cast<int>(end.stop())));
  check(arch.exit_code == reference.state.exit_code, name + ": exit code");
  check(arch.regs == reference.state.regs, name + ": registers");
  check(arch.memory == reference.state.memory, name + ": memory");
  check(arch.pc == reference.state.pc, name + ": pc");
  check(run.output() == reference.output, name + ": output");
  check(arch.instructions == reference.state.instructions, name + ": instructions executed");
  check(end.retired() == arch.instructions + arch.exceptions || end.retired() == arch.instructions,
        name + ": instructions retired");
  check(totals.ledger.balanced(&why), fmt::format("{}: ledger: {}", name, why));
  fmt::print("  {}: {} cycles\n", name, totals.cycles);
  if (stepped)
    check_against_stepping(run, name);
}

} // namespace

int main(int argc, char** argv) {
  const std::string where = argc > 3 ? argv[3] : "";
  if (argc < 3 || (argc > 3 && where != "--all" && where != "--in-order" && where != "--stepped" &&
                   where != "--only")) {
    fmt::print("usage: run_kernel ELF EXPECTED_OUTPUT [--all | --in-order | --stepped | --only "
               "MACHINE...]\n");
    return 2;
  }
  Result<isa::Program> loaded = isa::load_program(argv[1], std::nullopt);
  check(loaded.ok(), format(loaded.diagnostics()));
  if (!loaded)
    return 1;
  const auto program = std::make_shared<const isa::Program>(std::move(loaded).value());
  const isa::ReferenceRun reference = run_on_reference(*program, text_of(argv[2]));
  if (where == "--all")
    for (const machine::PresetInfo& preset : machine::presets())
      run_on(program, std::string(preset.name), reference, false);
  if (where == "--in-order" || where == "--stepped")
    for (const machine::PresetInfo& preset : in_order_presets())
      run_on(program, std::string(preset.name), reference, where == "--stepped");
  for (int i = 4; i < argc; ++i)
    run_on(program, argv[i], reference, false);
  return g_good ? 0 : 1;
}
