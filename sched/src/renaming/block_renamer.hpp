#pragma once

#include "sched/renaming/rename.hpp"
#include "sched/target/target.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stallscope::sched {

/// Registers that are read at a node, beside those its instruction reads: what is alive where a
/// branch leads, what a write that need not happen leaves. Their values keep their registers.
using AlsoRead = std::map<Node, RegisterSet>;

/// How long an instruction takes, by node: values of long ones choose their registers first, as it
/// is they that should begin early; 0: its values keep theirs. Empty: all choose, in the order of
/// the text.
using Durations = std::vector<unsigned>;

/// Which values get other registers. Where registers are few, those that take others' places keep
/// apart what could overlap; then it is better to move only the values of slow instructions.
enum class RenameChoice : std::uint8_t { in_order, slow_first, slow_only };
inline constexpr std::array kRenameChoices{RenameChoice::in_order, RenameChoice::slow_first,
                                           RenameChoice::slow_only};
[[nodiscard]] Durations durations_of(const Block& block, RenameChoice choice, const Target& target);

/// Renames the values of one block, or of blocks one behind the other, in the lines of their
/// program; counts into `renamed`. `in`, `out`: what is alive in front and behind.
void rename_block(const Block& block, const RegisterSet& in, const RegisterSet& out,
                  const AlsoRead& also_read, const Durations& durations,
                  std::vector<std::string>& lines, Renamed& renamed);

} // namespace stallscope::sched
