#include "sched/control_flow/block.hpp"

#include "control_flow/code_addresses.hpp"
#include "control_flow/label_use.hpp"
#include "isa/functions.hpp"
#include "isa/registers.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

namespace stallscope::sched {

namespace {

bool is_mark(const isa::Instruction& instruction) {
  switch (instruction.op) {
  case isa::Op::add: // ntl.all
  case isa::Op::sll:
  case isa::Op::sllw:
  case isa::Op::srl:
  case isa::Op::srlw:
  case isa::Op::sra:
  case isa::Op::sraw:
    return instruction.rd == isa::kSinkRegister;
  default:
    return false;
  }
}

} // namespace

bool has_side_effects(const isa::Instruction& instruction) {
  const isa::OpClass base = isa::base_of(instruction.op_class);
  return base == isa::OpClass::system || instruction.op_class == isa::OpClass::csr_read ||
         base == isa::OpClass::atomic || instruction.op == isa::Op::unknown ||
         is_mark(instruction) ||
         (!isa::is_self_contained(instruction) && !isa::is_control(instruction.op_class));
}

namespace {

/// A return: a jump to the address in the link register.
bool is_return(const isa::Program& program, const isa::Instruction& instruction) {
  switch (program.isa) {
  case isa::Isa::mips:
    return instruction.rs1 == isa::mips::kRa;
  case isa::Isa::riscv:
    return instruction.rs1 == isa::riscv::kRa;
  default:
    return instruction.op == isa::Op::x86_ret;
  }
}

/// The program's instructions in address order, without overlapping ones. Each contiguous range
/// starts at a symbol or the entry, and continues with the instruction after the previous one.
std::vector<std::uint32_t> instructions_in_line(const isa::Program& program) {
  std::vector<std::uint32_t> line;
  const auto count = static_cast<std::uint32_t>(program.code.size());
  if (!program.decoded) {
    line.resize(count);
    std::iota(line.begin(), line.end(), 0U);
    return line;
  }
  std::set<std::uint64_t> begins{program.entry};
  for (const auto& [name, symbol] : program.symbols)
    if (symbol.is_code)
      begins.insert(symbol.address);
  std::uint64_t next = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const isa::Instruction& instruction = program.code[i];
    if (instruction.pc < next && !begins.contains(instruction.pc))
      continue;
    line.push_back(i);
    next = instruction.pc + instruction.size;
  }
  return line;
}

} // namespace

std::vector<Block> basic_blocks(const isa::Program& program, bool delay_slot) {
  const std::vector<std::uint32_t> line = instructions_in_line(program);
  std::vector<bool> leader(program.code.size() + 1, false);
  const auto lead = [&](std::uint64_t pc) {
    if (const std::uint32_t index = program.index_of(pc); index < program.code.size())
      leader[index] = true;
  };
  lead(program.entry);
  bool jumps_anywhere = program.decoded; // a jump other than a return can reach any label
  for (std::size_t at = 0; at < line.size(); ++at) {
    const isa::Instruction& instruction = program.code[line[at]];
    if (!isa::is_control(instruction.op_class))
      continue;
    if (instruction.op_class != isa::OpClass::jump_register)
      lead(instruction.target);
    else
      jumps_anywhere |= !is_return(program, instruction);
    if (const std::size_t behind = at + (delay_slot ? 2 : 1); behind < line.size())
      leader[line[behind]] = true;
  }
  if (jumps_anywhere)
    for (const std::uint64_t address : labels_in_use(program))
      lead(address);
  if (program.decoded) {
    const CodeAddresses named = code_addresses(program, line);
    for (const auto* addresses : {&named.computed, &named.jumped, &named.in_data})
      for (const std::uint64_t address : *addresses)
        lead(address);
  }
  std::vector<Block> blocks;
  std::uint64_t next = ~std::uint64_t{0};
  for (const std::uint32_t i : line) {
    const isa::Instruction& instruction = program.code[i];
    if (leader[i] || instruction.pc != next) {
      Block block;
      block.program = &program;
      block.label = program.symbolic(instruction.pc);
      if (block.label.empty())
        block.label = "block";
      blocks.push_back(std::move(block));
    }
    blocks.back().indices.push_back(i);
    ++blocks.back().count;
    next = instruction.pc + instruction.size;
  }
  return blocks;
}

std::vector<Block> blocks_of_function(const isa::Program& program, const std::string& function,
                                      bool delay_slot) {
  const std::optional<isa::Function> found = isa::function_named(program, function);
  if (!found)
    return {};
  std::vector<Block> blocks = basic_blocks(program, delay_slot);
  const std::vector<std::uint32_t> code = isa::instructions_of(program, *found);
  std::erase_if(blocks, [&](const Block& block) {
    return !std::binary_search(code.begin(), code.end(), block.indices.front());
  });
  return blocks;
}

} // namespace stallscope::sched
