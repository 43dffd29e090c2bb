#pragma once

#include "machine/description.hpp"
#include "sched/control_flow/block.hpp"
#include "sched/dependence/dependence.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace stallscope::sched {

/// Registers whose value in front of a loop's first iteration is a known constant.
using EntryValues = std::array<std::optional<std::int64_t>, kMaxRegisters>;

/// What the code in front of a loop leaves in registers: constants made in the block that falls
/// through into it, when nothing else but the loop itself leads there.
[[nodiscard]] EntryValues entry_values(const Block& loop, bool delay_slot);

/// Iterations further apart than that are never in flight together: accesses to memory that meet
/// only then do not count as dependent.
inline constexpr std::uint32_t kMaxLoopDistance = 64;

/// The dependences of a block whose last branch leads to its own beginning (loops_of): those within
/// an iteration in `edges`, those between iterations in `carried`, with their distance.
///
/// Registers: an instruction that reads what the iteration before made depends on it (RAW, distance
/// 1); WAR and WAW likewise. Memory: addresses are followed as sums of registers of the loop's
/// beginning and what is added to these an iteration (affine subscripts), so that the first
/// iteration in which two accesses meet is known, or that there is none; addresses that cannot be
/// compared depend in the next iteration, distance 1. `entry` makes addresses in different
/// registers comparable. Control is left out between iterations: who starts an iteration before
/// the branch of the one before has to know that it will be executed.
[[nodiscard]] DependenceGraph loop_dependences(const Block& block, const Target& target,
                                               const AliasHints& hints = {},
                                               const EntryValues& entry = {});

} // namespace stallscope::sched
