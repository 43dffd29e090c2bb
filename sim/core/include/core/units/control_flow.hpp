#pragma once

#include "isa/program.hpp"

#include <cstdint>

namespace stallscope::core {

/// What a branch or jump does to a return-address stack; a coroutine switch pops, then pushes.
struct StackAction {
  bool pops = false;
  bool pushes = false;

  bool operator==(const StackAction&) const = default;
};

/// How branches and jumps of a notation are recognised: the one place that knows its conventions.
/// - riscv: x1 and x5 are link registers (unprivileged manual, table of return-address stack hints
///   beside JALR). `jal` pushes when it links; `jalr` pops when its base is a link register, and
///   pushes when it links, but not both with one and the same register.
/// - mips: `jal` and `jalr` call, `jr $ra` returns.
/// - x86: call and ret.
/// - tac has no calls.
[[nodiscard]] StackAction stack_action(isa::Isa isa, const isa::Instruction& instruction);

[[nodiscard]] inline bool is_call(isa::Isa isa, const isa::Instruction& instruction) {
  return stack_action(isa, instruction).pushes;
}
[[nodiscard]] inline bool is_return(isa::Isa isa, const isa::Instruction& instruction) {
  return stack_action(isa, instruction).pops;
}
/// The target is not in the instruction.
[[nodiscard]] inline bool is_indirect(const isa::Instruction& instruction) {
  using isa::Op;
  return instruction.op == Op::jump_register || instruction.op == Op::jump_link_register ||
         (instruction.op >= Op::x86_jump_indirect && instruction.op <= Op::x86_ret &&
          instruction.op != Op::x86_call);
}

/// How many low bits of an address are the same for all instructions, so that tables found by
/// address leave them out: 2 for words (and for x86, whose instructions are laid out as words), 1
/// where there are halfwords.
[[nodiscard]] unsigned address_shift(isa::Isa isa);

} // namespace stallscope::core
