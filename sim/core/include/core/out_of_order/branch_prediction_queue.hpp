#pragma once

// Branches and jumps in flight, in program order: the prediction of each, and the checkpoint to
// restore on a misprediction.

#include "core/out_of_order/micro_op.hpp"
#include "core/units/branch_predictor.hpp"
#include "machine/limits.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

/// A branch or jump in flight.
struct BranchEntry {
  OpId id;
  Slot slot = kNoSlot; ///< window slot of the micro-op that resolves the branch
  bool resolved = false;
  bool wrong_path = false;
  std::uint32_t instruction = 0;
  std::uint32_t undo_mark = 0;    ///< checkpoint: length of the undo log behind the branch
  std::uint64_t predicted_pc = 0; ///< predicted target address, for displays
  std::uint64_t followed_pc = 0;  ///< where fetch went: the prediction, or the target of a redirect
  std::uint64_t actual_pc = 0;    ///< address of the next instruction executed
  PredictionToken prediction;
  std::uint64_t resolved_at = 0; ///< cycles of these events, for displays
  std::uint64_t released_at = 0;
};

/// Maximum number of entries of the branch prediction queue; a power of two.
inline constexpr unsigned kBranchEntries = machine::kMaxBranchQueue;

/// Branches and jumps squashed by the last misprediction, youngest first: for displays.
struct FlushedBranches {
  std::uint64_t cycle = 0;
  unsigned count = 0;
  std::array<OpId, kBranchEntries> ids{};
  std::array<std::uint32_t, kBranchEntries> instructions{};
};

/// A ring buffer in program order. Positions only grow; the index of an entry is its position
/// modulo the ring's size.
struct BranchPredictionQueue {
  std::array<BranchEntry, kBranchEntries> entries{};
  std::uint64_t oldest = 0;
  std::uint64_t end = 0;
  FlushedBranches flushed;

  [[nodiscard]] std::uint64_t size() const { return end - oldest; }
  [[nodiscard]] BranchEntry& at(std::uint64_t position) {
    return entries[position % kBranchEntries];
  }
  [[nodiscard]] const BranchEntry& at(std::uint64_t position) const {
    return entries[position % kBranchEntries];
  }
  /// A branch or jump is fetched: allocates its entry, which the caller fills, and returns the
  /// index.
  std::uint16_t allocate() { return static_cast<std::uint16_t>(end++ % kBranchEntries); }
  /// The oldest branch has retired: frees its entry.
  void release() { ++oldest; }
  /// Branches squashed after this call belong to a misprediction found in this cycle.
  void begin_squash(std::uint64_t cycle) {
    flushed.cycle = cycle;
    flushed.count = 0;
  }
  /// The youngest branch is on a wrong path.
  void squash_youngest(OpId id, std::uint32_t instruction) {
    flushed.ids[flushed.count] = id;
    flushed.instructions[flushed.count++] = instruction;
    --end;
  }
  /// The oldest unresolved branch; none: all are resolved.
  [[nodiscard]] const BranchEntry* oldest_unresolved() const {
    for (std::uint64_t position = oldest; position < end; ++position)
      if (!at(position).resolved)
        return &at(position);
    return nullptr;
  }
  /// The oldest branch that was unresolved at the beginning of a cycle; none: all were resolved.
  [[nodiscard]] const BranchEntry* oldest_unresolved_before(std::uint64_t cycle) const {
    for (std::uint64_t position = oldest; position < end; ++position)
      if (const BranchEntry& entry = at(position); !entry.resolved || entry.resolved_at == cycle)
        return &entry;
    return nullptr;
  }
};

} // namespace stallscope::core
