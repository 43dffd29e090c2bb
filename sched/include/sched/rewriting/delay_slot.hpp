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
  std::uint32_t empty = 0; ///< nops that stay: nothing of the block may come behind its branch
};

/// Fills the delay slots that hold a nop in these blocks of a machine with delay slots: an
/// instruction of the block on which nothing behind it depends, and that the branch does not wait
/// for, is executed in its place. Loads and stores may cross additions to their base on the way
/// (foldable). Of several the one with which the block, ordered by `scheduler`, takes the fewest
/// cycles; of equals the last. Source: Hennessy and Gross, 1983. The program must be source text.
[[nodiscard]] FilledSlots fill_delay_slots(const isa::Program& program,
                                           const std::vector<Block>& blocks, const Target& target,
                                           const AliasHints& hints = {},
                                           std::string_view scheduler = "critical-path");

} // namespace stallscope::sched
