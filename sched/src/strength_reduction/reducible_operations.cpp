#include "strength_reduction/reducible_operations.hpp"

#include "base/ascii.hpp"
#include "isa/registers.hpp"
#include "rewriting/source_line.hpp"

#include <algorithm>

namespace stallscope::sched {

namespace {

using ReducibleKind = Reducible::Kind;

struct ReducibleOperation {
  ReducibleKind kind = ReducibleKind::multiply;
  bool words = false;
};

std::optional<ReducibleOperation> operation_of(isa::Op op) {
  switch (op) {
  case isa::Op::mul:
  case isa::Op::x86_imul:
    return ReducibleOperation{ReducibleKind::multiply, false};
  case isa::Op::mulw:
    return ReducibleOperation{ReducibleKind::multiply, true};
  case isa::Op::div:
  case isa::Op::div_trap:
    return ReducibleOperation{ReducibleKind::divide, false};
  case isa::Op::divw:
    return ReducibleOperation{ReducibleKind::divide, true};
  case isa::Op::divu:
    return ReducibleOperation{ReducibleKind::divide_unsigned, false};
  case isa::Op::divuw:
    return ReducibleOperation{ReducibleKind::divide_unsigned, true};
  case isa::Op::rem:
  case isa::Op::rem_trap:
    return ReducibleOperation{ReducibleKind::remainder, false};
  case isa::Op::remw:
    return ReducibleOperation{ReducibleKind::remainder, true};
  case isa::Op::remu:
    return ReducibleOperation{ReducibleKind::remainder_unsigned, false};
  case isa::Op::remuw:
    return ReducibleOperation{ReducibleKind::remainder_unsigned, true};
  // MIPS: LO is the quotient, HI the remainder; the following move tells which is used.
  case isa::Op::divmod:
    return ReducibleOperation{ReducibleKind::divide, false};
  case isa::Op::divmodw:
    return ReducibleOperation{ReducibleKind::divide, true};
  case isa::Op::divmodu:
    return ReducibleOperation{ReducibleKind::divide_unsigned, false};
  case isa::Op::divmoduw:
    return ReducibleOperation{ReducibleKind::divide_unsigned, true};
  default:
    return std::nullopt;
  }
}

bool reads(const isa::MicroOp& micro_op, RegId reg) {
  const auto sources = micro_op.sources();
  return std::any_of(sources.begin(), sources.end(),
                     [reg](const isa::RegisterRead& read) { return read.reg == reg; });
}
bool writes(const isa::MicroOp& micro_op, RegId reg) {
  const auto destinations = micro_op.destinations();
  return std::find(destinations.begin(), destinations.end(), reg) != destinations.end();
}

/// The nodes on one source line.
struct LineNodes {
  std::uint32_t line = 0;
  Node first = 0;
  Node last = 0;
};

/// Nothing when some instruction of the line is in another block.
std::optional<LineNodes> nodes_on_line(const Block& block, Node node) {
  const isa::Program& program = *block.program;
  const auto line_at = [&](std::uint32_t index) { return program.source[index].line; };
  LineNodes nodes{line_at(block.index_of(node)), node, node};
  if (nodes.line == 0 || nodes.line > program.source_lines.size())
    return std::nullopt;
  while (nodes.first > 0 && line_at(block.index_of(nodes.first - 1)) == nodes.line)
    --nodes.first;
  while (nodes.last + 1 < block.count && line_at(block.index_of(nodes.last + 1)) == nodes.line)
    ++nodes.last;
  const std::uint32_t before = block.index_of(nodes.first);
  const std::uint32_t behind = block.index_of(nodes.last) + 1;
  const bool alone = (before == 0 || line_at(before - 1) != nodes.line) &&
                     (behind >= program.source.size() || line_at(behind) != nodes.line);
  return alone ? std::optional(nodes) : std::nullopt;
}

/// Examines the instructions of a block.
class LineFinder {
public:
  LineFinder(const Block& block, const RegisterSet& live_out)
      : block_(block), live_out_(live_out) {}

  std::optional<ReducibleLine> find(Node node, const KnownValues& values) const {
    const isa::Instruction& instruction = block_.instruction(node);
    const auto operation = operation_of(instruction.op);
    const auto line = operation ? nodes_on_line(block_, node) : std::nullopt;
    if (!line || instruction.micro_op_count != 1 || isa::access_bytes(instruction) != 0)
      return std::nullopt;
    ReducibleLine found;
    found.node = node;
    found.line = line->line;
    found.operation.kind = operation->kind;
    found.operation.words =
        operation->words || (block_.program->isa == isa::Isa::riscv && block_.program->xlen == 32);
    found.to = instruction.rd;
    if (!find_constant(found, instruction, values) || !others_of_line(found, *line) ||
        !results_are_dead(found, *line))
      return std::nullopt;
    if (isa::is_x86(instruction.op) && !x86_names(found))
      return std::nullopt;
    if (found.operation.words)
      found.operation.constant = static_cast<std::int32_t>(found.operation.constant);
    found.operation.in_place = found.to == found.from;
    return found;
  }

private:
  static bool find_constant(ReducibleLine& found, const isa::Instruction& instruction,
                            const KnownValues& values) {
    const bool x86 = isa::is_x86(instruction.op);
    const auto known = [&](RegId reg) {
      const auto value = values.find(reg);
      if (value == values.end() || value->second.on_stack)
        return false;
      found.operation.constant = value->second.value;
      found.constant = reg;
      return true;
    };
    found.from = x86 ? instruction.rs2 : instruction.rs1;
    if (instruction.has_immediate) {
      found.operation.constant = instruction.imm;
      return found.from != 0;
    }
    if (x86 || instruction.rs1 == 0 || instruction.rs2 == 0)
      return false;
    if (known(instruction.rs2))
      return true;
    found.from = instruction.rs2;
    return found.operation.kind == ReducibleKind::multiply && known(instruction.rs1);
  }

