#pragma once

#include "sched/control_flow/block.hpp"
#include "sched/dependence/dependence.hpp"
#include "sched/target/target.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::sched {

/// A program's text with cheaper operations for multiplications and divisions.
struct StrengthReduced {
  std::string text;
  std::uint32_t products = 0;  ///< multiplications that have become shifts and additions
  std::uint32_t quotients = 0; ///< divisions and remainders that have become shifts and masks
  std::uint32_t kept = 0;      ///< that could have, in blocks which would take no fewer cycles
  std::uint32_t constants = 0; ///< loads of constants that nothing reads any more, left out
};

/// Strength reduction in these blocks of a program (basic_blocks): a multiplication by a constant
/// becomes the shifts and additions that take the fewest cycles on the machine, a division or
/// remainder by a power of two shifts (signed ones correct the rounding of negative numbers).
/// Constants are known through copies and additions, over block boundaries where every way leads
/// through the same value. It is done only where the steps one behind the other take fewer cycles
/// than the operation, and where the whole block, list-scheduled, then takes fewer. Intermediate
/// values go to the result's register or to ones that hold nothing in the block, in three-address
/// code to new variables; the flags an x86 multiplication sets must not be read. The program
/// must be source text (can_rewrite).
[[nodiscard]] StrengthReduced reduce_strength(const isa::Program& program,
                                              const std::vector<Block>& blocks,
                                              const Target& target, const AliasHints& hints = {});

} // namespace stallscope::sched
