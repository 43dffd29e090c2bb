#pragma once

// The instruction window: all micro-ops in flight in program order, and how many occupy reorder
// buffer entries.

#include "core/out_of_order/micro_op.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

/// A ring in program order: [oldest, undispatched) have been dispatched and occupy reorder buffer
/// entries, [undispatched, end) are in the front end. On a machine without a reorder buffer
/// micro-ops keep their slots in the same way until written back. Positions only grow; the slot of
/// a position is the position modulo the ring's size.
struct ReorderBuffer {
  std::array<WindowOp, kWindowSlots> ops{};
  std::uint64_t slot_mask = kWindowSlots - 1; ///< mask from position to slot: WindowPlan::slots - 1
  std::uint64_t oldest = 0;
  std::uint64_t unissued = 0; ///< all micro-ops older than this position have been issued
  std::uint64_t undispatched = 0;
  std::uint64_t end = 0;
  unsigned used = 0; ///< reorder buffer entries in use; 0 on machines without one

  [[nodiscard]] Slot slot_at(std::uint64_t position) const {
    return static_cast<Slot>(position & slot_mask);
  }
  [[nodiscard]] const WindowOp& at(std::uint64_t position) const { return ops[slot_at(position)]; }
  [[nodiscard]] WindowOp& at(std::uint64_t position) { return ops[slot_at(position)]; }
  [[nodiscard]] std::uint64_t position_of(Slot slot) const {
    return oldest + ((slot - oldest) & slot_mask);
  }
  [[nodiscard]] bool empty() const { return oldest == end; }
  /// The micro-op that an entry refers to is still in flight.
  [[nodiscard]] bool holds(const RenameEntry& entry) const {
    return entry.writer && ops[entry.slot].id == entry.writer;
  }
  /// The oldest micro-op, if it has completed before a cycle; otherwise nullptr.
  [[nodiscard]] WindowOp* oldest_completed(std::uint64_t cycle) {
    if (oldest == undispatched)
      return nullptr;
    WindowOp& op = at(oldest);
    return op.progress >= Progress::timed && op.written_at < cycle ? &op : nullptr;
  }
  /// Removes the micro-ops from a position on, which are squashed or return to the front end.
  void cut_behind(std::uint64_t position) {
    undispatched = undispatched < position ? undispatched : position;
    unissued = unissued < position ? unissued : position;
  }
};

} // namespace stallscope::core
