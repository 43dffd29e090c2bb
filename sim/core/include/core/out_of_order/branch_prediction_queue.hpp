#pragma once

// Branches and jumps in flight, in program order: what was predicted of each, and the checkpoint
// that recovery goes back to.

#include "core/out_of_order/micro_op.hpp"
#include "core/units/branch_predictor.hpp"
#include "machine/limits.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

/// A branch or jump in flight.
struct BranchEntry {
  OpId id;
  Slot slot = kNoSlot; ///< of its micro-op
  bool resolved = false;
  bool wrong_path = false;
  std::uint32_t instruction = 0;
  std::uint32_t undo_mark = 0;    ///< the checkpoint: length of the undo log behind it
  std::uint64_t predicted_pc = 0; ///< where it was predicted to go, for displays
  std::uint64_t followed_pc = 0;  ///< where fetch went on: as predicted, or as it was redirected to
  std::uint64_t actual_pc = 0;    ///< where it goes
  PredictionToken prediction;
  std::uint64_t resolved_at = 0; ///< cycles, for displays
  std::uint64_t released_at = 0;
};

/// Entries of the branch prediction queue, at most; a power of two.
inline constexpr unsigned kBranchEntries = machine::kMaxBranchQueue;

/// Branches and jumps that the last misprediction has squashed, youngest first: for displays.
struct FlushedBranches {
  std::uint64_t cycle = 0;
  unsigned count = 0;
  std::array<OpId, kBranchEntries> ids{};
  std::array<std::uint32_t, kBranchEntries> instructions{};
};

/// A ring in program order. Positions only grow; a place is a position modulo the ring's size.
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
  /// A branch or jump is fetched: the place of its entry, which the caller fills.
  std::uint16_t allocate() { return static_cast<std::uint16_t>(end++ % kBranchEntries); }
  /// The oldest has retired.
  void release() { ++oldest; }
  /// From now on squashed ones are those of a misprediction found in this cycle.
  void begin_squash(std::uint64_t cycle) {
    flushed.cycle = cycle;
    flushed.count = 0;
  }
  /// The youngest lies behind a misprediction.
  void squash_youngest(OpId id, std::uint32_t instruction) {
    flushed.ids[flushed.count] = id;
    flushed.instructions[flushed.count++] = instruction;
    --end;
  }
  /// The oldest that is not resolved; none: all are.
  [[nodiscard]] const BranchEntry* oldest_unresolved() const {
    for (std::uint64_t position = oldest; position < end; ++position)
      if (!at(position).resolved)
        return &at(position);
    return nullptr;
  }
  /// The oldest that was not resolved before a cycle; none: all were.
  [[nodiscard]] const BranchEntry* oldest_unresolved_before(std::uint64_t cycle) const {
    for (std::uint64_t position = oldest; position < end; ++position)
      if (const BranchEntry& entry = at(position); !entry.resolved || entry.resolved_at == cycle)
        return &entry;
    return nullptr;
  }
};

} // namespace stallscope::core
