#pragma once

#include "machine/description.hpp"
#include "sched/control_flow/block.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::sched {

/// Instructions put in the place of one jump, at most, unless something else is asked for.
inline constexpr std::uint32_t kTailLimit = 24;

struct TailDuplication {
  std::string text;
  std::uint32_t jumps = 0;        ///< that what they lead to has been copied for
  std::uint32_t instructions = 0; ///< that the program is longer for it
  std::uint32_t refused = 0;      ///< jumps left because the program would become too long
};

/// Tail duplication (Hwu and others, "The Superblock", Journal of Supercomputing 7, 1993) of
/// RISC-V source text: in the place of an unconditional jump comes a copy of what it leads to,
/// block behind block, up to `limit` instructions, so that joins no longer end what is scheduled
/// together. It is worth it when the copy ends in a jump or return of its own, or holds a branch.
/// Not copied are calls, lines that name a place for others (%pcrel_hi), what is not among
/// `blocks`, and, for a machine that predicts branches by their direction, branches that would lead
/// backwards instead of forwards. The program becomes at most twice as long.
[[nodiscard]] TailDuplication duplicate_tails(const isa::Program& program,
                                              const std::vector<Block>& blocks,
                                              const machine::Machine& machine,
                                              std::uint32_t limit = kTailLimit);

} // namespace stallscope::sched
