#pragma once

#include "isa/program.hpp"
#include "isa/written_code.hpp"

#include <cstdint>

namespace stallscope::core {

/// Effect of a branch or jump on the return address stack; a coroutine switch pops, then pushes.
struct StackAction {
  bool pops = false;
  bool pushes = false;

  bool operator==(const StackAction&) const = default;
};

/// Recognition of calls and returns, by ISA:
/// - riscv: x1 and x5 are link registers (unprivileged manual, table of return-address stack hints
///   beside JALR). `jal` pushes when it links; `jalr` pops when its base is a link register, and
///   pushes when it links; it only pushes when both are the same register.
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
/// An indirect jump: the target is not in the instruction.
[[nodiscard]] inline bool is_indirect(const isa::Instruction& instruction) {
  using isa::Op;
  return instruction.op == Op::jump_register || instruction.op == Op::jump_link_register ||
         (instruction.op >= Op::x86_jump_indirect && instruction.op <= Op::x86_ret &&
          instruction.op != Op::x86_call);
}

/// The program ends at an address without an instruction. On bare metal it does not end: a trap
/// handler may follow, or code may have been written to the address by the time it is fetched.
[[nodiscard]] inline bool is_end(const isa::Program& program, const isa::ArchState& state,
                                 std::uint64_t pc) {
  return program.platform != isa::Platform::bare_metal &&
         index_at(program, state, pc) == isa::kNoIndex;
}

/// Number of low address bits that are the same for all instructions, and not part of table
/// indices: 2 for instructions of 4 bytes (and for x86, whose instructions are laid out in words),
/// 1 where there are 2-byte instructions.
[[nodiscard]] unsigned address_shift(isa::Isa isa);

} // namespace stallscope::core
