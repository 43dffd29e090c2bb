#pragma once

#include "sched/renaming/rename.hpp"
#include "sched/target/target.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stallscope::sched {

/// Registers read at a node in addition to the instruction's own operands: live at a branch target,
/// or kept by a conditional write. Their values are not renamed.
using AlsoRead = std::map<Node, RegisterSet>;

/// By node: latency of the instruction. Values with long latencies get registers first, because
/// they should start early; 0: not renamed. Empty: all in text order.
using Durations = std::vector<unsigned>;

/// Which values are renamed. With few registers, reuse can serialise instructions that could
/// overlap; then renaming only values of slow instructions is better.
enum class RenameChoice : std::uint8_t { in_order, slow_first, slow_only };
inline constexpr std::array kRenameChoices{RenameChoice::in_order, RenameChoice::slow_first,
                                           RenameChoice::slow_only};
[[nodiscard]] Durations durations_of(const Block& block, RenameChoice choice, const Target& target);

/// Renames the values of one block, or of consecutive blocks, in the lines of their program; adds
/// to the counts in `renamed`. `in`, `out`: live registers before and after.
void rename_block(const Block& block, const RegisterSet& in, const RegisterSet& out,
                  const AlsoRead& also_read, const Durations& durations,
                  std::vector<std::string>& lines, Renamed& renamed);

} // namespace stallscope::sched
