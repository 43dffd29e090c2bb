#include "isa/executor.hpp"
#include "machine/machine_file.hpp"
#include "property/generators/random.hpp"
#include "property/generators/random_loops.hpp"
#include "property/scheduling.hpp"
#include "sanitized.hpp"
#include "sched/cost_model/predicted.hpp"
#include "sched/software_pipelining/software_pipeline.hpp"
#include "sched/unrolling/loop_ends.hpp"
#include "sched/verification/verify.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>
#include <vector>

// A software-pipelined loop computes what the loop does, whatever its body and its trip count, in
// every notation and on every machine; and its schedule is legal by the independent checker.

using namespace stallscope;
using property::assembled;
using property::check_equal;
using property::mips_loop;
using property::Random;
using property::riscv_loop;

namespace {

struct Tried {
  unsigned pipelined = 0;
  unsigned kernels_run = 0; ///< in which the kernel was gone through
  unsigned expanded = 0;    ///< with more copies than one
};

/// A comparison and a test of its result become a branch, as the command line does it first.
isa::Program with_plain_ends(const isa::Program& program, bool delay_slots) {
  const auto blocks = sched::basic_blocks(program, delay_slots);
  return assembled(program.isa, sched::plain_loop_ends(program, blocks, delay_slots).text,
                   delay_slots);
}

/// Pipelines the loop 'loop' and compares; the trip count is the program's own.
void try_loop(isa::Isa isa, const std::string& text, const machine::Machine& machine,
              sched::ModuloMethod method, Tried& tried, bool delay_slots = false) {
  const isa::Program written = assembled(isa, text, delay_slots);
  const isa::Program original = with_plain_ends(written, delay_slots);
  sched::PipelineOptions options;
  options.method = method;
  options.search_limit = 20000;
  const sched::Pipelined made = sched::software_pipeline(
      original, sched::basic_blocks(original, delay_slots), machine, options);
  REQUIRE(made.loops.size() == 1);
  const sched::PipelinedLoop& loop = made.loops.front();
  CAPTURE(loop.why_not);
  INFO(text << "\non " << machine.name << " becomes\n" << made.text);
  if (loop.schedule.interval > 0) {
    CHECK(sched::modulo_violation(loop.problem, loop.schedule.interval, loop.schedule.times) == "");
    CHECK(loop.lower_bound <= loop.schedule.interval);
    CHECK(loop.schedule.interval >= loop.minimum.interval());
  }
  if (loop.main_label.empty())
    return;
  ++tried.pipelined;
  tried.expanded += loop.copies > 1 ? 1 : 0;
  check_equal(written, assembled(isa, made.text, delay_slots), delay_slots);
}

const std::vector<std::string> kMachines{"hp-latency", "mips-5",   "mips-5-fp", "dual-5",
                                         "lecture-4",  "sifive-7", "cv32e40p",  "lecture-4-shared",
                                         "ibex-small", "picorv32", "ooo-4"};

} // namespace

TEST_CASE("software pipelining property: RISC-V loops keep their results, trip counts 0 to 20") {
  Tried tried;
  const unsigned cases = random_cases(220);
  for (unsigned seed = 0; seed < cases; ++seed) {
    Random random(31000 + seed);
    const machine::Machine machine =
        machine::load_machine(kMachines[seed % kMachines.size()]).value();
    CAPTURE(seed, machine.name);
    const auto method = seed % 2 == 0 ? sched::ModuloMethod::iterative : sched::ModuloMethod::swing;
    try_loop(isa::Isa::riscv, riscv_loop(random, static_cast<int>(seed % 21)), machine, method,
             tried);
  }
  CHECK(tried.pipelined > cases * 2 / 5); // of the others no iterations can overlap
  CHECK(tried.expanded > cases / 10);
}