  /// The preceding instructions on its line only load the constant into $at; the following one
  /// moves one result.
  bool others_of_line(ReducibleLine& found, const LineNodes& line) const {
    for (Node node = line.first; node < found.node; ++node) {
      const isa::MicroOp& micro_op = block_.micro_op(node);
      if (block_.program->isa != isa::Isa::mips || micro_op.write_count != 1 ||
          micro_op.writes[0] != isa::mips::kAt || isa::is_memory(micro_op.op_class))
        return false;
    }
    const bool divides = writes(block_.micro_op(found.node), isa::kHi);
    if (line.last == found.node)
      return !divides;
    const isa::Instruction& fetch = block_.instruction(line.last);
    if (!divides || line.last != found.node + 1 || fetch.op != isa::Op::move)
      return false;
    found.to = fetch.rd;
    if (fetch.rs1 == isa::kHi)
      found.operation.kind = found.operation.kind == ReducibleKind::divide
                                 ? ReducibleKind::remainder
                                 : ReducibleKind::remainder_unsigned;
    return true;
  }

  bool results_are_dead(const ReducibleLine& found, const LineNodes& line) const {
    for (Node node = line.first; node <= line.last; ++node)
      for (const RegId reg : block_.micro_op(node).destinations())
        if (reg != found.to && !dead_behind(block_, line.last, reg, live_out_))
          return false;
    return true;
  }

  /// By the operand names in the text; only 32- and 64-bit operations.
  bool x86_names(ReducibleLine& found) const {
    const isa::Program& program = *block_.program;
    const std::string& text = program.source_lines[found.line - 1];
    const auto named = [&](const std::string& prefix, const std::string& suffix, RegId reg) {
      const std::string& name = program.register_names[reg]; // rax, r8
      const bool numbered = name.size() > 1 && is_digit(name[1]);
      return "%" + (numbered ? name + suffix : prefix + name.substr(1));
    };
    for (const bool words : {false, true}) {
      found.operation.words = words;
      found.from_text = named(words ? "e" : "r", words ? "d" : "", found.from);
      found.to_text = named(words ? "e" : "r", words ? "d" : "", found.to);
      const Statement statement = statement_of(text);
      const std::string operands = text.substr(statement.begin, statement.end - statement.begin);
      const std::size_t to = operands.rfind(found.to_text);
      if (to != std::string::npos &&
          operands.find_first_not_of(" \t\r", to + found.to_text.size()) == std::string::npos)
        return operands.find(found.from_text) != std::string::npos;
    }
    return false;
  }

  const Block& block_;
  const RegisterSet& live_out_;
};

} // namespace

bool dead_behind(const Block& block, Node node, RegId reg, const RegisterSet& live_out) {
  for (Node later = node + 1; later < block.count; ++later) {
    const isa::Instruction& instruction = block.instruction(later);
    for (const isa::MicroOp& micro_op : block.program->micro_ops_of(instruction)) {
      if (reads(micro_op, reg))
        return false;
      if (writes(micro_op, reg))
        return true;
    }
    // Flags are dead across calls and returns.
    if ((reg == isa::x86::kFlags || reg == isa::x86::kCarryFlag) &&
        block.program->isa == isa::Isa::x86 &&
        (instruction.op == isa::Op::x86_ret || instruction.op == isa::Op::x86_call ||
         instruction.op == isa::Op::x86_call_indirect))
      return true;
  }
  return !live_out.test(reg);
}

std::vector<ReducibleLine> reducible_lines(const Block& block, KnownValues values,
                                           const RegisterSet& live_out, bool delay_slot) {
  const LineFinder finder(block, live_out);
  std::vector<ReducibleLine> found;
  for (Node node = 0; node < block.count; ++node) {
    const bool in_slot =
        delay_slot && node > 0 && isa::is_control(block.instruction(node - 1).op_class);
    if (!in_slot)
      if (auto line = finder.find(node, values))
        found.push_back(std::move(*line));
    step_values(*block.program, block.instruction(node), values);
  }
  return found;
}

} // namespace stallscope::sched
