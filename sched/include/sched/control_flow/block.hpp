#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::sched {

/// Number of an instruction within its block, from 0. Displayed numbers count from 1.
using Node = std::uint32_t;
inline constexpr Node kNoNode = ~0U;

/// A basic block: a straight-line instruction sequence, entered at the first instruction and left
/// after the last. Only the last may be a branch or jump.
struct Block {
  const isa::Program* program = nullptr; ///< outlives the block
  std::uint32_t count = 0;
  std::vector<std::uint32_t> indices; ///< into Program::code, by node; not always consecutive,
                                      ///< since decoded machine code can overlap
  std::string label;         ///< start of the block: "loop", "main+8", or "block" without a label
  std::vector<bool> fixed{}; ///< by node, or empty: a barrier that no instruction may cross

  [[nodiscard]] std::uint32_t index_of(Node node) const { return indices[node]; }
  [[nodiscard]] const isa::Instruction& instruction(Node node) const {
    return program->code[index_of(node)];
  }
  [[nodiscard]] const isa::MicroOp& micro_op(Node node) const {
    return program->micro_ops[instruction(node).first_micro_op];
  }
  [[nodiscard]] std::string text(Node node) const { return program->text_of(index_of(node)); }
};

/// The basic blocks of a program's code, in address order. Leaders are targets of branches and
/// jumps, the instructions after these, the entry, and, when some indirect jump other than a return
/// can go anywhere, all labels except those of debug information. In machine code, where few labels
/// have names, also addresses contained in data and constants: jump tables. On machines with delay
/// slots (`delay_slot`) the instruction after a branch belongs to the branch's block and stays
/// after it.
[[nodiscard]] std::vector<Block> basic_blocks(const isa::Program& program, bool delay_slot = false);

/// The blocks of one function, or from a label to the end of its function, as isa::function_named
/// knows it. Empty when there is no such code symbol.
[[nodiscard]] std::vector<Block> blocks_of_function(const isa::Program& program,
                                                    const std::string& function,
                                                    bool delay_slot = false);

/// Instructions that no other may cross: system calls, breakpoints, fences, CSR accesses, atomic
/// operations, unknown instructions, and operations without a result whose position has a meaning:
/// hints, and the shifts around an ebreak that form a semihosting call.
[[nodiscard]] bool has_side_effects(const isa::Instruction& instruction);

/// A scheduling barrier: it has side effects, or the block declares it fixed.
[[nodiscard]] inline bool is_fixed(const Block& block, Node node) {
  return (!block.fixed.empty() && block.fixed[node]) || has_side_effects(block.instruction(node));
}

} // namespace stallscope::sched
