#include "isa/crack.hpp"
#include "keys/op_classes.hpp"
#include "machine/machine_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

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

/// RISC-V and x86 have no delay slots, nor does code compiled for machines without them.
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

/// A fetch must deliver whole instructions; those of x86 have up to 15 bytes.
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

/// Reports each class of micro-ops without a port, with its first instruction.
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

/// The similar class for an operation without a unit; every machine has integer.
std::optional<OpClass> similar_class(OpClass op_class) {
  switch (isa::base_of(op_class)) {
  case OpClass::fp_load:
  case OpClass::atomic:
    return OpClass::load;
  case OpClass::fp_store:
    return OpClass::store;
  case OpClass::fp_multiply:
  case OpClass::fp_fused:
    return OpClass::multiply;
  case OpClass::fp_divide:
    return OpClass::divide;
  case OpClass::fp_add:
  case OpClass::fp_compare:
  case OpClass::fp_convert:
  case OpClass::fp_move:
  case OpClass::shift:
  case OpClass::multiply:
  case OpClass::divide:
    return OpClass::integer;
  default:
    return std::nullopt;
  }
}

bool executes(const Machine& machine, OpClass op_class) {
  if (!machine.dynamic)
    return machine.unit_for(op_class) < machine.units.size();
  const std::size_t c = static_cast<std::size_t>(op_class);
  return op_class == OpClass::nop ||
         std::any_of(machine.dynamic->ports.begin(), machine.dynamic->ports.end(),
                     [c](const Port& port) { return port.executes[c]; });
}

/// The maximum operand-dependent extra cycles.
unsigned longest(const OperandLatency& latency, unsigned xlen) {
  if (latency.bits_per_cycle == 0)
    return 0;
  const unsigned measure = latency.measure == OperandMeasure::divisor_nonzero ? 1
                           : latency.measure == OperandMeasure::shift_amount  ? xlen - 1
                                                                              : xlen;
  return latency.cycles_for(measure);
}

/// Makes the units of `like` execute `op_class`.
void add_to_units_of(Machine& machine, OpClass op_class, OpClass like) {
  const auto c = static_cast<std::size_t>(op_class);
  const auto l = static_cast<std::size_t>(like);
  if (!machine.dynamic) {
    Unit& unit = machine.units[machine.unit_for(like)];
    unit.operations.set(c);
    unit.latency_cycles[c] =
        unit.latency_cycles[l] + longest(unit.operand_latency[l], machine.xlen);
    return;
  }
  for (Port& port : machine.dynamic->ports)
    if (port.executes[l]) {
      port.executes.set(c);
      port.alone.set(c, port.alone[l]);
      port.latency_cycles[c] = port.latency_cycles[l];
    }
}

/// The classes of an instruction that need a unit or port.
std::vector<OpClass> classes_of(const Machine& machine, const isa::Program& program,
                                const isa::Instruction& instruction) {
  std::vector<OpClass> classes;
  if (machine.dynamic) {
    for (const isa::CrackedOp& op : isa::crack(instruction, {}))
      classes.push_back(op.op_class);
  } else {
    for (const isa::MicroOp& op : program.micro_ops_of(instruction))
      classes.push_back(op.op_class);
  }
  return classes;
}

} // namespace

Diagnostics assume_units(Machine& machine, const isa::Program& program) {
  Diagnostics said;
  if (machine.missing_unit != MissingUnit::assume || program.decoded ||
      program.platform != isa::Platform::simple)
    return said;
  for (std::size_t i = 0; i < program.code.size(); ++i)
    for (const OpClass op_class : classes_of(machine, program, program.code[i])) {
      if (executes(machine, op_class))
        continue;
      std::optional<OpClass> like = similar_class(op_class);
      while (like && !executes(machine, *like))
        like = similar_class(*like);
      if (!like)
        continue;
      const OpClass base = isa::base_of(op_class);
      for (std::size_t c = 0; c < kOpClassCount; ++c) // with its refinements, as in machine files
        if (const auto other = static_cast<OpClass>(c);
            isa::base_of(other) == base && !executes(machine, other))
          add_to_units_of(machine, other, *like);
      Diagnostic d = at_instruction(program, i);
      d.severity = Severity::warning;
      d.message = fmt::format(
          "no {} of machine '{}' executes {}: it is executed as {}, in the time "
          "of that",
          machine.dynamic ? "port" : "unit", machine.name, isa::name(base), isa::name(*like));
      said.push_back(std::move(d));
    }
  return said;
}

Diagnostics check_runs(const Machine& machine, const isa::Program& program) {
  Diagnostics problems;
  check_delay_slots(machine, program, problems);
  check_fetch_bytes(machine, program, problems);
  if (program.decoded) // machine code is decoded at every 2-byte boundary: most of it is never
                       // executed, or data
    return problems;
  if (machine.dynamic) {
    check_ports(machine, program, problems);
    return problems;
  }
  OpClassSet reported;
  OpClassSet covered;
  for (const Unit& unit : machine.units)
    covered |= unit.operations;
  // All operands are read in one cycle if operations wait before the read stage, or read where they
  // execute.
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
      // Already reported for the base class, when no unit executes that class.
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
  isa::CTarget target;
  target.multiply = executes(machine, OpClass::multiply) && executes(machine, OpClass::divide);
  target.atomics = executes(machine, OpClass::atomic) || machine.dynamic.has_value();
  target.floats = executes(machine, OpClass::fp_add) && executes(machine, OpClass::fp_multiply);
  target.xlen = target.floats && machine.xlen == 64 ? 64 : 32;
  return target;
}

} // namespace stallscope::machine
