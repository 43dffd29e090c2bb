#pragma once

#include "sched/dependence/dependence.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::sched {

/// The place of a memory access, as far as it is known: an offset from a symbolic root value.
struct Place {
  bool reads = false;
  bool writes = false;
  std::uint32_t root = 0; ///< number of the root value; 0: the address is a constant
  std::int64_t offset = 0;
  std::uint32_t bytes = 0;
  std::uint16_t pointer = 0; ///< with AliasHints: 1 + index of the restrict pointer that the
                             ///< address is based on; 0: none, kAnyPointer: unknown
  bool on_stack = false;     ///< root is the stack pointer's initial value
  bool in_data = false;      ///< a constant address in a data segment
  bool in_new_frame = false; ///< in the stack frame allocated by the block: below the initial stack
                             ///< pointer, where no older pointer leads
  bool given = false;        ///< root is the initial value of a register other than the stack
                             ///< pointer

  [[nodiscard]] bool accesses() const { return reads || writes; }
};
inline constexpr std::uint16_t kAnyPointer = 0xffff;

/// Where every instruction of a block accesses memory, by node.
[[nodiscard]] std::vector<Place> memory_places(const Block& block, const AliasHints& hints);

/// For a loop of this block: `restrict` pointers and the stack pointer are the same in every
/// iteration, so that places can be compared between iterations.
[[nodiscard]] bool pointers_stay(const Block& block, const AliasHints& hints);

/// For two places with one root: `outer` contains `inner`.
[[nodiscard]] bool covers(const Place& outer, const Place& inner);

/// Conflict: at least one of the accesses writes, and their bytes may overlap.
[[nodiscard]] bool may_conflict(const Place& a, const Place& b);

} // namespace stallscope::sched
