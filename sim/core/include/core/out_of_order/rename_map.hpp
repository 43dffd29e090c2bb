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

/// By kind: PlannedOp::kinds.
using FreeLists = std::array<FreeList, kRegisterKinds>;
/// A number of physical registers of each kind.
using RegisterCounts = std::array<unsigned, kRegisterKinds>;

/// Renames the destinations of a micro-op: maps them to it, and allocates physical registers.
inline void rename_destinations(RenameMap& map, FreeLists& free, WindowOp& op, Slot slot) {
  const PlannedOp& planned = *op.planned;
  for (unsigned d = 0; d < planned.op.write_count; ++d) {
    RenameEntry& entry = map[planned.op.writes[d]];
    op.earlier[d] = entry;
    entry.writer = op.id;
    entry.slot = slot;
    if (const unsigned kind = planned.kinds[d]; kind != kRegisterKinds)
      entry.physical = free[kind].allocate();
  }
}

/// Undoes rename_destinations() of the youngest renamed micro-op.
inline void undo_rename(RenameMap& map, FreeLists& free, const WindowOp& op) {
  for (unsigned d = op.planned->op.write_count; d-- > 0;) {
    map[op.planned->op.writes[d]] = op.earlier[d];
    if (const unsigned kind = op.planned->kinds[d]; kind != kRegisterKinds)
      free[kind].undo_allocate();
  }
}

/// The free lists have enough physical registers for a micro-op's results. `withheld`: how many of
/// them cannot be allocated yet, because they were freed in this cycle; `mask`: 0 when they can.
[[nodiscard]] inline bool has_registers(const FreeLists& free, const PlannedOp& planned,
                                        const RegisterCounts& withheld, unsigned mask) {
  for (unsigned kind = 0; kind < kRegisterKinds; ++kind)
    if ((planned.registers >> 4 * kind & 15U) > free[kind].size() - (withheld[kind] & mask))
      return false;
  return true;
}

/// A micro-op retires: frees the previous physical registers of its destinations, whose values are
/// dead, and counts them.
inline void free_previous_registers(FreeLists& free, const WindowOp& op, RegisterCounts& freed) {
  for (unsigned d = 0; d < op.planned->op.write_count; ++d) {
    const unsigned kind = op.planned->kinds[d];
    if (kind == kRegisterKinds || op.earlier[d].physical == kNoPhysical)
      continue;
    free[kind].release(op.earlier[d].physical);
    ++freed[kind];
  }
}

} // namespace stallscope::core
