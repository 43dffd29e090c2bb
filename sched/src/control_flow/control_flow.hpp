#pragma once

#include "sched/control_flow/block.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::sched {

/// How control leaves a block of a program.
struct BlockExit {
  std::vector<std::size_t> to;            ///< blocks it may go on with; of a call, the function's
                                          ///< first as well as the one behind the call
  std::optional<std::size_t> behind_call; ///< of a call: where a function of the program returns
  std::optional<std::size_t> falls_to;    ///< the block it reaches without a branch or jump taken
  bool end = false;                       ///< may reach the end of the text
  bool unknown = false;                   ///< may go to an unknown target
  bool returns = false;                   ///< jumps to the address calls have left
  bool calls_elsewhere = false;           ///< calls a function of another file
};

/// The exits of all blocks of a program (basic_blocks), by block.
[[nodiscard]] std::vector<BlockExit>
control_flow(const isa::Program& program, const std::vector<Block>& blocks, bool delay_slot);

/// Blocks that may be entered from unknown places with any registers: the entry of the program,
/// what is called, what begins at a name for other files (.globl), what follows a call of one of
/// its functions, labels when some jump may go anywhere, and what nothing in the program leads to.
/// With CallsKeep::convention what follows a call is not among them: for estimates, as functions of
/// the program need not keep what the convention says.
enum class CallsKeep : std::uint8_t { nothing, convention };
[[nodiscard]] std::vector<bool> entered_from_anywhere(const isa::Program& program,
                                                      const std::vector<Block>& blocks,
                                                      const std::vector<BlockExit>& exits,
                                                      CallsKeep calls = CallsKeep::nothing);

} // namespace stallscope::sched
