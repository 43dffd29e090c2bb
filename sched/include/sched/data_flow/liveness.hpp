#pragma once

#include "sched/control_flow/block.hpp"

#include <bitset>
#include <vector>

namespace stallscope::sched {

using RegisterSet = std::bitset<kMaxRegisters>;

/// The registers that some instruction of the program reads or writes.
[[nodiscard]] RegisterSet named_registers(const isa::Program& program);

/// What a caller may read after a call returns: results, and what calls keep. RISC-V: the psABI's
/// integer and hard-float conventions; MIPS: o32 and n64 together; other notations: everything.
[[nodiscard]] RegisterSet live_at_return(isa::Isa isa);
/// What calls may change without putting it back.
[[nodiscard]] RegisterSet changed_by_calls(isa::Isa isa);
/// What a called function may read of its caller's registers.
[[nodiscard]] RegisterSet read_by_calls(isa::Isa isa);

/// Which registers hold values that may still be read, by block.
struct Liveness {
  std::vector<RegisterSet> in;  ///< at the beginning of the block
  std::vector<RegisterSet> out; ///< behind it
};

/// Liveness of all blocks of a program (basic_blocks), by iteration to a fixed point. A call of a
/// function of the program reads what that function reads, whatever conventions say, and is
/// followed by the block behind it; functions elsewhere follow the calling convention; jumps whose
/// unknown target may read everything; behind the end of the text everything the program names
/// may be looked at.
[[nodiscard]] Liveness liveness(const isa::Program& program, const std::vector<Block>& blocks,
                                bool delay_slot = false);

} // namespace stallscope::sched
