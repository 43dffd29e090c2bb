#pragma once

#include "control_flow/control_flow.hpp"
#include "sched/superblock/superblock.hpp"

#include <cstddef>
#include <vector>

namespace stallscope::sched {

/// Adjacent blocks with a single entry at the first one.
struct Trace {
  std::vector<std::size_t> blocks;
  /// By block: probability that its branch leaves the trace; 0 without a branch. The last block's
  /// branch is the end of the trace.
  std::vector<double> leaves;
  /// By block: its branch only skips the rest of its own line.
  std::vector<bool> skips_line;
};

/// The longest traces of two or more blocks; each block is in at most one. Restricted to the blocks
/// in `chosen`.
[[nodiscard]] std::vector<Trace> find_traces(const isa::Program& program,
                                             const std::vector<Block>& blocks,
                                             const std::vector<BlockExit>& exits,
                                             const std::vector<bool>& chosen,
                                             const BranchProfile& profile);

} // namespace stallscope::sched
