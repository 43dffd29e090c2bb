#pragma once

// The load and store queue: loads and stores in flight in program order, store-to-load forwarding,
// the check for memory-order violations, and memory dependence prediction (store_sets.hpp).

#include "core/out_of_order/reorder_buffer.hpp"
#include "core/out_of_order/store_sets.hpp"
#include "machine/dynamic.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

/// Two accesses overlap in at least one byte. Either may wrap around the end of the address space.
template <class Store> bool overlaps(const Store& store, const WindowOp& load) {
  return load.address - store.address < store.bytes || store.address - load.address < load.bytes;
}

/// A store writes all bytes that a load reads.
inline bool covers(std::uint64_t address, unsigned bytes, const WindowOp& load) {
  return load.bytes <= bytes && load.address - address <= bytes - load.bytes;
}

/// A store writes a byte that a load reads and that another store does not write.
template <class Store>
bool overlaps_beside(const Store& store, const WindowOp& load, const Store& other) {
  for (std::uint64_t at = load.address; at != load.address + load.bytes; ++at)
    if (at - store.address < store.bytes && at - other.address >= other.bytes)
      return true;
  return false;
}

/// Store-to-load forwarding: whether a load takes its value from a store in flight that overlaps
/// with it.
inline bool can_forward(machine::Forwarding forwarding, const WindowOp& load, std::uint64_t address,
                        unsigned bytes) {
  switch (forwarding) {
  case machine::Forwarding::none:
    return false;
  case machine::Forwarding::exact:
    return address == load.address && bytes == load.bytes;
  case machine::Forwarding::covering:
    return covers(address, bytes, load);
  case machine::Forwarding::partial:
    break;
  }
  return true;
}

/// A store in flight, from the dispatch of its address to retirement.
struct StoreEntry {
  OpId id;   ///< number of the store-address micro-op
  OpId data; ///< number of the store-data micro-op; none: it has not been dispatched yet
  Slot address_slot = kNoSlot;
  Slot data_slot = kNoSlot;
  std::uint32_t instruction = 0;
  std::uint8_t bytes = 0; ///< bytes written; 0: the store writes nothing
  std::uint64_t address = 0;
  std::uint64_t serial = 0; ///< serial number among all stores dispatched in the run
};

/// The result of a load's search of the store queue.
struct StoreMatch {
  std::uint64_t position = 0; ///< one more than the position of the matching store; 0: none
  bool blocks = false;        ///< the store must be in the data cache before the load can read
  bool covers = false;        ///< the store writes all bytes that the load reads
  /// One more than the position of an overlapping store whose address is computed in this cycle,
  /// too late for the load's search; 0: none.
  std::uint64_t passed_over = 0;
};

/// State of a store's address for the search of a load.
enum class AddressIs : std::uint8_t { known, unknown, ending };

/// A filter for searches: counts of stores in flight, including the store buffer, by the 8-byte
/// word they write. A load whose words have count 0 needs no search.
struct StoreFilter {
  std::array<std::uint16_t, 256> counts{}; ///< by address / 8, modulo the table's size

  /// Adds 1 when a store enters, -1 when it leaves.
  void count(std::uint64_t address, unsigned bytes, int change) {
    if (bytes == 0)
      return;
    const std::uint64_t first = address / 8;
    const std::uint64_t last = first + (address % 8 + bytes - 1) / 8;
    for (std::uint64_t at = first; at <= last; ++at) {
      std::uint16_t& stores = counts[at % counts.size()];
      stores = static_cast<std::uint16_t>(stores + change);
    }
  }
  /// False: no store in flight overlaps with a load of at least one byte.
  [[nodiscard]] bool may_overlap(const WindowOp& load) const {
    const std::uint64_t first = load.address / 8;
    const std::uint64_t last = first + (load.address % 8 + load.bytes - 1) / 8;
    for (std::uint64_t at = first; at <= last; ++at)
      if (counts[at % counts.size()] != 0)
        return true;
    return false;
  }
};

/// Stores between dispatch and retirement, a ring in program order.
struct StoreQueue {
  std::array<StoreEntry, kWindowSlots> entries{};
  std::uint64_t oldest = 0;
  std::uint64_t end = 0;
  unsigned used = 0;             ///< entries in use
  std::uint64_t last_serial = 0; ///< StoreEntry::serial of the youngest store
  StoreFilter filter;

