#pragma once

#include "session/loop.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::session {

/// The memory operand of an instruction of a loop body, as far as its address is known statically.
struct LoopOperand {
  bool exists = false;     ///< the instruction has a memory operand with an assignable address
  bool affine = true;      ///< the address advances by the same distance in every iteration
  bool by_loaded = false;  ///< the address depends on a loaded value
  unsigned area = 0;       ///< operands of different areas have different bases
  std::int64_t offset = 0; ///< offset in its area
  bool has_base = false;   ///< the base is a register other than the program counter and zero
  unsigned base = 0;       ///< number of the base: operands with the same value of the base
                           ///< register, up to constants
};

/// The operands of a body, by position.
[[nodiscard]] std::vector<LoopOperand> operands_of(const isa::Program& program,
                                                   const LoopBody& body);

/// The same instruction with its operand at a fixed address, independent of register values.
[[nodiscard]] isa::Instruction with_address(isa::Instruction instruction, std::uint64_t address);

} // namespace stallscope::session
