#pragma once

#include "sched/control_flow/block.hpp"

#include <bitset>
#include <vector>

namespace stallscope::sched {

using RegisterSet = std::bitset<kMaxRegisters>;

/// The registers that the program's instructions read or write.
[[nodiscard]] RegisterSet named_registers(const isa::Program& program);

/// Registers a caller may read after a call returns: results and callee-saved registers. RISC-V:
/// integer and hard-float conventions of the psABI; MIPS: union of o32 and n64; other notations:
/// all.
[[nodiscard]] RegisterSet live_at_return(isa::Isa isa);
/// Caller-saved registers: calls may change them.
[[nodiscard]] RegisterSet changed_by_calls(isa::Isa isa);
/// Registers a called function may read.
[[nodiscard]] RegisterSet read_by_calls(isa::Isa isa);

/// Liveness: registers with values that may still be read, by block.
struct Liveness {
  std::vector<RegisterSet> in;  ///< live at the start of the block
  std::vector<RegisterSet> out; ///< live at its end
};

/// Liveness of all blocks of a program (basic_blocks), iterated to a fixed point. A call of a
/// function of the program reads what that function reads, whatever conventions say, and continues
/// at the next block; external functions follow the calling convention; after jumps with unknown
/// targets, and at the end of the text, all registers are live.
[[nodiscard]] Liveness liveness(const isa::Program& program, const std::vector<Block>& blocks,
                                bool delay_slot = false);

} // namespace stallscope::sched
