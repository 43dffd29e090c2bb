#pragma once

// Register renaming: the rename map (architectural register to its youngest writer and physical
// register) and the free lists of physical registers.

#include "core/out_of_order/micro_op.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

/// Rename map: the youngest writer of each architectural register. Recovery needs no checkpoint of
/// it: every micro-op keeps the entries it replaced (WindowOp::earlier), and a squash restores
/// them, youngest micro-op first.
using RenameMap = std::array<RenameEntry, kMaxRegisters>;

/// Free list of the physical registers of one kind: a ring buffer, first in, first out.
struct FreeList {
  static constexpr unsigned kMost = 1024; ///< a power of two
  std::array<std::uint16_t, kMost> ring{};
  std::uint64_t first = 0; ///< position of the next register to allocate, which is also the number
                           ///< of allocations so far
  std::uint64_t end = 0;

  [[nodiscard]] std::uint64_t size() const { return end - first; }
  /// The physical register at a position of the ring.
  [[nodiscard]] std::uint16_t at(std::uint64_t position) const { return ring[position % kMost]; }
  /// Allocates the register that has been free the longest; the list must not be empty.
  std::uint16_t allocate() { return ring[first++ % kMost]; }
  /// Undoes the youngest allocate(): its micro-op is squashed.
  void undo_allocate() { --first; }
  /// Frees a physical register whose value is dead.
  void release(std::uint16_t physical) { ring[end++ % kMost] = physical; }
};

} // namespace stallscope::core
