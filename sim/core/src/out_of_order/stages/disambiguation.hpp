#pragma once

// Memory disambiguation (machine::Disambiguation): which older stores a load waits for, when it
// searches them for its value, and what is checked when the address of a store becomes known. The
// stages call these functions on every machine; what they do there is decided in this file alone.
//
//   perfect        addresses are known ahead: a load waits for the store that has its value
//   conservative   a load waits for the addresses of all older stores
//   predict        a load waits for the last store of its store set, and may read before others:
//                  then it searches when it issues, and every store checks for violations

#include "out_of_order/stages/operand_links.hpp"

namespace stallscope::core {

/// The disambiguation policy, as the stages call it.
template <class Cycle> class Disambiguation {
  using OperandLinks = core::OperandLinks<Cycle>;

public:
  /// A load searches the store queue when it issues, among stores with known addresses, and may
  /// read before older ones; otherwise it has searched when it was ordered.
  static bool searches_at_issue(const Cycle& c) {
    return c.machine.disambiguation == machine::Disambiguation::predict;
  }

  /// Makes a load wait for older stores. Called again when a wait has ended,
  /// until the load is ordered.
  [[gnu::noinline]] static void order_load(Cycle& c, WindowOp& load, Slot slot) {
    switch (c.machine.disambiguation) {
    case machine::Disambiguation::perfect:
      search_store_queue(c, load, slot, false);
      break;
    case machine::Disambiguation::conservative:
      for (std::uint64_t position = c.s.lsq.stores.oldest; position < load.store_position;
           ++position) {
        const StoreEntry& store = c.store_at(position);
        link_store(c, load, slot, {store.id, store.address_slot});
        if (load.missing != 0)
          return;
      }
      search_store_queue(c, load, slot, false);
      break;
    case machine::Disambiguation::predict:
      if (const std::uint64_t last = c.effects().last_of_set(load, c.now); last != 0) {
        const StoreEntry& store = c.store_at(last - 1);
        link_store(c, load, slot, {store.id, store.address_slot});
        if (load.missing != 0)
          return;
      }
      break;
    }
    load.ordered = true;
  }

  /// The search of a load that issues: searches_at_issue().
  [[gnu::always_inline]] static void search_at_issue(Cycle& c, WindowOp& load, Slot slot) {
    c.searched.own.passed_over = kNoSlot;
    search_store_queue(c, load, slot, true);
  }

  /// A load issues: the store whose address is computed in this cycle, too late for the search,
  /// checks it.
  static void load_issued(Cycle& c) {
    if (c.searched->passed_over != kNoSlot)
      check_memory_order(c, c.op_at(c.searched->passed_over));
  }

  /// The address of a store becomes known.
  static void address_known(Cycle& c, const WindowOp& store) {
    if (searches_at_issue(c))
      check_memory_order(c, store);
  }

  /// Memory-order violation check when the address of a store becomes known: the oldest younger
  /// load that has read the same address before, and everything behind it, are replayed from the
  /// next cycle on.
  [[gnu::noinline]] static void check_memory_order(Cycle& c, const WindowOp& store) {
    if (store.bytes == 0)
      return;
    const Slot oldest = c.effects().check_memory_order(store, c.now);
    if (oldest == kNoSlot)
      return;
    const WindowOp& load = c.op_at(oldest);
    if (!c.s.replay.pending || load.id < c.s.replay.load)
      c.s.replay = {true, load.id, oldest, store.id};
  }

private:
  static StoreMatch find_store(Cycle& c, const WindowOp& load, bool only_known) {
    const auto address_is = [&](std::uint64_t position) {
      return only_known ? c.s.lsq.address_at_issue(c.s.rob, position, c.now, c.read_cycles)
                        : AddressIs::known;
    };
    return c.effects().find_store(load, address_is);
  }

  /// Links a load to a store-address or store-data micro-op that has not executed. The slot of the
  /// one that becomes available last is kept until the load begins.
  static void link_store(Cycle& c, WindowOp& load, Slot slot, const RenameEntry& half) {
    const std::uint64_t ready_at = load.ready_at;
    OperandLinks::link(c, load, slot, kMemoryOperand, half);
    if (load.ready_at > ready_at)
      load.operands[kMemoryOperand].slot = half.slot;
  }

  /// Searches the older stores, all or those with known addresses, for the youngest that overlaps
  /// the load: the load waits for its data, or until the store is in the cache.
  [[gnu::noinline]] static void search_store_queue(Cycle& c, WindowOp& load, Slot slot,
                                                   bool only_known) {
    load.store = {};
    load.source_position = 0;
    load.blocked_by = 0;
    const StoreMatch match = find_store(c, load, only_known);
    if (match.passed_over != 0) // check_memory_order() has not checked this load
      c.searched.own.passed_over = c.store_at(match.passed_over - 1).address_slot;
    if (match.position == 0)
      return;
    if (match.blocks) {
      load.blocked_by = match.position;
      return;
    }
    const StoreEntry& store = c.store_at(match.position - 1);
    load.store = {store.data, store.data_slot};
    // An older store may write the bytes that this one does not.
    load.source_position = match.covers ? match.position : 0;
    link_store(c, load, slot, load.store);
  }
};

} // namespace stallscope::core
