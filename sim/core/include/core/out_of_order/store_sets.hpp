#pragma once

#include <array>
#include <cstdint>

namespace stallscope::core {

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
  /// A store is dispatched: it is the last of its set, if it has one.
  void enter_store(unsigned store, std::uint64_t serial, std::uint64_t position) {
    if (const unsigned set = set_of[store]; set != 0)
      last[set] = {serial, position};
  }
};

} // namespace stallscope::core
