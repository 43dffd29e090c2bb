#pragma once

// Load queue and store queue in program order: store-to-load forwarding, memory-order violations,
// and memory dependence prediction (store sets).

#include "core/out_of_order/micro_op.hpp"
#include "machine/dynamic.hpp"

#include <algorithm>
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
  [[nodiscard]] bool may_meet(const WindowOp& load) const {
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
  if (load.bytes == 0 || !filter.may_meet(load))
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

/// Memory dependence prediction with store sets, found by instruction address: a load that was
/// replayed after a memory-order violation and the store it overtook get the same set number. After
/// that the load waits for the last store of the set, until all sets are cleared
/// (machine::Dynamic::store_set_cycles). Source: Chrysos and Emer, Memory Dependence Prediction
/// using Store Sets, 1998.
struct StoreSets {
  static constexpr unsigned kInstructions = 1024;
  static constexpr unsigned kSets = 128;
  struct Last {
    std::uint64_t serial = 0;   ///< StoreEntry::serial of the store; 0: no store of the set has
                                ///< been dispatched
    std::uint64_t position = 0; ///< its position in the store queue
  };
  std::array<std::uint8_t, kInstructions> set_of{}; ///< set number by index of the instruction's
                                                    ///< address; 0: in no set
  std::array<Last, kSets> last{};
  /// The first cycle in which all entries are invalid.
  std::uint64_t forgotten_at = kNever;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  /// Index into `set_of` for the instruction at an address.
  static unsigned index_of(std::uint64_t pc) {
    return static_cast<unsigned>((pc >> 1 ^ pc >> 11) % kInstructions);
  }
  /// Clears all sets when they have expired; must be called before any other use in a cycle.
  void age(std::uint64_t now, std::uint64_t every_cycles) {
    if (now < forgotten_at) [[likely]]
      return;
    set_of.fill(0);
    last.fill({});
    forgotten_at = (now / every_cycles + 1) * every_cycles;
  }
  /// After a memory-order violation: puts the load and the store into one set.
  void join(unsigned load, unsigned store) {
    const auto set = set_of[store] != 0  ? set_of[store]
                     : set_of[load] != 0 ? set_of[load]
                                         : static_cast<std::uint8_t>(1 + store % (kSets - 1));
    set_of[store] = set_of[load] = set;
  }
};

/// Memory-order violation: `load` and younger loads have read too early and are dispatched again.
struct Replay {
  bool pending = false;
  OpId load;
  Slot slot = kNoSlot;
  OpId store; ///< the older store that the load has overtaken
};

} // namespace stallscope::core
