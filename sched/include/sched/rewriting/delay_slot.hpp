#pragma once

#include "sched/control_flow/block.hpp"
#include "sched/dependence/dependence.hpp"
#include "sched/target/target.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::sched {

struct FilledSlots {
  std::string text;
  std::uint32_t filled = 0;
  std::uint32_t empty = 0; ///< nops that remain: no instruction of the block can be moved behind
                           ///< its branch
};

/// Delay slot filling: replaces the nop in a delay slot by an instruction of the same block that no
/// later instruction, including the branch, depends on. Loads and stores may cross additions to
/// their base (folding). Of several candidates the one is chosen with which the block, ordered by
/// `scheduler`, takes the fewest cycles; ties: the last one in the block. Source: Hennessy and
/// Gross, 1983. The program must be source text.
[[nodiscard]] FilledSlots fill_delay_slots(const isa::Program& program,
                                           const std::vector<Block>& blocks, const Target& target,
                                           const AliasHints& hints = {},
                                           std::string_view scheduler = "critical-path");

} // namespace stallscope::sched
