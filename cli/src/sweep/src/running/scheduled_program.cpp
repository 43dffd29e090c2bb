#include "isa/assemble.hpp"
#include "sched/control_flow/block.hpp"
#include "sched/rewriting/rewrite.hpp"
#include "sched/schedule.hpp"
#include "sweep/run_point.hpp"

#include <fmt/format.h>

namespace stallscope::sweep {

Result<isa::Program> reread_program(const isa::Program& program, const std::string& title,
                                    const std::string& text, const machine::Machine& machine) {
  isa::AssembleOptions options;
  options.xlen = program.xlen;
  options.delay_slots = machine.delay_slot;
  auto read = isa::assemble(program.isa, title, text, options);
  if (!read)
    return read.diagnostics();
  isa::Program result = std::move(read).value();
  for (const isa::InitialRegister& initial : program.initial_registers) {
    // Variables are numbered in order of occurrence.
    const RegId reg = program.isa == isa::Isa::tac
                          ? result.register_named(program.register_names[initial.reg])
                          : initial.reg;
    if (reg == kNoRegister)
      continue;
    std::erase_if(result.initial_registers,
                  [reg](const isa::InitialRegister& r) { return r.reg == reg; });
    result.initial_registers.push_back(
        {reg, initial.value == program.return_pc ? result.return_pc : initial.value});
  }
  return result;
}

Result<isa::Program> scheduled_program(const isa::Program& program, const machine::Machine& machine,
                                       const std::string& scheduler, double optimal_seconds) {
  Diagnostic problem;
  if (!sched::can_rewrite(program)) {
    problem.message = program.misses_delay_slots
                          ? "a text that is written for delay slots is not scheduled without them"
                          : "machine code is not scheduled";
    problem.expected = program.misses_delay_slots
                           ? "a machine with branch.delay_slot = true, or the scheduler 'source'"
                           : "a program as source text, or the scheduler 'source'";
    return problem;
  }
  sched::ScheduleOptions options;
  options.optimal_seconds = optimal_seconds;
  const sched::Target target(machine);
  std::vector<sched::Reordered> reordered;
  for (const sched::Block& block : sched::basic_blocks(program, machine.delay_slot)) {
    const sched::Folding folding = sched::foldable(block);
    const sched::Problem scheduling(sched::dependences(block, target, {}, folding), target);
    const sched::Schedule schedule = sched::make_schedule(scheduling, scheduler, options);
    if (scheduler == "optimal" && !schedule.proven) {
      problem.message = fmt::format("the search for the best order of block {} did not end within "
                                    "{} seconds",
                                    block.label, optimal_seconds);
      problem.expected = "more optimal_seconds, or another scheduler";
      return problem;
    }
    reordered.push_back({block, sched::with_whole_lines(block, schedule.order, folding), folding});
  }
  return reread_program(program, program.name, sched::rewritten(program, reordered), machine);
}

} // namespace stallscope::sweep
