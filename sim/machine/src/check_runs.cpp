#include "isa/crack.hpp"
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

/// RISC-V and x86 have no delay slots, and neither has code that a compiler made for them.
void check_delay_slots(const Machine& machine, const isa::Program& program, Diagnostics& problems) {
  const bool x86 = program.isa == isa::Isa::x86;
  if (!machine.delay_slot || (!x86 && program.isa != isa::Isa::riscv))
    return;
  Diagnostic d;
  d.file = program.name;
  d.message = fmt::format("machine '{}' has branch.delay_slot = true, and {} programs have no "
                          "delay slots",
                          machine.name, x86 ? "x86" : "RISC-V");
  d.expected = "branch.delay_slot = false, or a program in mips or tac notation";
  problems.push_back(std::move(d));
}

/// A fetch brings whole instructions, and those of x86 have up to 15 bytes.
void check_fetch_bytes(const Machine& machine, const isa::Program& program, Diagnostics& problems) {
  constexpr unsigned kLeastBytes = 16;
  const unsigned bytes = machine.dynamic ? machine.dynamic->fetch_bytes : 0;
  if (bytes == 0 || bytes >= kLeastBytes || program.isa != isa::Isa::x86)
    return;
  Diagnostic d;
  d.file = program.name;
  d.message = fmt::format("machine '{}' has front_end.fetch_bytes = {}, and x86 instructions have "
                          "up to 15 bytes",
                          machine.name, bytes);
  d.expected = fmt::format("front_end.fetch_bytes = {} or more, or 0", kLeastBytes);
  problems.push_back(std::move(d));
}

/// Every class of micro-ops without a port, where the first of it is.
void check_ports(const Machine& machine, const isa::Program& program, Diagnostics& problems) {
  PortClassSet covered;
  for (const Port& port : machine.dynamic->ports)
    covered |= port.executes;
  isa::CrackRules rules;
  rules.split_store = covered[kStoreAddress];
  PortClassSet reported;
  for (std::size_t i = 0; i < program.code.size(); ++i)
    for (const isa::CrackedOp& op : isa::crack(program.code[i], rules)) {
      if (op.op_class == OpClass::nop)
        continue;
      const auto op_class = static_cast<std::size_t>(op.op_class);
      const std::size_t needed = op.kind == isa::CrackedKind::store_address ? kStoreAddress
                                 : op.kind == isa::CrackedKind::store_data  ? kStoreData
                                                                            : op_class;
      const auto base = static_cast<std::size_t>(isa::base_of(op.op_class));
      const std::size_t missing = needed == op_class && !covered[base] ? base : needed;
      if (covered[needed] || reported[missing])
        continue;
      reported.set(missing);
      Diagnostic d = at_instruction(program, i);
      d.message = fmt::format("no port of machine '{}' executes {}", machine.name,
                              port_class_name(missing));
      d.expected = fmt::format("operations its ports cover ({}), or a machine with such a port",
                               fmt::join(words_for(covered), ", "));
      problems.push_back(std::move(d));
    }
}

} // namespace

Diagnostics check_runs(const Machine& machine, const isa::Program& program) {
  Diagnostics problems;
  check_delay_slots(machine, program, problems);
  check_fetch_bytes(machine, program, problems);
  if (program.decoded) // at every second byte: most of that is never run, or no code at all
    return problems;
  if (machine.dynamic) {
    check_ports(machine, program, problems);
    return problems;
  }
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

isa::CTarget c_target(const Machine& machine) {
  PortClassSet ports;
  if (machine.dynamic)
    for (const Port& port : machine.dynamic->ports)
      ports |= port.executes;
  const auto executes = [&](OpClass op_class) {
    return machine.dynamic ? ports[static_cast<std::size_t>(op_class)]
                           : machine.unit_for(op_class) < machine.units.size();
  };
  isa::CTarget target;
  target.multiply = executes(OpClass::multiply) && executes(OpClass::divide);
  target.atomics = executes(OpClass::atomic) || machine.dynamic.has_value();
  target.floats = executes(OpClass::fp_add) && executes(OpClass::fp_multiply);
  target.xlen = target.floats ? 64 : 32;
  return target;
}

} // namespace stallscope::machine
