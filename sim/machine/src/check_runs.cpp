#include "machine/machine_file.hpp"
#include "op_classes.hpp"

#include <fmt/format.h>

namespace stallscope::machine {

namespace {

Diagnostic at_instruction(const isa::Program& program, std::size_t index) {
  Diagnostic d;
  const isa::SourcePlace place = program.place_of(static_cast<std::uint32_t>(index));
  d.file = place.file;
  d.line = place.line;
  d.column = place.column;
  if (place.line > 0 && place.line <= program.source_lines.size())
    d.source_line = program.source_lines[place.line - 1];
  return d;
}

} // namespace

Diagnostics check_runs(const Machine& machine, const isa::Program& program) {
  Diagnostics problems;
  OpClassSet reported;
  OpClassSet covered;
  for (const Unit& unit : machine.units)
    covered |= unit.operations;
  // Waiting in front of the read stage means reading all operands in one cycle, and so does reading
  // them where the operation executes.
  const bool one_stage =
      machine.stage_with(StageRole::read) == machine.stage_with(StageRole::execute);
  const unsigned reads_at_once =
      (one_stage || machine.operand_wait == OperandWait::before_read) && machine.read_ports > 0
          ? machine.read_ports
          : isa::kMaxReads;
  bool too_many_reads = false;
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    for (const isa::MicroOp& op : program.micro_ops_of(program.code[i])) {
      if (op.read_count > reads_at_once && !too_many_reads) {
        too_many_reads = true;
        Diagnostic d = at_instruction(program, i);
        d.message = fmt::format(
            "this reads {} registers at once, and machine '{}' has register_file.read_ports = {}",
            op.read_count, machine.name, machine.read_ports);
        d.expected = one_stage
                         ? "more read ports, or a stage that reads before the one that executes"
                         : "more read ports, or register_file.wait = \"in_read\", which reads "
                           "them one after the other";
        problems.push_back(std::move(d));
      }
      const auto op_class = static_cast<std::size_t>(op.op_class);
      if (machine.unit_for(op.op_class) < machine.units.size() || reported[op_class])
        continue;
      reported.set(op_class);
      Diagnostic d = at_instruction(program, i);
      d.message =
          fmt::format("no unit of machine '{}' executes {}", machine.name, isa::name(op.op_class));
      d.expected = fmt::format("operations its units cover ({}), or a machine with such a unit",
                               fmt::join(words_for(covered), ", "));
      problems.push_back(std::move(d));
    }
  }
  return problems;
}

} // namespace stallscope::machine