  [[nodiscard]] StoreEntry& at(std::uint64_t position) { return entries[position % kWindowSlots]; }
  [[nodiscard]] const StoreEntry& at(std::uint64_t position) const {
    return entries[position % kWindowSlots];
  }
  /// The micro-op that computes a store's address.
  [[nodiscard]] static const WindowOp& address_op(const ReorderBuffer& rob,
                                                  const StoreEntry& store) {
    return rob.ops[store.address_slot];
  }
  /// The address of a store has been computed before a cycle.
  [[nodiscard]] static bool has_address(const ReorderBuffer& rob, const StoreEntry& store,
                                        std::uint64_t cycle) {
    const WindowOp& op = address_op(rob, store);
    return op.id != store.id || (op.progress >= Progress::executing && op.ends_at < cycle);
  }
  /// The youngest store in front of `position` that overlaps with a load. `address_is` returns
  /// whether the address of the store at a position is known.
  template <class AddressOf>
  [[nodiscard]] StoreMatch youngest_older(machine::Forwarding forwarding, const WindowOp& load,
                                          std::uint64_t position, AddressOf address_is) const;
};

template <class AddressOf>
StoreMatch StoreQueue::youngest_older(machine::Forwarding forwarding, const WindowOp& load,
                                      std::uint64_t position, AddressOf address_is) const {
  StoreMatch match;
  if (load.bytes == 0 || !filter.may_overlap(load))
    return match;
  while (position > oldest) {
    const StoreEntry& store = at(--position);
    if (store.bytes == 0 || !overlaps(store, load))
      continue;
    const AddressIs address = address_is(position);
    if (address != AddressIs::known) {
      if (address == AddressIs::ending)
        match.passed_over = position + 1;
      continue;
    }
    match.position = position + 1;
    match.covers = covers(store.address, store.bytes, load);
    match.blocks = !can_forward(forwarding, load, store.address, store.bytes);
    // A load takes bytes from one store at most and the others from the cache: an older store in
    // flight that writes one of these blocks it.
    if (forwarding == machine::Forwarding::partial && !match.covers)
      for (std::uint64_t before = position; before > oldest && !match.blocks;)
        if (const StoreEntry& older = at(--before); older.bytes != 0)
          match.blocks =
              address_is(before) == AddressIs::known && overlaps_beside(older, load, store);
    return match;
  }
  return match;
}

/// Loads between dispatch and retirement, a ring in program order.
struct LoadQueue {
  std::array<Slot, kWindowSlots> slots{}; ///< window slots of the loads' micro-ops
  std::uint64_t oldest = 0;
  std::uint64_t end = 0;
  unsigned used = 0; ///< entries in use

  [[nodiscard]] Slot& at(std::uint64_t position) { return slots[position % kWindowSlots]; }
  [[nodiscard]] Slot at(std::uint64_t position) const { return slots[position % kWindowSlots]; }
};

/// A load has read its bytes from the cache, or from a store older than the given one.
[[nodiscard]] inline bool has_read_before(const WindowOp& load, const WindowOp& store) {
  return load.progress >= Progress::executing && load.bytes != 0 &&
         load.source_position <= store.store_position;
}

/// Both queues and the store sets. An entry is allocated at dispatch in program order, and freed at
/// retirement or by a squash.
struct LoadStoreQueue {
  LoadQueue loads;
  StoreQueue stores;
  StoreSets store_sets;

