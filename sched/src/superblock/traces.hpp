#pragma once

#include "control_flow/control_flow.hpp"
#include "sched/superblock/superblock.hpp"

#include <cstddef>
#include <vector>

namespace stallscope::sched {

/// Blocks that follow each other, entered only at the first.
struct Trace {
  std::vector<std::size_t> blocks;
  /// By block: how likely its branch leads out of the trace; 0 where it has none. That of the last
  /// block counts as its end.
  std::vector<double> leaves;
  /// By block: its branch skips the rest of its own line only.
  std::vector<bool> skips_line;
};

/// The traces of two blocks and more, the longest there are; each block is in one at most. Only
/// blocks that `chosen` names are taken.
[[nodiscard]] std::vector<Trace> find_traces(const isa::Program& program,
                                             const std::vector<Block>& blocks,
                                             const std::vector<BlockExit>& exits,
                                             const std::vector<bool>& chosen,
                                             const BranchProfile& profile);

} // namespace stallscope::sched
