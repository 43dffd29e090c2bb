#pragma once

#include "sched/control_flow/block.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::sched {

/// The successors of a block.
struct BlockExit {
  std::vector<std::size_t> to;            ///< successor blocks; for a call the function's entry and
                                          ///< the next block
  std::optional<std::size_t> behind_call; ///< for a call of a function of the program: the return
                                          ///< point
  std::optional<std::size_t> falls_to;    ///< the fall-through block
  bool end = false;                       ///< can reach the end of the text
  bool unknown = false;                   ///< can jump to an unknown target
  bool returns = false;                   ///< ends with a return
  bool calls_elsewhere = false;           ///< calls an external function
};

/// The successors of all blocks of a program (basic_blocks), by block.
[[nodiscard]] std::vector<BlockExit>
control_flow(const isa::Program& program, const std::vector<Block>& blocks, bool delay_slot);

/// Blocks that can be entered from unknown places with any register values: the program's entry,
/// call targets, exported names (.globl), return points of calls of its functions, all labels if
/// some jump can go anywhere, and blocks without predecessors. With CallsKeep::convention return
/// points are not included: for estimates, since functions of the program need not follow the
/// calling convention.
enum class CallsKeep : std::uint8_t { nothing, convention };
[[nodiscard]] std::vector<bool> entered_from_anywhere(const isa::Program& program,
                                                      const std::vector<Block>& blocks,
                                                      const std::vector<BlockExit>& exits,
                                                      CallsKeep calls = CallsKeep::nothing);

} // namespace stallscope::sched
