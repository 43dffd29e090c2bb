#pragma once

#include "sched/control_flow/block.hpp"
#include "sched/dependence/dependence.hpp"
#include "sched/target/target.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::sched {

/// A program's text with multiplications and divisions replaced by cheaper operations.
struct StrengthReduced {
  std::string text;
  std::uint32_t products = 0;  ///< multiplications replaced by shifts and additions
  std::uint32_t quotients = 0; ///< divisions and remainders replaced by shifts and masks
  std::uint32_t kept = 0;      ///< replacements omitted because their block would not be faster
  std::uint32_t constants = 0; ///< loads of constants removed as dead code
};

/// Strength reduction in these blocks of a program (basic_blocks): a multiplication by a constant
/// becomes the sequence of shifts and additions that takes the fewest cycles on the machine, a
/// division or remainder by a power of two becomes shifts (signed ones correct the rounding of
/// negative numbers). Constants are propagated through copies and additions, across blocks where
/// all paths agree. An operation is replaced only where the sequence takes fewer cycles than the
/// operation, and the whole block, list-scheduled, becomes shorter. Intermediate values use the
/// result's register or free ones, in three-address code new variables; the flags of an x86
/// multiplication must be dead. The program must be source text (can_rewrite).
[[nodiscard]] StrengthReduced reduce_strength(const isa::Program& program,
                                              const std::vector<Block>& blocks,
                                              const Target& target, const AliasHints& hints = {});

} // namespace stallscope::sched
