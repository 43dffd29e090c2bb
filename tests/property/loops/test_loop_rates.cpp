// The exact rate of a loop is that of a long run of the same code on the machine as it is, with its
// caches, its store buffer and its predictors, once these are warm; and what binds it is named.

#include "property/generators/random.hpp"
#include "property/loops/counted_loop.hpp"
#include "sanitized.hpp"
#include "session/loop.hpp"
#include "session/loop_source.hpp"
#include "session/runner.hpp"
#include "shipped_machines.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace stallscope;
using property::cycles_of_run;
using property::kBranchBack;
using property::Random;

namespace {

/// Loads and stores of all widths around one address, so that some meet wholly, some in part.
std::string memory_line(Random& random) {
  const std::string_view op =
      random.pick({"lw", "lw", "ld", "lbu", "fld", "sb", "sw", "sw", "sd", "sd", "fsd"});
  const unsigned place = op == "lbu" || op == "sb"  ? random.below(16)
                         : op == "lw" || op == "sw" ? 4 * random.below(8)
                                                    : 8 * random.below(5);
  return fmt::format("  {} {}a{}, {}(s0)\n", op, op.starts_with('f') ? "f" : "", random.below(5),
                     place);
}

std::string rate_line(Random& random) {
  const auto a = [&random] { return fmt::format("a{}", random.below(5)); };
  const auto f = [&random] { return fmt::format("fa{}", random.below(5)); };
  switch (random.below(10)) {
  case 0:
  case 1:
  case 2:
    return memory_line(random);
  case 3:
    return fmt::format("  mul {}, {}, {}\n", a(), a(), a());
  case 4:
    return fmt::format("  {} {}, {}, {}\n", random.pick({"fadd.d", "fmul.d"}), f(), f(), f());
  case 5:
    return fmt::format("  fmadd.d {}, {}, {}, {}\n", f(), f(), f(), f());
  case 6:
    return fmt::format("  addi {}, {}, {}\n", a(), a(), random.below(9));
  case 9:
    return fmt::format("  fdiv.d {}, {}, {}\n", f(), f(), f());
  default:
    return fmt::format("  {} {}, {}, {}\n", random.pick({"add", "xor", "sltu"}), a(), a(), a());
  }
}

session::LoopReport report_of_body(const std::string& body, const machine::Machine& machine) {
  auto sources = session::read_loops("loop.s", fmt::format("loop:\n{}{}", body, kBranchBack),
                                     isa::Isa::riscv, {}, {});
  INFO(format(sources.diagnostics()));
  REQUIRE(sources);
  session::LoopOptions options;
  options.what_if = false;
  options.shown = 0;
  auto report = session::analyse_loop(sources->front().program, sources->front().bodies.front(),
                                      machine, options);
  INFO(format(report.diagnostics()));
  REQUIRE(report);
  return std::move(report).value();
}

/// Whole periods longer, a run takes exactly so many cycles more.
void check_rate(const std::string& body, const machine::Machine& machine) {
  const session::LoopReport report = report_of_body(body, machine);
  INFO(machine.name << "\n" << body << "rate " << session::text_of(report.rate.cycles));
  CHECK(report.rate.exact);
  if (!report.rate.exact)
    return;
  CHECK(report.bottleneck.has_value());
  constexpr std::uint64_t kWarm = 500; // caches, predictors, and a store buffer that fills slowly
  const std::uint64_t period = report.rate.period_iterations;
  const std::uint64_t periods = (kWarm + period - 1) / period;
  const std::uint64_t more =
      cycles_of_run(body, kWarm + periods * period, machine) - cycles_of_run(body, kWarm, machine);
  CHECK(more == periods * report.rate.period_cycles);
}

/// Machines that begin several instructions in a cycle.
std::vector<machine::Machine> superscalar_machines() {
  std::vector<machine::Machine> found;
  for (const machine::PresetInfo& preset : machine::presets()) {
    machine::Machine machine = machine::load_machine(std::string(preset.name)).value();
    const unsigned width = machine.dynamic ? machine.dynamic->dispatch_width : machine.width;
    if (width > 1)
      found.push_back(std::move(machine));
  }
  return found;
}

machine::Machine preset_called(const char* name) {
  return machine::load_machine(name).value();
}

} // namespace

TEST_CASE("loops: stores that reach the cache one a cycle bound the rate") {
  // Two stores an iteration of four instructions: eight-wide dispatch takes it in a cycle, and the
  // store buffer is full after some.
  const session::LoopReport report =
      report_of_body("  sw a2, 8(s0)\n  fsd fa2, 32(s0)\n", preset_called("ooo-8"));
  CHECK(report.rate.exact);
  CHECK(session::text_of(report.rate.cycles) == "2");
  REQUIRE(report.bottleneck);
  CHECK(report.bounds[*report.bottleneck].name == "store buffer");
}

TEST_CASE("loops: a load waits for a narrower store until it is in the cache") {
  const std::string body = "  lw a1, 0(s0)\n  sb a1, 1(s0)\n";
  for (const char* name : {"ooo-4", "ooo-8"})
    check_rate(body, preset_called(name));
}

TEST_CASE("loops: the exact rate is that of long runs on every superscalar machine") {
  Random random(2021);
  for (const machine::Machine& machine : superscalar_machines())
    for (unsigned round = 0; round < random_cases(40U); ++round) {
      const unsigned length = 1 + random.below(9);
      std::string body;
      for (unsigned n = 0; n < length; ++n)
        body += rate_line(random);
      check_rate(body, machine);
    }
}

TEST_CASE("loops: a store that another access is about to meet is no steady state") {
  // The load advances by 8 bytes an iteration, the store not: they meet in the 21st.
  auto sources = session::read_loops(
      "loop.s",
      "loop:\n  ld a2, 0(a0)\n  add a3, a3, a2\n  sd a3, 0(a1)\n  addi a0, a0, 8\n"
      "  bnez t6, loop\n",
      isa::Isa::riscv, {}, {});
  REQUIRE(sources);
  session::LoopSource& source = sources->front();
  const auto set = [&source](const char* name, std::uint64_t value) {
    source.program.initial_registers.push_back({source.program.register_named(name), value});
  };
  set("a0", 0x10000000);
  set("a1", 0x10000000 + 20 * 8);
  session::LoopOptions options;
  options.what_if = false;
  options.shown = 0;
  const auto report =
      session::analyse_loop(source.program, source.bodies.front(), preset_called("ooo-4"), options);
  REQUIRE(report);
  CHECK(report->rate.exact);
  CHECK(report->rate.first_iteration > 20);
}
