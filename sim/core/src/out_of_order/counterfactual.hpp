#pragma once

// Removal of the obstacle that holds a micro-op from a copy of the state.

#include "core/out_of_order/waits.hpp"
#include "out_of_order/stages/wake_up.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::core {

/// Frees one entry of a structure, unless completed micro-ops at the head of the reorder buffer
/// release all entries in use anyway.
inline bool free_one(const OutOfOrderState& state, unsigned& used) {
  std::uint64_t at = state.rob.oldest;
  while (at < state.rob.undispatched && state.at(at).progress >= Progress::timed)
    ++at;
  if (used <= at - state.rob.oldest)
    return false;
  --used;
  return true;
}

/// Removes from a copy of the state the one obstacle for which a micro-op waits.
template <class Cycle> class Counterfactual {
  using WakeUp = core::WakeUp<Cycle>;

public:
  /// `seen`: the state in which the micro-op waits. It is the one after the cycle, not before it,
  /// when the micro-op is fetched in that cycle; only dispatch can hold it then.
  static bool remove_obstacle(Cycle& c, const OutOfOrderState& seen, OpId id, const Cause& cause) {
    WindowOp* const op = find_op(c, id);
    if (op == nullptr)
      return free_entry(c, seen, id, cause);
    switch (cause.why) {
    case Reason::raw:
    case Reason::bypass:
    case Reason::memory_order:
      return supply_operand(c, *op, cause);
    case Reason::unit_busy:
    case Reason::pairing:
    case Reason::write_port:
    case Reason::war:
    case Reason::control:
      return remove_conflict(c, cause);
    case Reason::dcache_miss:
    case Reason::memory_port: // the micro-op makes no access
      op->bytes = 0;
      c.s.store_until = c.s.store_until != 0 ? c.now : 0;
      return true;
    case Reason::buffer_full:
      ++c.s.store_buffer.oldest;
      c.s.store_buffer.unsent = std::max(c.s.store_buffer.unsent, c.s.store_buffer.oldest);
      return true;
    default:
      return free_entry(c, seen, id, cause);
    }
  }

private:
  static WindowOp* find_op(Cycle& c, OpId id) {
    for (std::uint64_t at = c.s.rob.oldest; id && at < c.s.rob.end; ++at)
      if (WindowOp& op = c.at(at); op.id == id)
        return &op;
    return nullptr;
  }

  /// Makes a store write nothing, so that no load waits for it.
  static void remove_store(Cycle& c, OpId store) {
    for (std::uint64_t at = c.s.lsq.stores.oldest; at < c.s.lsq.stores.end; ++at)
      if (StoreEntry& entry = c.store_at(at); entry.id == store || entry.data == store) {
        for (WindowOp* half : {find_op(c, entry.id), find_op(c, entry.data)})
          if (half != nullptr)
            half->bytes = 0; // also for a store that has retired
        entry.id = entry.data = kNoOp;
        entry.bytes = 0;
      }
    StoreBuffer& buffer = c.s.store_buffer;
    std::uint64_t place = buffer.oldest;
    while (place < buffer.end && buffer.at(place).id != store)
      ++place;
    if (place == buffer.end)
      return;
    buffer.unsent -= place < buffer.unsent ? 1 : 0;
    for (--buffer.end; place < buffer.end; ++place)
      buffer.at(place) = buffer.at(place + 1);
  }

  /// An executing micro-op has written its result; a port that it has for itself stays taken.
  static void complete_now(Cycle& c, WindowOp& op) {
    const Slot slot = static_cast<Slot>(&op - c.s.rob.ops.data());
    c.s.completions.cancel(c.s.rob, slot);
    c.s.completions.executed.erase(slot);
    if ((op.planned->alone >> op.port & 1U) != 0 &&
        c.s.units.busy_until[op.port] == op.ends_at - c.read_cycles)
      c.s.units.keeps_port[op.port] = op.id;
    op.progress = Progress::written;
    op.written_at = op.ends_at = 0;
  }

  /// Makes an operand available, or removes the store for which a load waits.
  static bool supply_operand(Cycle& c, WindowOp& op, const Cause& cause) {
    const Slot slot = static_cast<Slot>(&op - c.s.rob.ops.data());
    if (c.s.replay.pending && op.id >= c.s.replay.load) { // will be replayed from the next cycle on
      c.s.replay.pending = cause.why != Reason::memory_order;
      op.replayed = false; // an earlier replay has been dispatched again
      return !c.s.replay.pending;
    }
    if (op.progress == Progress::fetched) { // replayed, and in the front end again
      op.arrives_at = c.now + 1;
      return op.replayed && op.id == c.at(c.s.rob.undispatched).id;
    }
    if (op.progress > Progress::ready)
      return false;
    bool is_missing = false;
    for (unsigned missing = op.missing; missing != 0; missing &= missing - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(missing));
      is_missing = is_missing || c.op_at(op.operands[i].slot).id == cause.culprit;
    }
    if (op.missing != 0 && !is_missing && cause.why == Reason::memory_order) {
      if ((op.missing >> kMemoryOperand & 1U) == 0)
        return false;
      remove_store(c, cause.culprit); // which it would meet behind the one that it waits for
      return true;
    }
    if (!is_missing) { // it comes at a known cycle, or is refused
      if (WindowOp* from = find_op(c, cause.culprit); cause.why != Reason::memory_order &&
                                                      from != nullptr &&
                                                      from->progress >= Progress::executing)
        complete_now(c, *from);
      c.s.completions.cancel(c.s.rob, slot);
      c.s.stations.ready.erase(slot);
      wait_without(c.core, c.s, op, cause);
    }
    const std::uint16_t before = op.missing;
    for (unsigned missing = op.missing; missing != 0; missing &= missing - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(missing));
      if ((i == kMemoryOperand) != (cause.why == Reason::memory_order) ||
          c.op_at(op.operands[i].slot).id != cause.culprit)
        continue;
      leave_wake_up_list(c.s.rob, slot, i);
      op.missing = static_cast<std::uint16_t>(op.missing & ~(1U << i));
    }
    if (is_missing && op.missing == before)
      return false;
    if (cause.why == Reason::memory_order) { // the load searches for its store again
      remove_store(c, cause.culprit);
      wait_without(c.core, c.s, op, cause);
      op.operands[kMemoryOperand].slot = slot;
      op.store = {};
      op.source_position = op.blocked_by = 0;
      op.ordered = op.forwarded = false;
    }
    op.refusal = Reason::none;
    op.progress = Progress::waiting;
    if (op.missing == 0)
      WakeUp::become_ready(c, op, slot);
    return true;
  }

  /// Frees an entry that the micro-op needs for its dispatch.
  static bool free_entry(Cycle& c, const OutOfOrderState& seen, OpId id, const Cause& cause) {
    std::uint64_t place = c.s.rob.undispatched;
    while (place < seen.rob.end && seen.at(place).id != id)
      ++place;
    if (place >= seen.rob.end)
      return false;
    const PlannedOp& planned = *seen.at(place).planned;
    const WindowOp* const culprit = find_op(c, cause.culprit);
    switch (cause.why) {
    case Reason::reorder_full:
      return free_one(c.s, c.s.rob.used);
    case Reason::load_full:
      return free_one(c.s, c.s.lsq.loads.used);
    case Reason::store_full:
      return free_one(c.s, c.s.lsq.stores.used);
    case Reason::no_register:
      // As many registers as the micro-op allocates.
      for (unsigned kind = 0; kind < kRegisterKinds; ++kind)
        for (unsigned i = 0; i < (planned.registers >> 4 * kind & 15U); ++i)
          c.s.free_lists[kind].release(kNoPhysical);
      return true;
    case Reason::station_full:
      if (culprit == nullptr || !culprit->in_station)
        return false;
      // An older micro-op could take the freed entry instead of one in another station.
      for (std::uint64_t at = c.s.rob.undispatched; at < place; ++at)
        if (const unsigned stations = seen.at(at).planned->stations;
            (stations >> culprit->station & 1U) != 0 && (stations & (stations - 1)) != 0)
          return false;
      --c.s.stations.used[culprit->station];
      return true;
    case Reason::serialising: // the serialising micro-op is treated as completed
      if (planned.serialises || c.s.serialising.writer != cause.culprit)
        return false; // the micro-op itself needs an empty back end
      c.s.serialising = {};
      return true;
    case Reason::waw:
      if (c.s.rename_map[cause.reg].writer != cause.culprit)
        return false; // the culprit itself is dispatched in the next cycle only
      c.s.rename_map[cause.reg].writer = kNoOp;
      return true;
    default:
      return false;
    }
  }

  /// Removes the culprit's conflict with a micro-op that could issue or write its result.
  static bool remove_conflict(Cycle& c, const Cause& cause) {
    WindowOp* const culprit = find_op(c, cause.culprit);
    if (culprit == nullptr)
      return false;
    const Slot slot = static_cast<Slot>(culprit - c.s.rob.ops.data());
    switch (cause.why) {
    case Reason::unit_busy:
      if (culprit->progress >= Progress::executing)
        c.s.units.busy_until[culprit->port] = 0;
      [[fallthrough]];
    case Reason::pairing: // delays the culprit beyond the next cycle
      if (culprit->progress <= Progress::ready) {
        c.s.completions.cancel(c.s.rob, slot);
        c.s.stations.ready.erase(slot);
        culprit->ready_at = c.now + CompletionQueue::kCycles / 2;
      }
      return true;
    case Reason::write_port:
      c.s.completions.executed.erase(slot);
      return true;
    case Reason::war: // treats the culprit's operands as read
      for (unsigned missing = culprit->missing; missing != 0; missing &= missing - 1)
        leave_wake_up_list(c.s.rob, slot, static_cast<unsigned>(std::countr_zero(missing)));
      culprit->missing = 0;
      c.s.completions.cancel(c.s.rob, slot);
      c.s.stations.ready.erase(slot);
      culprit->progress = Progress::executing;
      culprit->ends_at = c.now + CompletionQueue::kCycles;
      return true;
    case Reason::control:
      c.s.branch_queue.entries[culprit->branch].resolved = true;
      c.s.branch_queue.entries[culprit->branch].resolved_at = 0;
      return culprit->is_control;
    default:
      return false;
    }
  }
};

} // namespace stallscope::core
