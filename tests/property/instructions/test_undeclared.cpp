// Snippets whose registers point anywhere: all machines behave like the reference.

#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "property/cases.hpp"
#include "property/generators/random.hpp"
#include "sanitized.hpp"
#include "session/runner.hpp"
#include "shipped_machines.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace stallscope;
using namespace stallscope::property;

namespace {

/// An address in a snippet's register: zero, near zero, at the edges of declared memory, at the end
/// of the address space, anywhere.
std::uint64_t wild_address(Random& random) {
  switch (random.below(6)) {
  case 0:
    return 0;
  case 1:
    return random.below(200);
  case 2:
    return 0ULL - random.below(40);
  case 3: // of the stacks of riscv and mips
    return 0x7ffff000ULL - 20 + random.below(40);
  case 4: // of a block
    return (random.next() % 1000 << 16U) - 20 + random.below(40);
  default:
    return random.next();
  }
}

std::string snippet(Random& random, isa::Isa isa) {
  const bool mips = isa == isa::Isa::mips;
  const auto reg = [&] { return fmt::format("{}t{}", mips ? "$" : "", random.below(7)); };
  const auto offset = [&] { return random.below(16) * (random.chance(80) ? 8 : 1); };
  std::string text = mips ? "li $s0, 40\n" : "li s0, 40\n";
  text += "loop:\n";
  for (int i = 0; i < 14; ++i) {
    if (random.chance(55))
      text += fmt::format(
          "{} {}, {}({})\n",
          random.pick({"lb", "lbu", "lh", "lw", "ld", "sb", "sh", "sw", "sd", "lw", "sd"}), reg(),
          offset(), reg());
    else if (random.chance(20))
      text += fmt::format("{} {}, {}, out{}\n", random.pick({"beq", "bne"}), reg(), reg(), i);
    else
      text +=
          fmt::format("{} {}, {}, {}\n", random.pick({"xor", "or", "and"}), reg(), reg(), reg());
    if (text.ends_with(fmt::format("out{}\n", i)))
      text += fmt::format("sd {}, {}({})\nout{}:\n", reg(), offset(), reg(), i);
  }
  text += mips ? "addi $s0, $s0, -1\nbne $s0, $zero, loop\n" : "addi s0, s0, -1\nbnez s0, loop\n";
  return text;
}

struct Ended {
  trace::RunRecord record;
  isa::ArchState state;
};

Ended run_on(const isa::Program& program, const machine::Machine& machine, bool reference) {
  Ended ended{{}, isa::initial_state(program)};
  session::RunOptions options;
  options.at_end = [&ended](const isa::ArchState& state) { ended.state = state; };
  ended.record = reference ? session::run_on_reference(program, machine, options)
                           : session::run_program(program, machine, options);
  return ended;
}

} // namespace

TEST_CASE("snippets with wild addresses do the same on all machines and on the reference") {
  const auto serial = machine::load_machine("serial").value();
  const unsigned cases = random_cases(60U);
  unsigned undeclared = 0;
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    Random random(seed);
    const isa::Isa isa = seed % 2 == 0 ? isa::Isa::mips : isa::Isa::riscv;
    const std::string text = snippet(random, isa);
    auto assembled = isa::assemble(isa, "snippet", text, {});
    INFO("seed " << seed << "\n" << text);
    REQUIRE(assembled.ok());
    isa::Program program = std::move(assembled).value();
    for (unsigned i = 0; i < 7; ++i)
      program.initial_registers.push_back(
          {program.register_named(fmt::format("{}t{}", isa == isa::Isa::mips ? "$" : "", i)),
           wild_address(random)});
    const Ended reference = run_on(program, serial, true);
    undeclared += reference.state.platform->undeclared_blocks;
    for (const machine::PresetInfo& info : machine::presets()) {
      const machine::Machine machine = machine::load_machine(std::string(info.name)).value();
      if (machine.misaligned != isa::Misaligned::by_platform ||
          has_errors(machine::check_runs(machine, program)))
        continue;
      const Ended run = run_on(program, machine, false);
      INFO(info.name << ": " << run.record.stop.detail
                     << "\nreference: " << reference.record.stop.detail);
      REQUIRE(run.record.stop.reason == reference.record.stop.reason);
      REQUIRE(run.record.stop.detail == reference.record.stop.detail);
      REQUIRE(run.record.notes == reference.record.notes);
      REQUIRE(run.state.regs == reference.state.regs);
      REQUIRE(run.state.memory == reference.state.memory);
      REQUIRE(*run.state.platform == *reference.state.platform);
    }
  }
  CHECK(undeclared > cases); // most cases access undeclared memory
}

TEST_CASE("programs that declare their memory are unaffected by the rule for undeclared memory") {
  std::uint64_t cases = 0;
  for_each_case(2'300'000, 200, [&](const Case& c) {
    machine::Machine strict = c.machine;
    strict.undeclared = isa::Undeclared::fault;
    machine::Machine lenient = c.machine;
    lenient.undeclared = isa::Undeclared::zero;
    const Ended with_faults = run_on(c.program, strict, false);
    if (with_faults.record.stop.reason == "fault")
      return;
    ++cases;
    const Ended without = run_on(c.program, lenient, false);
    INFO(c.described());
    CHECK(without.record.cycles == with_faults.record.cycles);
    CHECK(without.record.ledger.accounts == with_faults.record.ledger.accounts);
    CHECK(without.record.output == with_faults.record.output);
    CHECK(without.state.regs == with_faults.state.regs);
    CHECK(without.state.memory == with_faults.state.memory);
    CHECK(without.record.notes.empty());
  });
  CHECK(cases > 0);
}
