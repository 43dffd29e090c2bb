#pragma once

#include "session/loop.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::session {

/// The memory operand of an instruction of a body, as far as its address is known without running
/// it.
struct LoopOperand {
  bool exists = false;     ///< it has one whose address can be given to it
  bool affine = true;      ///< it goes on by the same distance in every iteration
  bool by_loaded = false;  ///< its address comes of a value that was loaded
  unsigned area = 0;       ///< operands of different areas have different bases
  std::int64_t offset = 0; ///< in its area
};

/// By position in the body.
[[nodiscard]] std::vector<LoopOperand> operands_of(const isa::Program& program,
                                                   const LoopBody& body);

/// The same instruction with its operand at an address, whatever registers hold.
[[nodiscard]] isa::Instruction with_address(isa::Instruction instruction, std::uint64_t address);

} // namespace stallscope::session