TEST_CASE("software pipelining property: one loop for every trip count") {
  // x[i] = (x[i] * 5 + c) with a sum, in each branch: kernels of several stages and copies.
  Tried tried;
  const machine::Machine machine = machine::load_machine("mips-5-fp").value();
  for (const char* branch :
       {"bne a0, a1", "blt a0, a1", "bltu a0, a1", "bgt a1, a0", "bge a1, a0", "bgeu a1, a0"})
    for (int trips = 0; trips <= 20; ++trips) {
      const std::string text =
          fmt::format(".data\narea: .space 400\n.text\nla a0, area\naddi a1, a0, {}\nli t5, 5\n"
                      "li s2, 0\nbeq a0, a1, over\nloop: ld t0, 0(a0)\nmul t1, t0, t5\n"
                      "addi t2, t1, 7\nsd t2, 0(a0)\nadd s2, s2, t2\naddi a0, a0, 8\n{}, loop\n"
                      "over: sd s2, 0(a1)\n",
                      8 * trips, branch);
      CAPTURE(branch, trips);
      try_loop(isa::Isa::riscv, text, machine, sched::ModuloMethod::iterative, tried);
    }
  CHECK(tried.pipelined == 6 * 21); // of the last two branches, one more iteration each
}

TEST_CASE("software pipelining property: loops of 32-bit RISC-V") {
  const machine::Machine machine = machine::load_machine("mips-5-fp").value();
  isa::AssembleOptions options;
  options.xlen = 32;
  for (const char* branch : {"bne a0, a1", "blt a0, a1", "bgtu a1, a0"})
    for (const int step : {4, 12})
      for (int trips = 0; trips <= 20; trips += step == 4 ? 1 : 5) {
        const std::string text =
            fmt::format(".data\narea: .space 400\n.text\nla a0, area\naddi a1, a0, {}\nli t5, 5\n"
                        "li s2, 0\nbeq a0, a1, over\nloop: lw t0, 0(a0)\nmul t1, t0, t5\n"
                        "addi t2, t1, 7\nsw t2, 0(a0)\nadd s2, s2, t2\naddi a0, a0, {}\n{}, loop\n"
                        "over: sw s2, 0(a1)\n",
                        step * trips, step, branch);
        CAPTURE(branch, step, trips);
        const auto original = isa::assemble(isa::Isa::riscv, "loop", text, options);
        REQUIRE(original);
        const sched::Pipelined made =
            sched::software_pipeline(*original, sched::basic_blocks(*original), machine);
        REQUIRE(made.loops.size() == 1);
        CHECK(made.loops.front().why_not.text() == "");
        const auto result = isa::assemble(isa::Isa::riscv, "loop", made.text, options);
        INFO(made.text << format(result.diagnostics()));
        REQUIRE(result);
        const sched::Verification found = sched::verify(*original, *result);
        CHECK(found.difference == "");
        CHECK(found.compared > 0);
      }
}

TEST_CASE("software pipelining property: MIPS loops, with and without a delay slot") {
  Tried tried;
  const unsigned cases = random_cases(120);
  for (unsigned seed = 0; seed < cases; ++seed) {
    Random random(52000 + seed);
    const bool delay_slot = seed % 2 == 1;
    const std::string name =
        std::vector<std::string>{"mips-5-fp", "hp-latency", "dual-5"}[seed % 3];
    std::vector<machine::Setting> settings;
    if (delay_slot)
      settings.push_back({"branch.delay_slot", "true"});
    const machine::Machine machine = machine::load_machine(name, settings).value();
    CAPTURE(seed, name, delay_slot);
    try_loop(isa::Isa::mips, mips_loop(random, static_cast<int>(seed % 21), delay_slot), machine,
             seed % 4 < 2 ? sched::ModuloMethod::iterative : sched::ModuloMethod::swing, tried,
             delay_slot);
  }
  CHECK(tried.pipelined > cases / 2);
}

