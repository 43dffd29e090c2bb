#pragma once

#include "core/units/paged_table.hpp"
#include "machine/caches.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::core {

inline constexpr std::uint64_t kNoLine = ~std::uint64_t{0};
inline constexpr std::uint64_t kNever = ~std::uint64_t{0}; ///< a cycle that does not come

/// A line of a cache: its number (address / line size), and what replacement knows of it.
struct CacheLine {
  std::uint64_t number = kNoLine;
  std::uint64_t order : 62 = 0;     ///< lru: stamp of the last use; srrip: its 2 bits
  std::uint64_t dirty : 1 = 0;      ///< to be written back
  std::uint64_t prefetched : 1 = 0; ///< and not used yet

  [[nodiscard]] bool valid() const { return number != kNoLine; }
  bool operator==(const CacheLine&) const = default;
};

/// A miss under way: a miss status holding register (Kroft 1981).
struct Mshr {
  std::uint64_t number = kNoLine; ///< of the line
  std::uint64_t ready_at = 0;     ///< first cycle in which the line is here
  std::uint8_t served_by = 0;     ///< the level it comes from
  bool dirty = false;             ///< a store waits for it
  bool prefetch = false;          ///< nobody waits for it yet
  bool cancelled = false;         ///< the cache was emptied meanwhile: not to be kept

  bool operator==(const Mshr&) const = default;
};

struct CacheCounters {
  std::uint64_t accesses = 0; ///< hits + misses + merges, without prefetches
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;  ///< that went on to the next level
  std::uint64_t merges = 0;  ///< waited for a line that was on its way
  std::uint64_t refused = 0; ///< must be tried again: port, bank or MSHR
  std::uint64_t evictions = 0;
  std::uint64_t write_backs = 0;
  std::uint64_t back_invalidations = 0; ///< because an inclusive cache behind it evicted the line
  std::uint64_t prefetches = 0;
  std::uint64_t useful_prefetches = 0;  ///< used when they were here
  std::uint64_t late_prefetches = 0;    ///< asked for while on their way
  std::uint64_t useless_prefetches = 0; ///< evicted unused

  bool operator==(const CacheCounters&) const = default;
};

/// An instruction whose addresses a stride prefetcher follows.
struct StrideEntry {
  std::uint64_t pc = kNoLine;
  std::uint64_t address = 0; ///< of its last access
  std::uint64_t stride = 0;  ///< between its last two, modulo 2^64
  bool steady = false;       ///< the last two distances were the same

  bool operator==(const StrideEntry&) const = default;
};

/// All that changes of one cache.
struct CacheState {
  PagedTable<CacheLine> lines;    ///< set by set
  PagedTable<std::uint64_t> plru; ///< one a set: bit n is node n of the tree, the root node 1
  std::vector<Mshr> mshrs;        ///< in use, in no order
  PagedTable<StrideEntry> strides;
  std::size_t last_found = 0; ///< index into lines: looked at first, as it is mostly the one
  std::uint64_t stamp = 0;
  std::uint64_t random = 1;
  std::uint64_t next_fill = kNever;     ///< the earliest of the MSHRs
  std::uint64_t connection_free_at = 0; ///< to the next level
  std::uint64_t port_cycle = 0;         ///< the last cycle in which accesses began, ...
  std::uint32_t ports_used = 0;         ///< ... how many, ...
  std::uint64_t banks_used = 0;         ///< ... and in which banks
  CacheCounters counters;

  bool operator==(const CacheState&) const = default;
};

/// The tag store of one cache: where lines are, and which one goes.
class TagStore {
public:
  explicit TagStore(const machine::Cache& cache);

  [[nodiscard]] CacheState state() const;
  [[nodiscard]] std::uint64_t number(std::uint64_t address) const { return address >> shift_; }
  [[nodiscard]] std::uint64_t address(std::uint64_t number) const { return number << shift_; }
  [[nodiscard]] std::size_t set_of(std::uint64_t number) const { return number & (sets_ - 1); }
  [[nodiscard]] std::size_t sets() const { return sets_; }
  [[nodiscard]] unsigned ways() const { return ways_; }

  /// Index of a line in CacheState::lines; kNone when it is not there.
  static constexpr std::size_t kNone = ~std::size_t{0};
  [[nodiscard]] std::size_t find(const CacheState& state, std::uint64_t number) const {
    const std::size_t first = set_of(number) * stride_;
    const CacheLine* set = &state.lines[first];
    for (unsigned way = 0; way < ways_; ++way)
      if (set[way].number == number)
        return first + way;
    return kNone;
  }
  /// The same, beginning with the line found last.
  [[nodiscard]] std::size_t find_again(CacheState& state, std::uint64_t number) const {
    if (state.lines[state.last_found].number == number)
      return state.last_found;
    const std::size_t index = find(state, number);
    if (index != kNone)
      state.last_found = index;
    return index;
  }
  /// A line, which is state.lines[index], is used.
  void touch(CacheState& state, std::size_t index, CacheLine& line) const {
    if (replacement_ == machine::Replacement::lru)
      line.order = ++state.stamp;
    else if (replacement_ == machine::Replacement::srrip)
      line.order = 0;
    else if (replacement_ == machine::Replacement::plru)
      point_away(state, index);
  }
  /// Where the next line of a set goes: an empty place, or the line that makes room.
  [[nodiscard]] std::size_t choose_victim(CacheState& state, std::uint64_t number) const;
  /// Puts a line into a place.
  void place(CacheState& state, std::size_t index, std::uint64_t number, bool dirty,
             bool prefetched) const;
  /// Index of the first line of a set.
  [[nodiscard]] std::size_t first_of(std::size_t set) const { return set * stride_; }

private:
  void point_away(CacheState& state, std::size_t index) const;
  std::size_t plru_victim(const CacheState& state, std::size_t set) const;
  std::size_t srrip_victim(CacheState& state, std::size_t first) const;

  machine::Replacement replacement_;
  unsigned shift_;
  std::size_t sets_;
  unsigned ways_;
  std::size_t stride_; ///< lines from one set to the next, a power of two: never across two pages
  std::uint64_t seed_;
};

} // namespace stallscope::core
