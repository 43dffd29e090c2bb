#include "property/cases.hpp"

#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "property/generators/random_machine.hpp"
#include "property/generators/random_program.hpp"
#include "sanitized.hpp"
#include "shipped_machines.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstdlib>

namespace stallscope::property {

namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

} // namespace

std::string Case::described() const {
  return fmt::format("again with STALLSCOPE_PROPERTY_SEED={}\n--- program ({})\n{}--- machine\n{}",
                     seed, isa::name(program.isa), source, toml);
}

Case make_case(std::uint64_t seed) {
  Random random(seed);
  Case c;
  c.seed = seed;
  isa::Isa isa = static_cast<isa::Isa>(random.below(3));
  if (random.chance(20)) {
    const auto& presets = in_order_presets();
    c.toml = presets[random.below(static_cast<unsigned>(presets.size()))].toml;
  } else {
    c.toml = random_machine(random, isa != isa::Isa::riscv); // which has no delay slots
  }
  Result<machine::Machine> machine = machine::parse_machine("random.toml", c.toml);
  INFO("seed " << seed << "\n" << c.toml << format(machine.diagnostics()));
  REQUIRE(machine.ok());
  c.machine = std::move(machine).value();
  if (isa == isa::Isa::mips && c.machine.unit_for(isa::OpClass::fp_add) >= c.machine.units.size())
    isa = c.machine.delay_slot ? isa::Isa::tac
                               : isa::Isa::riscv; // random MIPS programs compute with FP

  ProgramTraits traits;
  traits.xlen = random.chance(30) ? 32 : 64;
  traits.may_fault = random.chance(20);
  traits.blocks = 1 + random.below(8);
  c.source = random_program(isa, random, traits);
  isa::AssembleOptions options;
  options.xlen = traits.xlen;
  options.delay_slots = c.machine.delay_slot;
  Result<isa::Program> program = isa::assemble(isa, "random", c.source, options);
  INFO(c.source << format(program.diagnostics()));
  REQUIRE(program.ok());
  c.program = std::move(program).value();
  REQUIRE(machine::check_runs(c.machine, c.program).empty());
  return c;
}

Case make_dynamic_case(std::uint64_t seed) {
  Case c = make_case(seed);
  if (seed % 4 != 3)
    return c;
  Random random(seed);
  ProgramTraits traits;
  traits.blocks = 1 + random.below(8);
  c.source = random_program(isa::Isa::x86, random, traits);
  Result<isa::Program> program = isa::assemble(isa::Isa::x86, "random", c.source, {});
  INFO(c.source << format(program.diagnostics()));
  REQUIRE(program.ok());
  c.program = std::move(program).value();
  return c;
}

namespace {

void for_each(Case (*make)(std::uint64_t), std::uint64_t first_seed, unsigned count,
              const std::function<void(const Case&)>& test) {
  if (const std::uint64_t only = from_environment("STALLSCOPE_PROPERTY_SEED", 0); only != 0) {
    test(make(only));
    return;
  }
  const std::uint64_t cases =
      random_cases(count) * from_environment("STALLSCOPE_PROPERTY_SCALE", 1);
  const std::uint64_t first = first_seed + from_environment("STALLSCOPE_PROPERTY_SHIFT", 0);
  for (std::uint64_t i = 0; i < cases; ++i)
    test(make(first + i));
}

} // namespace

void for_each_case(std::uint64_t first_seed, unsigned count,
                   const std::function<void(const Case&)>& test) {
  for_each(make_case, first_seed, count, test);
}

void for_each_dynamic_case(std::uint64_t first_seed, unsigned count,
                           const std::function<void(const Case&)>& test) {
  for_each(make_dynamic_case, first_seed, count, test);
}

} // namespace stallscope::property
