#pragma once

// Register renaming: which micro-op writes an architectural register last, and which physical
// register its value is in.

#include "core/out_of_order/micro_op.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

/// Architectural registers to their youngest writers. Recovery needs no copy of it: every micro-op
/// keeps the entries it has replaced (WindowOp::earlier), and puts them back youngest first.
using RenameMap = std::array<RenameEntry, kMaxRegisters>;

/// Physical registers of one kind that are free, a ring in the order in which they became so.
struct FreeList {
  static constexpr unsigned kMost = 1024; ///< a power of two
  std::array<std::uint16_t, kMost> ring{};
  std::uint64_t first = 0; ///< position of the next; as many have been allocated
  std::uint64_t end = 0;

  [[nodiscard]] std::uint64_t size() const { return end - first; }
  /// The physical register at a position.
  [[nodiscard]] std::uint16_t at(std::uint64_t position) const { return ring[position % kMost]; }
  /// Takes the one that is free the longest; there must be one.
  std::uint16_t allocate() { return ring[first++ % kMost]; }
  /// The youngest allocate() did not happen: its micro-op is squashed.
  void undo_allocate() { --first; }
  /// Nobody needs the value in this one any more.
  void release(std::uint16_t physical) { ring[end++ % kMost] = physical; }
};

} // namespace stallscope::core