TEST_CASE("software pipelining property: comparisons of their own, for every trip count") {
  // The counter walks from $t0 towards $t1, which it may miss, or to a number; memory is another
  // register's. $t7, the comparison's result, is looked at behind the loop.
  struct Ending {
    isa::Isa isa;
    int step;
    const char* lines;
  };
  const std::vector<Ending> endings{
      {isa::Isa::mips, 1, "slt $t7, $t0, $t1\nbne $t7, $zero, loop\n"},
      {isa::Isa::mips, 4, "slt $t7, $t0, $t1\nbnez $t7, loop\n"},
      {isa::Isa::mips, 4, "sltu $t7, $t0, $t1\nbne $t7, $zero, loop\n"},
      {isa::Isa::mips, 2, "slt $t7, $t1, $t0\nbeq $t7, $zero, loop\n"},
      {isa::Isa::mips, 8, "sltu $t7, $t1, $t0\nbeq $zero, $t7, loop\n"},
      {isa::Isa::mips, -1, "slt $t7, $t1, $t0\nbne $t7, $zero, loop\n"},
      {isa::Isa::mips, -4, "sltu $t7, $t1, $t0\nbne $t7, $zero, loop\n"},
      {isa::Isa::mips, -4, "slt $t7, $t0, $t1\nbeq $t7, $zero, loop\n"},
      {isa::Isa::mips, 2, "slti $t7, $t0, 41\nbne $t7, $zero, loop\n"},
      {isa::Isa::mips, 1, "sltiu $t7, $t0, 17\nbne $t7, $zero, loop\n"},
      {isa::Isa::riscv, 4, "slti t6, t0, 41\nbnez t6, loop\n"},
      {isa::Isa::riscv, -2, "slti t6, t0, -7\nbeqz t6, loop\n"},
  };
  Tried tried;
  const machine::Machine machine = machine::load_machine("mips-5-fp").value();
  for (const Ending& ending : endings)
    for (int trips = 0; trips <= 12; ++trips)
      for (const int miss : {0, 1}) {
        const bool mips = ending.isa == isa::Isa::mips;
        const std::string text = fmt::format(
            fmt::runtime(
                mips ? ".data\narea: .space 400\n.text\nla $s0, area\nli $t0, {0}\nli $t1, {1}\n"
                       "li $s2, 5\nloop: lw $t2, 0($s0)\nmul $t3, $t2, $s2\naddiu $t4, $t3, 7\n"
                       "sw $t4, 0($s0)\naddiu $s0, $s0, 4\naddiu $t0, $t0, {2}\n{3}"
                       "sw $t0, 128($s0)\n"
                     : ".data\narea: .space 400\n.text\nla s0, area\nli t0, {0}\nli t1, {1}\n"
                       "li s2, 5\nloop: lw t2, 0(s0)\nmul t3, t2, s2\naddi t4, t3, 7\n"
                       "sw t4, 0(s0)\naddi s0, s0, 4\naddi t0, t0, {2}\n{3}sw t0, 128(s0)\n"),
            100 - ending.step * trips, 100 - miss, ending.step, ending.lines);
        CAPTURE(trips, miss);
        try_loop(ending.isa, text, machine, sched::ModuloMethod::iterative, tried);
      }
  CHECK(tried.pipelined == endings.size() * 13 * 2);
}

TEST_CASE("software pipelining property: counters at the ends of their range") {
  // The last steps reach the largest number there is: a limit beyond it would have wrapped around.
  Tried tried;
  const machine::Machine machine = machine::load_machine("mips-5-fp").value();
  struct Range {
    std::int64_t bound;
    int step;
    const char* compare;
  };
  for (const Range& range :
       {Range{0x7fffffff, 4, "slt $t7, $t0, $t1\nbne"},
        Range{0x7ffffffd, 2, "slt $t7, $t0, $t1\nbne"},
        Range{-0x80000000LL, -4, "slt $t7, $t1, $t0\nbne"},
        Range{-0x7fffffffLL, -1, "slt $t7, $t1, $t0\nbne"}, Range{-1, 8, "sltu $t7, $t0, $t1\nbne"},
        Range{1, -1, "sltu $t7, $t0, $t1\nbeq"}})
    for (int trips = 1; trips <= 9; ++trips) {
      const std::string text = fmt::format(
          ".data\narea: .space 400\n.text\nla $s0, area\nli $t0, {}\nli $t1, {}\nli $s2, 5\n"
          "loop: lw $t2, 0($s0)\nmul $t3, $t2, $s2\naddiu $t4, $t3, 7\nsw $t4, 0($s0)\n"
          "addiu $s0, $s0, 4\naddiu $t0, $t0, {}\n{} $t7, $zero, loop\nsw $t0, 128($s0)\n",
          range.bound - range.step * trips, range.bound, range.step, range.compare);
      CAPTURE(range.bound, range.step, trips);
      try_loop(isa::Isa::mips, text, machine, sched::ModuloMethod::iterative, tried);
    }
  CHECK(tried.pipelined == 6 * 9);
}

