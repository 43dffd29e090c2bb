#include "isa/executor.hpp"
#include "machine/machine_file.hpp"
#include "property/random.hpp"
#include "property/scheduling.hpp"
#include "sanitized.hpp"
#include "sched/loop_ends.hpp"
#include "sched/predicted.hpp"
#include "sched/software_pipeline.hpp"
#include "sched/verify.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>
#include <vector>

// A software-pipelined loop computes what the loop does, whatever its body and its trip count, in
// every notation and on every machine; and its schedule is legal by the independent checker.

using namespace stallscope;
using property::as_comparison;
using property::assembled;
using property::check_equal;
using property::Random;

namespace {

/// A loop of RISC-V over memory, of `trips` iterations: with 0 it is jumped over. A register is
/// read before it is written, values live into the next iteration, stores may overwrite what later
/// iterations load.
std::string riscv_loop(Random& random, int trips) {
  const int width = static_cast<int>(4 * (1 + random.below(4)));
  const bool down = random.chance(40);
  const int step = down ? -width : width;
  // Of some a counter of its own, advanced by a 32-bit addition.
  const int word_step = random.chance(25) ? random.between(1, 3) : 0;
  const unsigned kind = random.below(5);
  const int miss = kind == 0 || trips == 0 ? 0 : random.between(-width + 1, 0);
  std::string text =
      fmt::format(".data\n.space 4096\narea: .dword 1, 2, 3, 4\n.space 4096\n.text\n"
                  "la a0, area\nla a2, area+{}\nli t1, 5\nli t2, 9\nli t3, 2\n"
                  "li s2, 100\nli s3, 3\nfcvt.d.w fs0, t1\nfcvt.d.w fs1, t2\n"
                  "addi a1, a0, {}\nli t5, 0\nli t6, {}\nbeq a0, a1, over\nloop:\n",
                  8 * random.below(64), step * trips + (down ? -miss : miss), word_step * trips);
  const unsigned length = 3 + random.below(8);
  const unsigned at = random.below(length + 1);
  const unsigned second = random.below(length + 1);
  const bool stores = random.chance(50);
  const auto reg = [&random] { return fmt::format("t{}", 1 + random.below(4)); };
  for (unsigned i = 0; i <= length; ++i) {
    if (i == at)
      text += fmt::format("addi a0, a0, {}\n", step);
    if (i == second)
      text += "addi a2, a2, 8\n";
    switch (random.below(9)) {
    case 0:
      text += fmt::format("ld {}, {}(a0)\n", reg(), 8 * random.between(-3, 3));
      break;
    case 1:
      text += stores ? "" : "xor t1, t1, t2\n";
      text += !stores ? ""
                      : fmt::format("sd {}, {}({})\n", reg(), 8 * random.between(-3, 3),
                                    random.pick({"a0", "a2"}));
      break;
    case 2:
      text += fmt::format("add s2, s2, {}\n", reg());
      break;
    case 3:
      text += fmt::format("mul {}, {}, s3\n", reg(), reg());
      break;
    case 4:
      text += fmt::format(
          fmt::runtime(stores ? "fld ft0, {}(a2)\nfmadd.d ft1, ft0, fs0, fs1\nfsd ft1, {}(a2)\n"
                              : "fld ft0, {}(a2)\nfmadd.d ft1, ft0, ft1, fs1\n"),
          8 * random.between(-2, 2), 8 * random.between(-2, 2));
      break;
    case 5: // something else reads the counter, or an induction that is no address
      text += random.chance(50) ? "sub t3, a0, a1\n" : "addi s3, s3, 2\nsd s3, 16(a0)\n";
      break;
    case 6:
      text += fmt::format("lw {}, {}(a2)\n", reg(), 4 * random.between(-3, 3));
      break;
    default:
      text += fmt::format("add {}, {}, {}\n", reg(), reg(), reg());
      break;
    }
  }
  const std::vector<std::string> branches =
      down ? std::vector<std::string>{"bne a0, a1", "bgt a0, a1", "bgtu a0, a1", "blt a1, a0",
                                      "bltu a1, a0"}
           : std::vector<std::string>{"bne a0, a1", "blt a0, a1", "bltu a0, a1", "bgt a1, a0",
                                      "bgtu a1, a0"};
  const std::string branch = word_step > 0 ? fmt::format("addiw t5, t5, {}\nbne t5, t6", word_step)
                                           : as_comparison(branches[kind], random);
  return text + branch + ", loop\nover: li t6, 0\nsd s2, 64(a0)\nsd t2, 72(a0)\n";
}

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

namespace {

/// A loop of MIPS notation, with or without delay slot.
std::string mips_loop(Random& random, int trips, bool delay_slot) {
  const auto reg = [&random] { return fmt::format("$t{}", random.below(4)); };
  const int step = random.chance(30) ? -4 : 4;
  std::string text = fmt::format(
      ".data\n.space 512\narea: .word 1, 2, 3, 4, 5, 6, 7, 8\n.space 512\n.text\n"
      "la $s0, area\nla $s2, area\naddiu $s1, $s0, {}\nli $v0, 3\nbeq $s0, $s1, over\n{}"
      "loop:\n",
      step * trips, delay_slot ? "nop\n" : "");
  for (unsigned i = 0; i < 3 + random.below(6); ++i)
    switch (random.below(6)) {
    case 0:
      text += fmt::format("lw {}, {}($s0)\n", reg(), 4 * random.between(-3, 3));
      break;
    case 1:
      text += fmt::format("sw {}, {}($s0)\n", reg(), 4 * random.between(-3, 3));
      break;
    case 2:
      text += fmt::format("addu $v0, $v0, {}\n", reg());
      break;
    case 3:
      text += fmt::format("lw {0}, {1}($s2)\nmul {0}, {0}, {0}\nsw {0}, {1}($s2)\n"
                          "addiu $s2, $s2, 4\n",
                          reg(), 4 * random.between(-3, 3));
      i = 99; // one such
      break;
    default:
      text += fmt::format("addu {}, {}, {}\n", reg(), reg(), reg());
      break;
    }
  return text + fmt::format("addiu $s0, $s0, {}\nbne $s0, $s1, loop\n{}over: sw $v0, 128($s0)\n",
                            step, delay_slot ? "nop\n" : "");
}

} // namespace

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
        CHECK(made.loops.front().why_not == "");
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
