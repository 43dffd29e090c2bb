// Which operand an operation reads first plays no part in when it goes on, nor in what is said of
// its wait: programs in which the sources of commutative operations are swapped have the same
// record.

#include "isa/assemble.hpp"
#include "property/cases.hpp"
#include "property/generators/random_dynamic.hpp"
#include "sanitized.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <string>

using namespace stallscope;
using namespace stallscope::property;

namespace {

/// "add a, b, c" as "add a, c, b", of all commutative operations of RISC-V and MIPS.
std::string swapped(const std::string& source) {
  static const std::regex kCommutative(
      R"((\b(?:add|addu|addw|and|or|xor|nor|mul|mulw|fadd\.[sd]|fmul\.[sd]|add\.[sd]|mul\.[sd])\s+)"
      R"(\$?\w+\s*,\s*)(\$?\w+)(\s*,\s*)(\$?\w+))");
  return std::regex_replace(source, kCommutative, "$1$4$3$2");
}

trace::RunRecord recorded(const isa::Program& program, const machine::Machine& machine) {
  session::RunOptions options;
  options.record = true;
  options.limit_cycles = 20'000;
  return session::run_program(program, machine, options);
}

/// Of two operands that lack a port of the register file the one in front is named.
Cause without_port_register(Cause cause) {
  if (cause.why == Reason::read_port)
    cause.reg = kNoRegister;
  return cause;
}

/// Latencies by operand are measured from one of the two.
bool measures_operands(const machine::Machine& machine) {
  return std::any_of(machine.units.begin(), machine.units.end(), [](const machine::Unit& unit) {
    return std::any_of(unit.operand_latency.begin(), unit.operand_latency.end(),
                       [](const auto& one) { return !(one == machine::OperandLatency{}); });
  });
}

/// Where two records first differ in what holds operations or leaves lanes empty; empty: nowhere.
std::string difference(const Timeline& a, const Timeline& b) {
  const auto words = [](Cycle begin, Cycle end, LaneId lane, const Cause& cause) {
    return fmt::format("cycles {} to {}, lane {}: {} {} {}", begin.value, end.value - 1, lane,
                       info(cause.why).name, cause.reg, cause.culprit.value);
  };
  const auto compare = [&words](const auto& one, const auto& other) -> std::string {
    const std::size_t count = std::min(one.size(), other.size());
    for (std::size_t i = 0; i < count; ++i)
      if (one[i].begin != other[i].begin || one[i].end != other[i].end ||
          one[i].lane != other[i].lane ||
          !(without_port_register(one[i].cause) == without_port_register(other[i].cause)))
        return words(one[i].begin, one[i].end, one[i].lane, one[i].cause) + "\n" +
               words(other[i].begin, other[i].end, other[i].lane, other[i].cause);
    return one.size() == other.size() ? "" : "more in one of them";
  };
  const std::string spans = compare(a.spans, b.spans);
  return !spans.empty() ? spans : compare(a.gaps, b.gaps);
}

void check_swapped(const Case& c, const machine::Machine& machine, const std::string& described) {
  if ((c.program.isa != isa::Isa::riscv && c.program.isa != isa::Isa::mips) ||
      measures_operands(machine))
    return;
  const std::string other = swapped(c.source);
  if (other == c.source)
    return;
  isa::AssembleOptions options;
  options.xlen = c.program.xlen;
  options.delay_slots = c.machine.delay_slot; // the program was written for that one
  Result<isa::Program> program = isa::assemble(c.program.isa, "random", other, options);
  INFO(described << "--- swapped\n" << other << format(program.diagnostics()));
  REQUIRE(program.ok());
  isa::Program made = std::move(program).value();
  made.initial_registers = c.program.initial_registers;
  CHECK(difference(recorded(c.program, machine).timeline, recorded(made, machine).timeline) == "");
}

} // namespace

TEST_CASE("swapping the operands of an operation changes no reason: in order") {
  for_each_case(870'000, random_cases(60U),
                [](const Case& c) { check_swapped(c, c.machine, c.described()); });
}

TEST_CASE("swapping the operands of an operation changes no reason: dynamically scheduled") {
  for_each_dynamic_case(871'000, random_cases(60U), [](const Case& c) {
    Random random(c.seed);
    machine::Machine machine = random_dynamic_machine(random);
    machine.misaligned = c.machine.misaligned;
    machine.undeclared = c.machine.undeclared;
    check_swapped(c, machine, c.described());
  });
}
