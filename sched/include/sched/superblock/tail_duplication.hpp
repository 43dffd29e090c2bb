#pragma once

#include "machine/description.hpp"
#include "sched/control_flow/block.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::sched {

/// Default limit of instructions that replace one jump.
inline constexpr std::uint32_t kTailLimit = 24;

struct TailDuplication {
  std::string text;
  std::uint32_t jumps = 0;        ///< jumps replaced by a copy of their target
  std::uint32_t instructions = 0; ///< instructions added to the program
  std::uint32_t refused = 0;      ///< jumps not replaced because the program would become too long
};

/// Tail duplication (Hwu and others, "The Superblock", Journal of Supercomputing 7, 1993) of RISC-V
/// source text: an unconditional jump is replaced by a copy of its target, block after block, up to
/// `limit` instructions, so that joins do not end superblocks. A jump is replaced when the copy
/// ends with a jump or return, or contains a branch. Not copied: calls, lines that other lines
/// refer to (%pcrel_hi), blocks outside `blocks`, and, for machines with direction-based static
/// prediction, branches that would become backward branches. The program at most doubles in length.
[[nodiscard]] TailDuplication duplicate_tails(const isa::Program& program,
                                              const std::vector<Block>& blocks,
                                              const machine::Machine& machine,
                                              std::uint32_t limit = kTailLimit);

} // namespace stallscope::sched
