#pragma once

// Loads and stores in flight in program order: store-to-load forwarding, memory-order violations,
// and the prediction of who depends on whom.

#include "core/out_of_order/micro_op.hpp"
#include "machine/dynamic.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace stallscope::core {

/// Two accesses touch a byte in common. Either may go from the last address on to the first.
template <class Store> bool overlaps(const Store& store, const WindowOp& load) {
  return load.address - store.address < store.bytes || store.address - load.address < load.bytes;
}

/// A store writes all that a load reads.
inline bool covers(std::uint64_t address, unsigned bytes, const WindowOp& load) {
  return load.bytes <= bytes && load.address - address <= bytes - load.bytes;
}

/// A store writes something that a load reads and another store does not write.
template <class Store>
bool overlaps_beside(const Store& store, const WindowOp& load, const Store& other) {
  for (std::uint64_t at = load.address; at != load.address + load.bytes; ++at)
    if (at - store.address < store.bytes && at - other.address >= other.bytes)
      return true;
  return false;
}

/// Store-to-load forwarding: whether a load takes its value from a store in flight that writes
/// something it reads.
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
  OpId id;   ///< of the micro-op that has its address ...
  OpId data; ///< ... and its data; none: not dispatched yet
  Slot address_slot = kNoSlot;
  Slot data_slot = kNoSlot;
  std::uint32_t instruction = 0;
  std::uint8_t bytes = 0; ///< 0: it stores nothing
  std::uint64_t address = 0;
  std::uint64_t serial = 0; ///< its number among all stores ever dispatched
};

/// The store in the queue that a load has to do with.
struct StoreMatch {
  std::uint64_t position = 0; ///< one more than its position; 0: none
  bool blocks = false;        ///< it must be in the cache first
  bool covers = false;        ///< it writes all that the load reads
  /// One more than the position of a store whose address ends in this cycle, and that the load does
  /// not see; 0: none.
  std::uint64_t passed_over = 0;
};

/// What the address of a store in the queue is to a load that asks now.
enum class AddressIs : std::uint8_t { known, unknown, ending };

/// Stores in flight, those in the store buffer too, counted by the eight bytes they lie in: most
/// loads need not look for the store that none of them is.
struct StoreFilter {
  std::array<std::uint16_t, 256> counts{}; ///< by address / 8

  /// A store enters (1) or leaves (-1).
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
  /// False: no store in flight touches what a load of at least one byte reads.
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
  unsigned used = 0;             ///< entries that are taken
  std::uint64_t last_serial = 0; ///< StoreEntry::serial
  StoreFilter filter;

  [[nodiscard]] StoreEntry& at(std::uint64_t position) { return entries[position % kWindowSlots]; }
  [[nodiscard]] const StoreEntry& at(std::uint64_t position) const {
    return entries[position % kWindowSlots];
  }
  /// The youngest store in front of `position` that writes something a load reads. `address_is`
  /// tells of a position what the machine knows of its address.
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
    // A load takes its value from one store, and what is left from the cache.
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
  std::array<Slot, kWindowSlots> slots{}; ///< of their micro-ops
  std::uint64_t oldest = 0;
  std::uint64_t end = 0;
  unsigned used = 0; ///< entries that are taken

  [[nodiscard]] Slot& at(std::uint64_t position) { return slots[position % kWindowSlots]; }
  [[nodiscard]] Slot at(std::uint64_t position) const { return slots[position % kWindowSlots]; }
};

/// Memory dependence prediction. Loads that have read before older stores are remembered with
/// these, by address: both get the number of a set, and such loads wait for the last store of the
/// set from then on, or until all sets are forgotten (machine::Dynamic::store_set_cycles). Source:
/// Chrysos and Emer, Memory Dependence Prediction using Store Sets, 1998.
struct StoreSets {
  static constexpr unsigned kInstructions = 1024;
  static constexpr unsigned kSets = 128;
  struct Last {
    std::uint64_t serial = 0;   ///< of the store; 0: none yet
    std::uint64_t position = 0; ///< in the store queue
  };
  std::array<std::uint8_t, kInstructions> set_of{}; ///< by address of the instruction; 0: none
  std::array<Last, kSets> last{};
  /// The first cycle from which on all of this means nothing any more.
  std::uint64_t forgotten_at = kNever;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  /// Where the instruction at an address is remembered.
  static unsigned index_of(std::uint64_t pc) {
    return static_cast<unsigned>((pc >> 1 ^ pc >> 11) % kInstructions);
  }
  /// Forgets all when the time has come; to be called before any use in a cycle.
  void age(std::uint64_t now, std::uint64_t every_cycles) {
    if (now < forgotten_at) [[likely]]
      return;
    set_of.fill(0);
    last.fill({});
    forgotten_at = (now / every_cycles + 1) * every_cycles;
  }
  /// A load has read before an older store to the same place: they are of one set from now on.
  void join(unsigned load, unsigned store) {
    const auto set = set_of[store] != 0  ? set_of[store]
                     : set_of[load] != 0 ? set_of[load]
                                         : static_cast<std::uint8_t>(1 + store % (kSets - 1));
    set_of[store] = set_of[load] = set;
  }
};

/// Memory-order violation: loads from `load` on have read too early and are dispatched again.
struct Replay {
  bool pending = false;
  OpId load;
  Slot slot = kNoSlot;
  OpId store; ///< that it has overtaken
};

} // namespace stallscope::core
