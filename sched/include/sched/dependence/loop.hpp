#pragma once

#include "machine/description.hpp"
#include "sched/control_flow/block.hpp"
#include "sched/dependence/dependence.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace stallscope::sched {

/// Registers with known constant values at the entry of a loop.
using EntryValues = std::array<std::optional<std::int64_t>, kMaxRegisters>;

/// Constants set in the block that falls through into a loop, when no other block except the loop
/// itself leads there.
[[nodiscard]] EntryValues entry_values(const Block& loop, bool delay_slot);

/// Iterations further apart are never in flight together: accesses that conflict only at larger
/// distances do not depend.
inline constexpr std::uint32_t kMaxLoopDistance = 64;

/// The dependence graph of a loop of one block (loops_of): `edges` within an iteration, `carried`
/// between iterations with their distance.
///
/// Registers: reading the previous iteration's value is a RAW dependence of distance 1; WAR and WAW
/// likewise. Memory: addresses are expressed as sums of registers at the loop's entry and
/// increments per iteration (affine subscripts), so that the first iteration in which two accesses
/// conflict is known, or that there is none; incomparable addresses depend with distance 1. `entry`
/// makes addresses in different registers comparable. Control dependences between iterations are
/// omitted: code that starts an iteration before the previous branch must know that it will be
/// executed.
[[nodiscard]] DependenceGraph loop_dependences(const Block& block, const Target& target,
                                               const AliasHints& hints = {},
                                               const EntryValues& entry = {});

} // namespace stallscope::sched