  /// Allocates an entry for a load, which waits for no store so far.
  void allocate_load(WindowOp& load, Slot slot) {
    ++loads.used;
    loads.at(loads.end++) = slot;
    load.store_position = stores.end;
    load.operands[kMemoryOperand].slot = slot; // own slot: the load waits for no store
    load.store = {};
    load.source_position = 0;
    load.blocked_by = 0;
    load.forwarded = false;
    load.ordered = false;
    load.cache_miss = false;
  }
  /// Allocates an entry for a store, at the dispatch of its store-address micro-op. The address
  /// itself follows by enter_address().
  void allocate_store(WindowOp& address, Slot slot) {
    ++stores.used;
    address.store_position = stores.end++;
    StoreEntry& entry = stores.at(address.store_position);
    entry.id = address.id;
    entry.data = kNoOp;
    entry.address_slot = slot;
    entry.data_slot = kNoSlot;
  }
  /// The store-data micro-op of the youngest store is dispatched.
  void attach_data(WindowOp& data, Slot slot) {
    data.store_position = stores.end - 1;
    StoreEntry& entry = stores.at(data.store_position);
    entry.data = data.id;
    entry.data_slot = slot;
  }
  /// Sets what the store at a position writes.
  StoreEntry& enter_address(std::uint64_t position, const WindowOp& op, std::uint32_t instruction) {
    stores.filter.count(op.address, op.bytes, 1);
    StoreEntry& entry = stores.at(position);
    entry.instruction = instruction;
    entry.bytes = static_cast<std::uint8_t>(op.bytes);
    entry.address = op.address;
    entry.serial = ++stores.last_serial;
    return entry;
  }
  void retire_load() {
    --loads.used;
    ++loads.oldest;
  }
  /// The store-data micro-op of the oldest store retires.
  void retire_store() {
    --stores.used;
    ++stores.oldest;
  }
  /// The youngest load is squashed.
  void squash_load() {
    --loads.used;
    --loads.end;
  }
  /// The store-address micro-op of the youngest store is squashed.
  void squash_store() {
    --stores.used;
    --stores.end;
  }
  /// One more than the position of the last store dispatched of the store set of an instruction
  /// (StoreSets::index_of), if that store is in front of a position; 0: there is none.
  [[nodiscard]] std::uint64_t last_of_set(unsigned instruction, std::uint64_t before) const {
    const unsigned set = store_sets.set_of[instruction];
    if (set == 0)
      return 0;
    const StoreSets::Last& last = store_sets.last[set];
    const bool is_there = last.position >= stores.oldest && last.position < before &&
                          stores.at(last.position).serial == last.serial;
    return is_there ? last.position + 1 : 0;
  }
  /// What the load that is issued in a cycle finds of a store's address. The load executes when it
  /// has read its operands.
  [[nodiscard]] AddressIs address_at_issue(const ReorderBuffer& rob, std::uint64_t position,
                                           std::uint64_t now, unsigned read_cycles) const {
    const StoreEntry& store = stores.at(position);
    if (StoreQueue::has_address(rob, store, now + read_cycles))
      return AddressIs::known;
    const WindowOp& op = StoreQueue::address_op(rob, store);
    return op.progress > Progress::executing && op.ends_at == now ? AddressIs::ending
                                                                  : AddressIs::unknown;
  }
  /// A store that cannot forward all bytes of a load has not left the queue. `retires`: stores
  /// leave the queue at retirement; otherwise (without a reorder buffer) when they are written.
  [[nodiscard]] bool is_blocked(const ReorderBuffer& rob, const WindowOp& load, bool retires,
                                std::uint64_t now) const {
    if (load.blocked_by <= stores.oldest) // 0: no store blocks the load
      return false;
    const StoreEntry& store = stores.at(load.blocked_by - 1);
    return retires || !store.data ||
           (rob.holds({store.data, store.data_slot}) &&
            !has_written(rob.ops[store.data_slot], now));
  }
  /// The store in the queue for which a blocked load (is_blocked()) waits: where several write
  /// parts of its bytes, the one behind which the youngest could forward. `repeats`: the load
  /// searches again in every cycle, and finds the addresses computed before the cycle
  /// `known_before`.
  [[nodiscard]] const StoreEntry& blocking_store(const ReorderBuffer& rob,
                                                 machine::Forwarding forwarding,
                                                 const WindowOp& load, bool repeats,
                                                 std::uint64_t known_before) const;
  /// Calls `visit` with the slot of each load that is younger than a store and has read before it,
  /// youngest first.
  template <class Visit>
  void for_each_load_read_before(const ReorderBuffer& rob, const WindowOp& store,
                                 Visit visit) const {
    for (std::uint64_t position = loads.end; position > loads.oldest;) {
      const Slot slot = loads.at(--position);
      if (rob.ops[slot].id < store.id)
        break;
      if (has_read_before(rob.ops[slot], store))
        visit(slot);
    }
  }
  /// Memory-order violation check when the address of a store becomes known: the oldest younger
  /// load that has read a byte which the store writes; kNoSlot: there is none.
  [[nodiscard]] Slot oldest_violation(const ReorderBuffer& rob, const WindowOp& store) const {
    Slot oldest = kNoSlot;
    for_each_load_read_before(rob, store, [&](Slot slot) {
      if (overlaps(store, rob.ops[slot]))
        oldest = slot;
    });
    return oldest;
  }
};

inline const StoreEntry& LoadStoreQueue::blocking_store(const ReorderBuffer& rob,
                                                        machine::Forwarding forwarding,
                                                        const WindowOp& load, bool repeats,
                                                        std::uint64_t known_before) const {
  const std::uint64_t first = load.blocked_by - 1;
  const StoreEntry& youngest = stores.at(first);
  if (repeats && can_forward(forwarding, load, youngest.address, youngest.bytes))
    for (std::uint64_t at = first; at > stores.oldest;)
      if (const StoreEntry& older = stores.at(--at);
          older.bytes != 0 && StoreQueue::has_address(rob, older, known_before) &&
          overlaps_beside(older, load, youngest))
        return older;
  return youngest;
}

/// Memory-order violation: `load` and younger loads have read too early and are dispatched again.
struct Replay {
  bool pending = false;
  OpId load;
  Slot slot = kNoSlot;
  OpId store; ///< the older store before which the load has read
};

} // namespace stallscope::core