TEST_CASE("software pipelining property: loops of three-address code, with constant bounds too") {
  Tried tried;
  const unsigned cases = random_cases(120);
  const std::vector<std::string> branches{"i != n", "i < n",  "n > i",  "i <= m",
                                          "i <u n", "i < 13", "i != 13"};
  for (unsigned seed = 0; seed < cases; ++seed) {
    Random random(67000 + seed);
    const int trips = static_cast<int>(seed % 21);
    const std::string branch = branches[seed % branches.size()];
    const bool constant = branch.find("13") != std::string::npos;
    const auto var = [&random] { return fmt::format("t{}", random.below(4)); };
    const int last = constant ? 13 : trips;
    std::string text =
        fmt::format("n = {}\nm = n - 1\ni = {}\na = 4096\nsum = 0\nif i == n goto over\n"
                    "loop: x = mem[a]\n",
                    last, constant ? last - trips % 14 : 0);
    for (unsigned k = 0; k < 2 + random.below(6); ++k)
      switch (random.below(5)) {
      case 0:
        text += fmt::format("{} = mem[a - {}]\n", var(), 8 * random.below(3));
        break;
      case 1:
        text += fmt::format("mem[a + {}] = {}\n", 8 * random.below(3), var());
        break;
      case 2:
        text += fmt::format("sum = sum + {}\n", var());
        break;
      default:
        text += fmt::format("{} = x {} {}\n", var(), random.pick({"+", "-", "*"}), var());
        break;
      }
    text += fmt::format("a = a + 8\ni = i + 1\nif {} goto loop\nover: mem[64] = sum\n", branch);
    CAPTURE(seed);
    try_loop(isa::Isa::tac, text,
             machine::load_machine(seed % 3 == 0 ? "lecture-4" : "mips-5-fp").value(),
             seed % 2 == 0 ? sched::ModuloMethod::iterative : sched::ModuloMethod::swing, tried);
  }
  CHECK(tried.pipelined > cases / 2);
}

namespace {

std::string pipelined_text(const isa::Program& program, const machine::Machine& machine) {
  sched::PipelineOptions options;
  options.search_limit = 20000;
  return sched::software_pipeline(program, sched::basic_blocks(program, machine.delay_slot),
                                  machine, options)
      .text;
}

/// Both programs' cycles by the pipeline model and by the simulator; how many could be compared.
unsigned compare_cycles(const isa::Program& original, const isa::Program& result,
                        const machine::Machine& machine) {
  unsigned compared = 0;
  for (const isa::Program* program : {&original, &result}) {
    const auto predicted = sched::run_cycles(*program, machine);
    const trace::RunRecord run = session::run_program(*program, machine, {});
    if (!predicted || run.stop.reason == "fault") // misaligned, or no unit for an operation
      continue;
    CHECK(run.cycles == *predicted);
    ++compared;
  }
  return compared;
}

} // namespace

TEST_CASE("software pipelining property: predicted cycles of whole runs are the simulated ones") {
  // Loops as they are and pipelined, with all that surrounds them, on every in-order preset whose
  // cycles the pipeline model knows.
  const std::vector<std::string> machines{"serial",     "lecture-4", "lecture-4-shared",
                                          "mips-5",     "mips-5-fp", "dual-5",
                                          "hp-latency", "cv32e40p",  "ibex-small"};
  unsigned compared = 0;
  const unsigned cases = random_cases(90);
  for (unsigned seed = 0; seed < cases; ++seed) {
    Random random(88000 + seed);
    const machine::Machine machine =
        machine::load_machine(machines[seed % machines.size()]).value();
    const isa::Program original =
        assembled(isa::Isa::riscv, riscv_loop(random, static_cast<int>(seed % 21)));
    const std::string text = pipelined_text(original, machine);
    CAPTURE(seed, machine.name, text);
    compared += compare_cycles(original, assembled(isa::Isa::riscv, text), machine);
  }
  for (unsigned seed = 0; seed < random_cases(40U); ++seed) { // with delay slots
    Random random(99000 + seed);
    const machine::Machine machine = machine::load_machine(seed % 2 == 0 ? "mips-5" : "mips-5-fp",
                                                           {{"branch.delay_slot", "true"}})
                                         .value();
    const isa::Program original =
        assembled(isa::Isa::mips, mips_loop(random, static_cast<int>(seed % 21), true), true);
    const std::string text = pipelined_text(original, machine);
    CAPTURE(seed, machine.name, text);
    compared += compare_cycles(original, assembled(isa::Isa::mips, text, true), machine);
  }
  CHECK(compared > cases);
}
