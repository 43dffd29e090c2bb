// What the predictors of a machine make of a loop once they have learnt it: the exact rate is the
// slope of long runs on the machine as it is, also where it predicts a return or a branch wrong in
// every iteration.

#include "machine/machine_file.hpp"
#include "session/loop.hpp"
#include "session/loop_source.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace stallscope;

namespace {

struct Predicted {
  isa::Isa isa = isa::Isa::riscv;
  std::string body;      ///< of the loop
  std::string functions; ///< behind the end of the program
  unsigned loop = 1;
  unsigned trips = 1;
};

std::string text_of(const Predicted& one) {
  return ".text\n.globl main\nmain:\nouter:\n" + one.body +
         (one.isa == isa::Isa::x86
              ? "  decq %r15\n  jnz outer\n  movl $60, %eax\n  xorl %edi, %edi\n  syscall\n"
              : "  addi t6, t6, -1\n  bnez t6, outer\n  li a7, 93\n  ecall\n") +
         one.functions;
}

std::vector<Predicted> predicted_loops() {
  const std::string leaf = "f:\n  add a0, a0, a1\n  xor a2, a2, a0\n  ret\n";
  const std::string behind =
      "  mul a5, a5, a5\n  div a4, a4, a5\n  sw a4, 0(sp)\n  add a0, a0, a4\n"
      "  mul a1, a1, a1\n  beqz a1, f\n  div a5, a5, a4\n  ret\n";
  const std::string around = "  beqz zero, over\n  mul a3, a3, a3\n  div a5, a5, a4\nover:\n";
  std::vector<Predicted> list;
  const auto riscv = [&list](std::string body, std::string functions, unsigned loop = 1,
                             unsigned trips = 1) {
    list.push_back({isa::Isa::riscv, std::move(body), std::move(functions), loop, trips});
  };
  riscv("  call f\n", leaf);
  riscv("  call f\n  add a3, a3, a2\n", leaf + behind); // code behind the return
  riscv("  mul a1, a1, a3\n  call f\n  nop\n  call f\n", leaf + behind);
  riscv("  call g\n  add a0, a0, a1\n",
        "g:\n  mv t5, ra\n  call f\n  mv ra, t5\n  mul a3, a3, a0\n  ret\n" + leaf + behind);
  riscv("  call f\n", "  nop\n  nop\n  nop\n" + leaf + "  j outer\n");
  riscv(around + "  add a0, a0, a1\n", {});                       // forwards, always taken
  riscv("  bnez zero, far\n  add a0, a0, a1\n", "far:\n  ret\n"); // forwards, never
  riscv("  add a0, a0, a1\n" + around + "  call f\n" + "  j next\n  nop\nnext:\n", leaf + behind);
  riscv("  mul a2, a2, a2\n  slt a3, a2, a2\n  bnez a3, far\n  add a0, a0, a2\n",
        "far:\n  mul a0, a0, a0\n  ret\n"); // decided late
  riscv("  div a4, a4, a5\n  beqz zero, on\n  div a3, a3, a5\non:\n  add a1, a4, a1\n", {});
  // A branch that closes a loop within, wrong or right once an iteration.
  for (const unsigned trips : {2U, 3U, 7U})
    riscv(fmt::format("  li t0, {}\ninner:\n  add a0, a0, a1\n  addi t0, t0, -1\n"
                      "  bnez t0, inner\n  mul a2, a2, a0\n",
                      trips),
          {}, 2, trips);
  const std::string later =
      "  mul a3, a3, a3\n  bne a3, a3, over\n  div a5, a5, a4\n  sw a5, 0(sp)\nover:\n";
  riscv(later + "  add a0, a0, a1\n", {}); // decided late
  riscv("  j over\n" + later + "  add a0, a0, a1\n", {});
  const auto x86 = [&list](std::string body, std::string functions) {
    list.push_back({isa::Isa::x86, std::move(body), std::move(functions), 1, 1});
  };
  x86("  call f\n  addq %rax, %rbx\n", "f:\n  imulq %rcx, %rax\n  ret\n");
  x86("  cmpq %rax, %rax\n  jne over\n  imulq %rdx, %rdx\nover:\n  addq %rax, %rbx\n", {});
  return list;
}

void give(isa::Program& program, const char* name, std::uint64_t value) {
  program.initial_registers.push_back({program.register_named(name), value});
}

std::uint64_t cycles_of_trips(const Predicted& one, std::uint64_t trips,
                              const machine::Machine& machine) {
  auto program = isa::assemble(one.isa, "run.s", text_of(one));
  INFO(format(program.diagnostics()));
  REQUIRE(program);
  give(*program, one.isa == isa::Isa::x86 ? "r15" : "t6", trips);
  const trace::RunRecord run = session::run_program(*program, machine, {});
  INFO(run.stop.reason);
  REQUIRE(run.stop.reason == "exit");
  return run.cycles;
}

std::vector<machine::Machine> wide_machines() {
  std::vector<machine::Machine> found;
  for (const machine::PresetInfo& preset : machine::presets()) {
    machine::Machine machine = machine::load_machine(std::string(preset.name)).value();
    const unsigned width = machine.dynamic ? machine.dynamic->dispatch_width : machine.width;
    if (width > 1 || preset.name == "tomasulo-rob-1" || preset.name == "mips-5" ||
        preset.name == "mips-5-no-forwarding")
      found.push_back(std::move(machine));
  }
  return found;
}

/// Whole periods longer, a run takes exactly so many cycles more. Not exact is only what must be.
void check_slope(const Predicted& one, const machine::Machine& machine, bool must_be_exact) {
  session::LoopChoice choice;
  choice.loop = one.loop;
  choice.trips = one.trips;
  const auto sources = session::read_loops("loop.s", text_of(one), one.isa, {}, choice);
  INFO(machine.name << "\n" << text_of(one) << format(sources.diagnostics()));
  REQUIRE(sources);
  session::LoopOptions options;
  options.what_if = false;
  options.shown = 0;
  const auto report = session::analyse_loop(sources->front().program,
                                            sources->front().bodies.front(), machine, options);
  INFO(format(report.diagnostics()));
  if (one.isa == isa::Isa::x86 && !report)
    return; // this machine executes none
  REQUIRE(report);
  INFO("rate " << session::text_of(report->rate.cycles) << " " << report->rate.why_inexact);
  // Tables see the branch of a loop within too late for its other direction, by how many are in
  // flight; and copies do not read return addresses from memory.
  const bool is_mixed = one.trips > 1 && machine.predictor == machine::PredictorKind::two_bit;
  if (must_be_exact && !is_mixed && one.isa != isa::Isa::x86)
    CHECK(report->rate.exact);
  if (!report->rate.exact)
    return;
  constexpr std::uint64_t kWarm = 600;
  const std::uint64_t period = report->rate.period_iterations;
  const std::uint64_t periods = (kWarm + period - 1) / period;
  const std::uint64_t more = cycles_of_trips(one, kWarm + periods * period, machine) -
                             cycles_of_trips(one, kWarm, machine);
  CHECK(more == periods * report->rate.period_cycles);
  for (const session::LoopBound& bound : report->bounds) {
    INFO(bound.name << ": " << session::text_of(bound.cycles));
    CHECK_FALSE(report->rate.cycles < bound.cycles);
  }
}

} // namespace

TEST_CASE("loops: calls and inner branches take what they take in long runs") {
  for (const machine::Machine& machine : wide_machines())
    for (const Predicted& one : predicted_loops())
      check_slope(one, machine, true);
}

TEST_CASE("loops: rates without a return stack or a target buffer are those of long runs") {
  for (const char* const name : {"ooo-4", "csapp-haswell"})
    for (const bool has_buffer : {false, true}) {
      machine::Machine machine = machine::load_machine(name).value();
      machine.prediction.return_stack.depth = 0;
      machine.prediction.indirect.predictor = machine::IndirectKind::none;
      if (!has_buffer)
        machine.prediction.btb.entries = 0;
      for (const Predicted& one : predicted_loops())
        check_slope(one, machine, false);
    }
}
