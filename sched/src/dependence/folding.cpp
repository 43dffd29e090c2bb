#include "sched/dependence/folding.hpp"

#include "base/ascii.hpp"
#include "isa/registers.hpp"
#include "isa/riscv_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>

namespace stallscope::sched {

namespace {

/// Offset range of both notations: 12 bits of RISC-V.
constexpr std::int64_t kLargestOffset = 2047;

bool is_increment(const Block& block, Node node) {
  const isa::Instruction& instruction = block.instruction(node);
  const isa::MicroOp& micro_op = block.micro_op(node);
  // Memory below the stack pointer is not preserved: a signal handler may overwrite it.
  const RegId sp = block.program->isa == isa::Isa::riscv ? isa::riscv::kSp : isa::mips::kSp;
  return instruction.rd != sp &&
         (instruction.op == isa::Op::add ||
          (block.program->isa == isa::Isa::mips &&
           (instruction.op == isa::Op::addw || instruction.op == isa::Op::addw_overflow ||
            instruction.op == isa::Op::add_overflow))) &&
         instruction.has_immediate && micro_op.write_count == 1 &&
         instruction.rd == instruction.rs1 && micro_op.writes[0] == instruction.rd;
}

/// Position of the offset in a line's memory operand: "8" in "lw a0, 8(a1)".
std::optional<std::pair<std::size_t, std::size_t>> offset_place(const std::string& line) {
  const std::size_t end = std::min(line.find_first_of("#;"), line.size());
  const std::size_t bracket = line.find('(');
  if (bracket == std::string::npos || bracket >= end || line.find('(', bracket + 1) < end)
    return std::nullopt;
  std::size_t begin = bracket;
  while (begin > 0 && (is_digit(line[begin - 1]) || line[begin - 1] == '-'))
    --begin;
  if (begin > 0 && line[begin - 1] != ',' && line[begin - 1] != ' ' && line[begin - 1] != '\t')
    return std::nullopt;
  return std::pair{begin, bracket};
}

/// The text's offset can be replaced: one instruction on the line, and a number equal to the
/// instruction's.
bool can_change_text(const Block& block, Node node) {
  const isa::Program& program = *block.program;
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

/// Range of the sum of a register's increments, upwards and downwards.
struct Moves {
  std::int64_t up = 0;
  std::int64_t down = 0;
  std::int64_t grain = 0; ///< greatest common divisor of the increments; 0: no increments

  void add(std::int64_t step) {
    (step > 0 ? up : down) += std::abs(step);
    grain = std::gcd(grain, step);
  }
};

/// Machine code: all offsets the access may get can be encoded in its size; compressed instructions
/// have restricted offsets.
bool can_change_code(const isa::Program& program, const isa::Instruction& access,
                     const Moves& before, const Moves& behind) {
  const auto fits = [&](std::int64_t offset) {
    return isa::with_immediate(access, offset, program.xlen).has_value();
  };
  const std::int64_t grain = std::gcd(before.grain, behind.grain);
  return (access.size == 4 || grain % isa::access_bytes(access) == 0) &&
         fits(access.imm - behind.up - before.down) && fits(access.imm + before.up + behind.down);
}

/// The register holds the result of an auipc for this instruction: the offset is the lower half of
/// the address.
bool reads_upper_half(const Block& block, Node node) {
  for (Node maker = node; maker-- > 0;) {
    const auto writes = block.micro_op(maker).destinations();
    if (std::find(writes.begin(), writes.end(), block.instruction(node).rs1) != writes.end())
      return block.instruction(maker).op == isa::Op::load_immediate &&
             (block.instruction(maker).raw & 0x7fU) == 0x17;
  }
  return false;
}

bool is_plain_access(const Block& block, Node node) {
  const isa::Instruction& instruction = block.instruction(node);
  const isa::MicroOp& micro_op = block.micro_op(node);
  if (!isa::is_memory(instruction.op_class) ||
      isa::base_of(instruction.op_class) == isa::OpClass::atomic || instruction.rs1 == 0)
    return false;
  unsigned reads = 0; // as base and as store data: one register can have both roles
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
  const bool decoded = block.program->decoded;
  std::map<RegId, Moves> moves; // all increments of a register together
  folding.increments.assign(block.count, false);
  folding.accesses.assign(block.count, false);
  for (Node node = 0; node < block.count; ++node)
    if (is_increment(block, node) && !(decoded && reads_upper_half(block, node))) {
      folding.increments[node] = true;
      moves[block.instruction(node).rd].add(block.instruction(node).imm);
    }
  bool any = false;
  std::map<RegId, Moves> before;
  for (Node node = 0; node < block.count; ++node) {
    const isa::Instruction& instruction = block.instruction(node);
    if (folding.increments[node])
      before[instruction.rd].add(instruction.imm);
    const auto moved = moves.find(instruction.rs1);
    if (moved == moves.end() || !is_plain_access(block, node))
      continue;
    const Moves& all = moved->second;
    if (std::abs(instruction.imm) + all.up + all.down > kLargestOffset)
      continue;
    const Moves& crossed = before[instruction.rs1];
    const Moves behind{all.up - crossed.up, all.down - crossed.down, all.grain};
    folding.accesses[node] = decoded ? can_change_code(*block.program, instruction, crossed, behind)
                                     : can_change_text(block, node);
    any = any || folding.accesses[node];
  }
  return any ? folding : Folding{};
}

std::vector<std::pair<Node, std::int64_t>>
folded_offsets(const Block& block, const Folding& folding, const std::vector<Node>& order) {
  std::vector<std::pair<Node, std::int64_t>> changed;
  if (folding.empty())
    return changed;
  // Sum of increments of the base before an access, in the source and in the order.
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
