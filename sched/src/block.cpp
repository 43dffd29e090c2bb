#include "sched/block.hpp"

#include "isa/registers.hpp"

#include <algorithm>

namespace stallscope::sched {

bool has_side_effects(const isa::Instruction& instruction) {
  const isa::OpClass base = isa::base_of(instruction.op_class);
  return base == isa::OpClass::system || instruction.op_class == isa::OpClass::csr_read ||
         base == isa::OpClass::atomic || instruction.op == isa::Op::unknown ||
         (!isa::is_self_contained(instruction) && !isa::is_control(instruction.op_class));
}

namespace {

/// A jump to the address in the register that calls put it into.
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

} // namespace

std::vector<Block> basic_blocks(const isa::Program& program, bool delay_slot) {
  const auto count = static_cast<std::uint32_t>(program.code.size());
  std::vector<bool> leader(count + 1, false);
  const auto lead = [&](std::uint64_t pc) {
    if (const std::uint32_t index = program.index_of(pc); index < count)
      leader[index] = true;
  };
  lead(program.entry);
  bool jumps_anywhere = false; // an indirect jump that is no return may go to any label
  for (std::uint32_t i = 0; i < count; ++i) {
    const isa::Instruction& instruction = program.code[i];
    if (!isa::is_control(instruction.op_class))
      continue;
    if (instruction.op_class != isa::OpClass::jump_register)
      lead(instruction.target);
    else
      jumps_anywhere |= !is_return(program, instruction);
    leader[std::min(count, i + (delay_slot ? 2U : 1U))] = true;
  }
  if (jumps_anywhere)
    for (const auto& [name, symbol] : program.symbols)
      if (symbol.is_code)
        lead(symbol.address);
  std::vector<Block> blocks;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i == 0 || leader[i]) {
      Block block;
      block.program = &program;
      block.first = i;
      block.label = program.symbolic(program.code[i].pc);
      if (block.label.empty())
        block.label = "block";
      blocks.push_back(std::move(block));
    }
    ++blocks.back().count;
  }
  return blocks;
}

} // namespace stallscope::sched
