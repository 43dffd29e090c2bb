#pragma once

#include "core/units/paged_table.hpp"
#include "machine/caches.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::core {

inline constexpr std::uint64_t kNoLine = ~std::uint64_t{0};
inline constexpr std::uint64_t kNever = ~std::uint64_t{0}; ///< later than every cycle

/// A line of a cache: its number (address / line size) and its replacement state.
struct CacheLine {
  std::uint64_t number = kNoLine;
  std::uint64_t order : 62 = 0;     ///< lru: stamp of the last use; srrip: its 2 bits
  std::uint64_t dirty : 1 = 0;      ///< modified: must be written back when evicted
  std::uint64_t prefetched : 1 = 0; ///< prefetched and not used yet

  [[nodiscard]] bool valid() const { return number != kNoLine; }
  bool operator==(const CacheLine&) const = default;
};

/// A miss in flight: a miss status holding register (Kroft 1981).
struct Mshr {
  std::uint64_t number = kNoLine; ///< number of the line in flight
  std::uint64_t ready_at = 0;     ///< first cycle in which the line has arrived
  std::uint8_t served_by = 0;     ///< the level that supplies the line
  bool dirty = false;             ///< a store waits for the line: dirty on arrival
  bool prefetch = false;          ///< no demand access waits for the line yet
  bool cancelled = false;         ///< the cache was invalidated while the line was in flight:
                                  ///< discarded on arrival

  bool operator==(const Mshr&) const = default;
};

struct CacheCounters {
  std::uint64_t accesses = 0; ///< hits + misses + merges, prefetches not included
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;  ///< misses: requests sent to the next level
  std::uint64_t merges = 0;  ///< accesses to a line with a miss already in flight
  std::uint64_t refused = 0; ///< refused accesses, to be retried: port, bank or MSHRs busy
  std::uint64_t evictions = 0;
  std::uint64_t write_backs = 0;
  std::uint64_t back_invalidations = 0; ///< lines evicted because an inclusive cache behind it
                                        ///< evicted them
  std::uint64_t prefetches = 0;
  std::uint64_t useful_prefetches = 0;  ///< lines used after their arrival
  std::uint64_t late_prefetches = 0;    ///< lines that an access waited for before their arrival
  std::uint64_t useless_prefetches = 0; ///< lines evicted unused

  bool operator==(const CacheCounters&) const = default;
};

/// Entry of a stride prefetcher, for one load or store instruction.
struct StrideEntry {
  std::uint64_t pc = kNoLine;
  std::uint64_t address = 0; ///< address of its last access
  std::uint64_t stride = 0;  ///< difference of the addresses of its last two accesses, modulo 2^64
  bool steady = false;       ///< its last two strides were equal

  bool operator==(const StrideEntry&) const = default;
};

/// The state of one cache.
struct CacheState {
  PagedTable<CacheLine> lines;    ///< ordered by set
  PagedTable<std::uint64_t> plru; ///< tree-PLRU, one word a set: bit n is node n of the tree, the
                                  ///< root is node 1
  std::vector<Mshr> mshrs;        ///< in flight, unordered
  PagedTable<StrideEntry> strides;
  machine::PluginValue prefetch_plugin;
  machine::PluginValue replacement_plugin;
  std::size_t last_found = 0; ///< index into lines of the last hit: looked up first, because it is
                              ///< the most frequent
  std::uint64_t stamp = 0;
  std::uint64_t random = 1;
  std::uint64_t next_fill = kNever;     ///< earliest arrival among the MSHRs
  std::uint64_t connection_free_at = 0; ///< first cycle in which the connection to the next level
                                        ///< is free
  std::uint64_t port_cycle = 0;         ///< the last cycle in which accesses began, ...
  std::uint32_t ports_used = 0;         ///< ... how many, ...
  std::uint64_t banks_used = 0;         ///< ... and in which banks
  CacheCounters counters;

  bool operator==(const CacheState&) const = default;
};

/// Tags and replacement of one cache.
class TagStore {
public:
  explicit TagStore(const machine::Cache& cache);

  [[nodiscard]] CacheState state() const;
  [[nodiscard]] std::uint64_t number(std::uint64_t address) const { return address >> shift_; }
  [[nodiscard]] std::uint64_t address(std::uint64_t number) const { return number << shift_; }
  [[nodiscard]] std::size_t set_of(std::uint64_t number) const { return number & (sets_ - 1); }
  [[nodiscard]] std::size_t sets() const { return sets_; }
  [[nodiscard]] unsigned ways() const { return ways_; }

  /// Index of a line in CacheState::lines; kNone when the cache does not hold the line.
  static constexpr std::size_t kNone = ~std::size_t{0};
  [[nodiscard]] std::size_t find(const CacheState& state, std::uint64_t number) const {
    const std::size_t first = set_of(number) * stride_;
    const CacheLine* set = &state.lines[first];
    for (unsigned way = 0; way < ways_; ++way)
      if (set[way].number == number)
        return first + way;
    return kNone;
  }
  /// As find(), but compares the line of the last hit first.
  [[nodiscard]] std::size_t find_again(CacheState& state, std::uint64_t number) const {
    if (state.lines[state.last_found].number == number)
      return state.last_found;
    const std::size_t index = find(state, number);
    if (index != kNone)
      state.last_found = index;
    return index;
  }
  /// Updates the replacement state for a use of state.lines[index].
  void touch(CacheState& state, std::size_t index, CacheLine& line) const {
    if (replacement_ == machine::Replacement::lru)
      line.order = ++state.stamp;
    else if (replacement_ == machine::Replacement::srrip)
      line.order = 0;
    else if (replacement_ == machine::Replacement::plru)
      point_away(state, index);
    else if (replacement_ == machine::Replacement::plugin)
      tell_plugin(state, index, false);
  }
  /// The place in a set for a new line: an invalid entry, or the victim of replacement.
  [[nodiscard]] std::size_t choose_victim(CacheState& state, std::uint64_t number) const;
  /// Fills a place with a line.
  void place(CacheState& state, std::size_t index, std::uint64_t number, bool dirty,
             bool prefetched) const;
  /// Index of the first line of a set.
  [[nodiscard]] std::size_t first_of(std::size_t set) const { return set * stride_; }

private:
  void point_away(CacheState& state, std::size_t index) const;
  std::size_t plru_victim(const CacheState& state, std::size_t set) const;
  std::size_t srrip_victim(CacheState& state, std::size_t first) const;
  std::size_t plugin_victim(CacheState& state, std::size_t set) const;
  void tell_plugin(CacheState& state, std::size_t index, bool filled) const;

  machine::Replacement replacement_;
  unsigned shift_;
  std::size_t sets_;
  unsigned ways_;
  std::size_t stride_; ///< entries of `lines` from one set to the next: a power of two, so that no
                       ///< set crosses a page
  std::uint64_t seed_;
  machine::PluginUse plugin_; ///< the replacement policy of a plug-in
  StallscopeCache shape_;
};

} // namespace stallscope::core
