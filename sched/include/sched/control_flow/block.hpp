#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::sched {

/// Number of an instruction within its block, from 0. What people see counts from 1.
using Node = std::uint32_t;
inline constexpr Node kNoNode = ~0U;

/// Instructions that are always executed one behind the other: entered at the first, left behind
/// the last. Only the last may be a branch or jump.
struct Block {
  const isa::Program* program = nullptr; ///< outlives the block
  std::uint32_t count = 0;
  std::vector<std::uint32_t> indices; ///< into Program::code, by node; not always consecutive, as
                                      ///< decoded machine code overlaps
  std::string label; ///< where the block begins: "loop", "main+8", or "block" without a label
  std::vector<bool> fixed{}; ///< by node, or empty: nothing may cross it, whatever it does

  [[nodiscard]] std::uint32_t index_of(Node node) const { return indices[node]; }
  [[nodiscard]] const isa::Instruction& instruction(Node node) const {
    return program->code[index_of(node)];
  }
  [[nodiscard]] const isa::MicroOp& micro_op(Node node) const {
    return program->micro_ops[instruction(node).first_micro_op];
  }
  [[nodiscard]] std::string text(Node node) const { return program->text_of(index_of(node)); }
};

/// The basic blocks of a program's code, in address order: new ones begin at targets of branches
/// and jumps, behind these, and at the entry; where an indirect jump that is no return may go
/// anywhere, at all labels but those of debug information. In machine code, where few labels have
/// names, also at what data and constants of the program name: tables of jumps. With delay slots
/// (`delay_slot`: a machine that has them) the instruction behind a branch belongs to the branch's
/// block and stays behind it.
[[nodiscard]] std::vector<Block> basic_blocks(const isa::Program& program, bool delay_slot = false);

/// Those of one function: from a symbol up to the next one that is no local label (".L..."). Empty
/// when there is no such symbol of code.
[[nodiscard]] std::vector<Block> blocks_of_function(const isa::Program& program,
                                                    const std::string& function,
                                                    bool delay_slot = false);

/// Instructions whose place relative to all others is fixed: system calls, breakpoints, fences,
/// accesses to control registers, atomic operations, what the machine does not know, and operations
/// without a result, which mean something where they stand: hints, and the shifts around an ebreak
/// that make a semihosting call of it.
[[nodiscard]] bool has_side_effects(const isa::Instruction& instruction);

/// Nothing may cross this instruction: it has side effects, or the block says so.
[[nodiscard]] inline bool is_fixed(const Block& block, Node node) {
  return (!block.fixed.empty() && block.fixed[node]) || has_side_effects(block.instruction(node));
}

} // namespace stallscope::sched
