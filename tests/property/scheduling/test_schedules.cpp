#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "property/generators/random.hpp"
#include "sanitized.hpp"
#include "sched/schedule.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

// Random blocks on the in-order machines: the scheduler's own account of a pipeline is the
// simulator's, cycle for cycle; every schedule computes what the source does; the optimum is no
// longer than any heuristic's.

using namespace stallscope;
using property::Random;

namespace {

/// A block of RISC-V, a line an instruction, that works on 64 bytes at s0 and on the stack.
std::vector<std::string> random_block(Random& random, unsigned length, bool fp, bool rv32) {
  std::vector<std::string> lines{"la s0, area", "li t0, 7", "li t1, -3", "mv s1, s0"};
  const auto reg = [&random] { return fmt::format("t{}", random.below(7)); };
  const auto freg = [&random] { return fmt::format("f{}", random.below(6)); };
  const auto place = [&random] {
    return fmt::format("{}({})", 8 * random.below(8), random.pick({"s0", "s0", "s1"}));
  };
  while (lines.size() < length) {
    switch (random.below(fp ? 11 : 8)) {
    case 0:
    case 1:
      lines.push_back(fmt::format("add {}, {}, {}", reg(), reg(), reg()));
      break;
    case 2:
      lines.push_back(random.chance(50)
                          ? fmt::format("addi {}, {}, {}", reg(), reg(), random.between(-9, 9))
                          : fmt::format("addi s1, s1, {}", random.chance(50) ? 8 : -8));
      break;
    case 3:
      lines.push_back(fmt::format("xor {}, {}, {}", reg(), reg(), reg()));
      break;
    case 4:
      lines.push_back(fmt::format("mul {}, {}, {}", reg(), reg(), reg()));
      break;
    case 5:
      lines.push_back(fmt::format("lw {}, {}", reg(), place()));
      break;
    case 6:
      lines.push_back(fmt::format("sw {}, {}", reg(), place()));
      break;
    case 7:
      lines.push_back(random.chance(20) && !rv32
                          ? fmt::format("div {}, {}, {}", reg(), reg(), reg())
                          : fmt::format("slti {}, {}, 3", reg(), reg()));
      break;
    case 8:
      lines.push_back(fmt::format("{}.d {}, {}, {}", random.pick({"fadd", "fmul", "fdiv", "fsub"}),
                                  freg(), freg(), freg()));
      break;
    case 9:
      lines.push_back(fmt::format("fld {}, {}", freg(), place()));
      break;
    default:
      lines.push_back(fmt::format("fsd {}, {}", freg(), place()));
      break;
    }
  }
  return lines;
}

isa::Program program_of(const std::vector<std::string>& lines, unsigned xlen) {
  std::string text =
      ".data\n.space 512\narea: .dword 1, 2, 3, 4, 5, 6, 7, 8, 9, 10\n.space 512\n.text\n";
  for (const std::string& line : lines)
    text += line + "\n";
  isa::AssembleOptions options;
  options.xlen = xlen;
  auto program = isa::assemble(isa::Isa::riscv, "block.s", text, options);
  INFO(format(program.diagnostics()));
  REQUIRE(program);
  return std::move(program).value();
}

/// The program with its instructions in another order. All of them are 4 bytes long, so that
/// nothing else changes.
isa::Program reordered(const isa::Program& original, const std::vector<sched::Node>& order,
                       const sched::Block& block, const sched::Folding& folding) {
  isa::Program program = original;
  for (const auto& [node, offset] : sched::folded_offsets(block, folding, order))
    program.code[node].imm = offset;
  isa::Program other = program;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint64_t pc = other.code[i].pc;
    other.code[i] = program.code[order[i]];
    other.code[i].pc = pc;
    other.source[i] = program.source[order[i]];
  }
  return other;
}

std::vector<std::uint64_t> values(const trace::RunRecord& run) {
  std::vector<std::uint64_t> all;
  for (const auto& reg : run.registers)
    all.push_back(reg.value);
  return all;
}

struct Preset {
  const char* name;
  bool fp;
  unsigned xlen;
};
constexpr Preset kPresets[] = {
    {"serial", true, 64},      {"lecture-4", true, 64}, {"lecture-4-shared", true, 64},
    {"mips-5", true, 64},      {"mips-5-fp", true, 64}, {"hp-latency", true, 64},
    {"dual-5", true, 64},      {"sifive-7", true, 64},  {"picorv32", false, 32},
    {"ibex-small", false, 32}, {"cv32e40p", false, 32}};

/// Blocks a preset: STALLSCOPE_PROPERTY_SCALE multiplies them.
unsigned blocks_each() {
  const char* scale = std::getenv("STALLSCOPE_PROPERTY_SCALE");
  return random_cases(12) *
         (scale == nullptr ? 1 : static_cast<unsigned>(std::strtoul(scale, nullptr, 10)));
}

} // namespace

TEST_CASE("property: predicted cycles are the simulated ones, and schedules keep the results") {
  for (const Preset& preset : kPresets) {
    const machine::Machine machine = machine::load_machine(preset.name).value();
    for (unsigned seed = 0; seed < blocks_each(); ++seed) {
      Random random(1000 + seed);
      const auto lines = random_block(random, 6 + random.below(18), preset.fp, preset.xlen == 32);
      const isa::Program program = program_of(lines, preset.xlen);
      const sched::Block block = sched::basic_blocks(program).front();
      REQUIRE(block.count == program.code.size());
      const sched::Folding folding = seed % 2 == 0 ? sched::foldable(block) : sched::Folding{};
      const sched::Problem problem(sched::dependences(block, machine, {}, folding), machine);
      const auto source = session::run_program(program, machine, {});
      const bool exact = sched::why_inexact(machine, block).empty();
      std::uint32_t best = ~0U;
      for (const sched::SchedulerInfo& info : sched::schedulers()) {
        sched::ScheduleOptions options;
        options.optimal_seconds = 0.05;
        const sched::Schedule schedule = sched::make_schedule(problem, info.name, options);
        std::string text;
        for (const sched::Node node : schedule.order)
          text += block.text(node) + "\n";
        INFO(fmt::format("{} on {}, seed {}\n{}", info.name, preset.name, seed, text));
        const auto run =
            session::run_program(reordered(program, schedule.order, block, folding), machine, {});
        CHECK(values(run) == values(source));
        // Only latencies that depend on operands keep a preset from being exact.
        CHECK((exact || preset.xlen == 32));
        if (exact)
          CHECK(schedule.cycles == run.cycles);
        CHECK(schedule.lower_bound <= schedule.cycles);
        CHECK(schedule.proven == (schedule.lower_bound == schedule.cycles));
        if (info.name == "optimal") {
          CHECK(schedule.cycles <= best);
          CHECK((!schedule.proven || schedule.cycles == schedule.lower_bound));
        }
        best = std::min(best, schedule.cycles);
      }
    }
  }
}
