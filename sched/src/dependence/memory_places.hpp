#pragma once

#include "sched/dependence/dependence.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::sched {

/// An access to memory, as far as its address is known: offset bytes behind a value that keeps its
/// number as long as it is the same.
struct Place {
  bool reads = false;
  bool writes = false;
  std::uint32_t root = 0; ///< number of the value the address is computed from; 0: it is a constant
  std::int64_t offset = 0;
  std::uint32_t bytes = 0;
  std::uint16_t pointer = 0; ///< of AliasHints: 1 + which restrict pointer it is based on; 0: none,
                             ///< kAnyPointer: cannot be told
  bool on_stack = false;     ///< root is the stack pointer's first value
  bool in_data = false;      ///< a constant address in a data segment
  bool in_new_frame = false; ///< on the part of the stack that the block itself has taken: below
                             ///< the stack pointer's first value, to which no pointers exist yet
  bool given = false;        ///< root is what a register holds at the start, not the stack pointer

  [[nodiscard]] bool accesses() const { return reads || writes; }
};
inline constexpr std::uint16_t kAnyPointer = 0xffff;

/// Where every instruction of a block accesses memory, by node.
[[nodiscard]] std::vector<Place> memory_places(const Block& block, const AliasHints& hints);

/// In a loop that is this block, every iteration begins with `restrict` pointers and the stack
/// pointer in the registers in which the first one does, so that what places say of them holds
/// between accesses of different iterations too.
[[nodiscard]] bool pointers_stay(const Block& block, const AliasHints& hints);

/// Of two places with one root: all bytes of `inner` are bytes of `outer`.
[[nodiscard]] bool covers(const Place& outer, const Place& inner);

/// One of them writes, and they may touch the same byte.
[[nodiscard]] bool may_conflict(const Place& a, const Place& b);

} // namespace stallscope::sched
