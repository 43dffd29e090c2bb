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

/// By instruction, what running into is not excluded: everything of an assembled program. Machine
/// code is decoded at every second byte, and most of that is never run: there, what direct jumps
/// and branches lead to from the entry and from labels.
std::vector<bool> reachable(const isa::Program& program) {
  std::vector<bool> seen(program.code.size(), !program.decoded);
  if (!program.decoded)
    return seen;
  std::vector<std::uint64_t> open{program.entry};
  for (const auto& [name, symbol] : program.symbols)
    if (symbol.is_code)
      open.push_back(symbol.address);
  while (!open.empty()) {
    const std::uint32_t index = program.index_of(open.back());
    open.pop_back();
    if (index >= program.code.size() || seen[index])
      continue;
    const isa::Instruction& i = program.code[index];
    if (i.op == isa::Op::unknown)
      continue;
    seen[index] = true;
    const bool returns = !isa::is_jump(i.op_class) || i.rd != isa::kSinkRegister;
    if (returns && i.op != isa::Op::mret)
      open.push_back(i.pc + i.size);
    if (isa::is_control(i.op_class) && i.op_class != OpClass::jump_register)
      open.push_back(i.target);
  }
  return seen;
}

/// RISC-V has no delay slots, and neither has code that a compiler made for it.
void check_delay_slots(const Machine& machine, const isa::Program& program, Diagnostics& problems) {
  if (!machine.delay_slot || program.isa != isa::Isa::riscv)
    return;
  Diagnostic d;
  d.file = program.name;
  d.message = fmt::format("machine '{}' has branch.delay_slot = true, and RISC-V programs have no "
                          "delay slots",
                          machine.name);
  d.expected = "branch.delay_slot = false, or a program in mips or tac notation";
  problems.push_back(std::move(d));
}

} // namespace

Diagnostics check_runs(const Machine& machine, const isa::Program& program) {
  Diagnostics problems;
  check_delay_slots(machine, program, problems);
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
  const std::vector<bool> runs = reachable(program);
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    if (!runs[i])
      continue;
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
      if (machine.unit_for(op.op_class) < machine.units.size())
        continue;
      // Named by its class, when no unit executes that either.
      const OpClass base = isa::base_of(op.op_class);
      const OpClass missing = machine.unit_for(base) < machine.units.size() ? op.op_class : base;
      if (reported[static_cast<std::size_t>(missing)])
        continue;
      reported.set(static_cast<std::size_t>(missing));
      Diagnostic d = at_instruction(program, i);
      d.message =
          fmt::format("no unit of machine '{}' executes {}", machine.name, isa::name(missing));
      d.expected = fmt::format("operations its units cover ({}), or a machine with such a unit",
                               fmt::join(words_for(covered), ", "));
      problems.push_back(std::move(d));
    }
  }
  return problems;
}

} // namespace stallscope::machine
