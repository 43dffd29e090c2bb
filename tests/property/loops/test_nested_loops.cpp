// Loops around loops, and loops that call functions: an iteration is taken whole.

#include "machine/machine_file.hpp"
#include "session/loop.hpp"
#include "session/loop_source.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cmath>

using namespace stallscope;

namespace {

/// As loop analysis takes it: what predictors learn is right.
machine::Machine steady_machine(const std::string& name) {
  machine::Machine machine = machine::load_machine(name, {}).value();
  machine.predictor = machine::PredictorKind::perfect;
  machine.prediction.return_stack = {};
  machine.prediction.indirect = {};
  if (machine.dynamic)
    machine.dynamic->disambiguation = machine::Disambiguation::perfect;
  for (machine::Cache& cache : machine.caches.levels)
    cache.always_hits = true;
  machine.caches.data_tlb.entries = 0;
  return machine;
}

/// Counts t6 down around a body.
std::string counted(const std::string& body) {
  return ".data\n.balign 64\nbuffer: .space 64\n.text\n.globl main\nmain:\nouter:\n" + body +
         "  addi t6, t6, -1\n  bnez t6, outer\n  li a7, 93\n  ecall\n";
}

const std::string kCalled = "square:\n  mul a2, a3, a3\n  beqz a2, far\n  add a4, a4, a2\n  ret\n"
                            "far:\n  mul a4, a4, a4\n  ret\n";

std::uint64_t cycles_of(const std::string& text, std::uint64_t times,
                        const machine::Machine& machine) {
  auto program = isa::assemble(isa::Isa::riscv, "run.s", text);
  INFO(format(program.diagnostics()));
  REQUIRE(program);
  program->initial_registers.push_back(
      {program->register_named("s0"), program->symbols.at("buffer").address});
  program->initial_registers.push_back({program->register_named("a3"), 3});
  program->initial_registers.push_back({program->register_named("t6"), times});
  const trace::RunRecord run = session::run_program(*program, machine, {});
  REQUIRE(run.stop.reason == "exit");
  return run.cycles;
}

struct Case {
  std::string text;
  unsigned loop;
  unsigned trips;
};

std::vector<Case> cases() {
  const std::string inner =
      "  ld a0, 0(s0)\n  li t0, {0}\ninner:\n  add a0, a0, a1\n  mul a2, a2, a0\n"
      "  addi t0, t0, -1\n  bnez t0, inner\n  sd a0, 8(s0)\n";
  std::vector<Case> list;
  for (const unsigned trips : {1U, 2U, 5U})
    list.push_back({counted(fmt::format(fmt::runtime(inner), trips)), 2, trips});
  // A loop that is left at its beginning: while (t0 != 0).
  list.push_back({counted("  li t0, 3\nwhile:\n  beqz t0, done\n  mul a0, a0, a0\n"
                          "  addi t0, t0, -1\n  j while\ndone:\n  add a1, a1, a0\n"),
                  2, 3});
  // Three loops.
  list.push_back({counted("  li t1, 2\nmiddle:\n  li t0, 2\ninner:\n  add a0, a0, a1\n"
                          "  addi t0, t0, -1\n  bnez t0, inner\n  addi t1, t1, -1\n"
                          "  bnez t1, middle\n"),
                  2, 2});
  list.push_back({counted("  call square\n  add a0, a0, a4\n") + kCalled, 1, 1});
  list.push_back({counted("  call square\n  call square\n  call twice\n") + kCalled +
                      "twice:\n  mv t5, ra\n  call square\n  call square\n  mv ra, t5\n  ret\n",
                  1, 1});
  return list;
}

std::string problem_of(const std::string& text, const session::LoopChoice& choice) {
  const auto loops = session::read_loops("f.s", text, isa::Isa::riscv, {}, choice);
  return loops ? std::string("none") : format(loops.diagnostics());
}

} // namespace

TEST_CASE("nested loops: the fraction is the rate of whole runs of the same code") {
  for (const Case& one : cases())
    for (const char* const name : {"ooo-4", "ooo-8", "csapp-haswell", "dual-5", "sifive-7"}) {
      INFO(name << "\n" << one.text << "trips " << one.trips);
      const machine::Machine machine = steady_machine(name);
      session::LoopChoice choice;
      choice.loop = one.loop;
      choice.trips = one.trips;
      const auto sources = session::read_loops("f.s", one.text, isa::Isa::riscv, {}, choice);
      INFO(format(sources.diagnostics()));
      REQUIRE(sources);
      session::LoopOptions options;
      options.what_if = false;
      options.shown = 0;
      const session::LoopSource& source = sources->front();
      const auto report =
          session::analyse_loop(source.program, source.bodies.front(), machine, options);
      INFO(format(report.diagnostics()));
      REQUIRE(report);
      REQUIRE(report->rate.exact);
      constexpr unsigned kFrom = 300;
      constexpr unsigned kTo = 1300;
      const auto measured = static_cast<double>(cycles_of(one.text, kTo, machine)) -
                            static_cast<double>(cycles_of(one.text, kFrom, machine));
      CHECK(std::abs(measured - report->rate.mean * (kTo - kFrom)) <=
            static_cast<double>(report->rate.period_cycles) + 2);
      for (const session::LoopBound& bound : report->bounds) {
        INFO(bound.name << ": " << session::text_of(bound.cycles));
        CHECK(bound.cycles.value() <= report->rate.mean + 1e-9);
      }
    }
}

TEST_CASE("nested loops: what cannot be followed is said with its place") {
  session::LoopChoice whole;
  CHECK(problem_of("l: call f\nbnez a0, l\nret\nf: mv t5, ra\ncall f\nmv ra, t5\nret\n", whole)
            .find("f.s:5:1: error: 'jal ra, f' leaves the loop in its middle: f calls itself") !=
        std::string::npos);
  CHECK(problem_of("l: jalr ra, 0(a5)\nbnez a0, l\nret\n", whole)
            .find("f.s:1:4: error: 'jalr ra, 0(a5)' leaves the loop in its middle: where to is not "
                  "in the instruction") != std::string::npos);
  CHECK(problem_of("l: call f\nbnez a0, l\nret\nf: li a7, 93\necall\nret\n", whole)
            .find("a system call in the loop") != std::string::npos);
}
