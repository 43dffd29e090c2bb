#include "session/summary.hpp"

#include "base/check.hpp"
#include "run/describe_end.hpp"
#include "session/runner.hpp"

#include <string>
#include <utility>

namespace stallscope::session {

trace::RunRecord summary_of(const Simulation& simulation) {
  const isa::Program& program = simulation.program();
  Simulation::Totals totals = simulation.totals();
  trace::RunRecord record;
  record.program = program.name;
  record.isa = name(program.isa);
  record.machine = simulation.machine().name;
  record.cycles = totals.cycles;
  record.instructions = totals.instructions;
  record.micro_ops = totals.micro_ops;
  record.wrong_path_ops = totals.wrong_path_ops;
  record.branches = totals.branches;
  record.mispredictions = totals.mispredictions;
  record.unit_counts = std::move(totals.unit_counts);
  record.ledger = totals.ledger;
  std::string why;
  STALLSCOPE_CHECK(record.ledger.balanced(&why) && record.ledger.cycles == record.cycles,
                   why.c_str());
  record.stop = describe_stop(simulation);
  record.counts_micro_ops = simulation.machine().dynamic.has_value();
  if (const auto& dynamic = simulation.machine().dynamic) {
    record.queues = {dynamic->fetch_queue, dynamic->branch_queue};
    record.broadcasts_results = dynamic->renaming == machine::Renaming::tags;
  }
  record.registers = named_registers(program, simulation.committed(),
                                     simulation.stopped() ? &simulation.arch().regs : nullptr);
  record.notes = platform_notes(program, simulation.arch());
  record.tolerated = tolerated_accesses(program, simulation.arch());
  return record;
}

} // namespace stallscope::session
