#include "sched/folding.hpp"

#include "isa/registers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <map>
#include <optional>

namespace stallscope::sched {

namespace {

/// Offsets of both notations fit that: 12 bits of RISC-V.
constexpr std::int64_t kLargestOffset = 2047;

bool is_increment(const Block& block, Node node) {
  const isa::Instruction& instruction = block.instruction(node);
  const isa::MicroOp& micro_op = block.micro_op(node);
  // What lies below the stack pointer belongs to nobody: a signal handler may overwrite it.
  const RegId sp = block.program->isa == isa::Isa::riscv ? isa::riscv::kSp : isa::mips::kSp;
  return instruction.rd != sp &&
         (instruction.op == isa::Op::add ||
          (block.program->isa == isa::Isa::mips &&
           (instruction.op == isa::Op::addw || instruction.op == isa::Op::addw_overflow))) &&
         instruction.has_immediate && micro_op.write_count == 1 &&
         instruction.rd == instruction.rs1 && micro_op.writes[0] == instruction.rd;
}

/// Where the offset of a memory operand stands in a line: "8" in "lw a0, 8(a1)".
std::optional<std::pair<std::size_t, std::size_t>> offset_place(const std::string& line) {
  const std::size_t end = std::min(line.find_first_of("#;"), line.size());
  const std::size_t bracket = line.find('(');
  if (bracket == std::string::npos || bracket >= end || line.find('(', bracket + 1) < end)
    return std::nullopt;
  std::size_t begin = bracket;
  while (begin > 0 &&
         (std::isdigit(static_cast<unsigned char>(line[begin - 1])) != 0 || line[begin - 1] == '-'))
    --begin;
  if (begin > 0 && line[begin - 1] != ',' && line[begin - 1] != ' ' && line[begin - 1] != '\t')
    return std::nullopt;
  return std::pair{begin, bracket};
}

/// Its text can be given another offset: one instruction on the line, and a number that is the
/// instruction's.
bool can_change_text(const Block& block, Node node) {
  const isa::Program& program = *block.program;
  if (program.decoded)
    return true;
  const std::uint32_t index = block.index_of(node);
  const std::uint32_t line = program.source[index].line;
  if (line == 0 || line > program.source_lines.size() ||
      (index > 0 && program.source[index - 1].line == line) ||
      (index + 1 < program.source.size() && program.source[index + 1].line == line))
    return false;
  const std::string& text = program.source_lines[line - 1];
  const auto place = offset_place(text);
  if (!place)
    return false;
  std::int64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data() + place->first, text.data() + place->second, value);
  const bool number = place->first == place->second || // (a0)
                      (error == std::errc{} && end == text.data() + place->second);
  return number && value == block.instruction(node).imm;
}

bool is_plain_access(const Block& block, Node node) {
  const isa::Instruction& instruction = block.instruction(node);
  const isa::MicroOp& micro_op = block.micro_op(node);
  if (!isa::is_memory(instruction.op_class) ||
      isa::base_of(instruction.op_class) == isa::OpClass::atomic || instruction.rs1 == 0)
    return false;
  unsigned reads = 0; // as base and as store data: both in one register is two roles
  for (const isa::RegisterRead& read : micro_op.sources())
    reads += read.reg == instruction.rs1 ? 1U : 0U;
  const auto writes = micro_op.destinations();
  return reads == 1 && std::find(writes.begin(), writes.end(), instruction.rs1) == writes.end();
}

} // namespace

Folding foldable(const Block& block) {
  Folding folding;
  const isa::Isa isa = block.program->isa;
  if (isa != isa::Isa::riscv && isa != isa::Isa::mips)
    return folding;
  std::map<RegId, std::int64_t> distance; // all increments of a register together
  folding.increments.assign(block.count, false);
  folding.accesses.assign(block.count, false);
  for (Node node = 0; node < block.count; ++node)
    if (is_increment(block, node)) {
      folding.increments[node] = true;
      distance[block.instruction(node).rd] += std::abs(block.instruction(node).imm);
    }
  bool any = false;
  for (Node node = 0; node < block.count; ++node)
    if (is_plain_access(block, node)) {
      const isa::Instruction& access = block.instruction(node);
      const auto moved = distance.find(access.rs1);
      if (moved != distance.end() && std::abs(access.imm) + moved->second <= kLargestOffset &&
          can_change_text(block, node))
        folding.accesses[node] = any = true;
    }
  return any ? folding : Folding{};
}

std::vector<std::pair<Node, std::int64_t>>
folded_offsets(const Block& block, const Folding& folding, const std::vector<Node>& order) {
  std::vector<std::pair<Node, std::int64_t>> changed;
  if (folding.empty())
    return changed;
  // How far a base has been moved when an access reads it, in the source and in the order.
  const auto moved_at = [&](const auto& nodes) {
    std::map<RegId, std::int64_t> moved;
    std::vector<std::int64_t> at(block.count, 0);
    for (const Node node : nodes) {
      const isa::Instruction& instruction = block.instruction(node);
      if (folding.accesses[node])
        at[node] = moved[instruction.rs1];
      if (folding.increments[node])
        moved[instruction.rd] += instruction.imm;
    }
    return at;
  };
  std::vector<Node> source(block.count);
  for (Node node = 0; node < block.count; ++node)
    source[node] = node;
  const std::vector<std::int64_t> was = moved_at(source);
  const std::vector<std::int64_t> is = moved_at(order);
  for (const Node node : order)
    if (was[node] != is[node])
      changed.emplace_back(node, block.instruction(node).imm + was[node] - is[node]);
  return changed;
}

std::string with_offset(const std::string& line, std::int64_t offset) {
  const auto place = offset_place(line);
  return place
             ? line.substr(0, place->first) + fmt::format("{}", offset) + line.substr(place->second)
             : line;
}

} // namespace stallscope::sched
