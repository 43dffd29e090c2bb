#pragma once

#include "machine/plugin.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::machine {

inline constexpr std::size_t kMaxCaches = 8;
inline constexpr unsigned kMaxMshrs = 64;
inline constexpr unsigned kMaxBanks = 64;

/// Replacement policy: which line of a full set is evicted.
enum class Replacement : std::uint8_t {
  lru,    ///< least recently used
  plru,   ///< tree-PLRU: bits point away from recently used lines; ways are a power of two
  random, ///< pseudo-random
  /// Re-reference interval prediction (Jaleel et al. 2010): 2 bits a line; a hit sets 0, a new line
  /// gets 2, the first line at 3 is evicted, and while no line has 3, all are incremented.
  srrip,
  plugin, ///< the plug-in Cache::replacement_plugin
};

enum class WritePolicy : std::uint8_t {
  write_back,    ///< a dirty line is written when evicted
  write_through, ///< stores are sent to the next level immediately
};

/// What a store does that misses.
enum class WriteMiss : std::uint8_t {
  by_policy,   ///< write_back allocates, write_through does not
  allocate,    ///< write-allocate: the line is requested
  no_allocate, ///< write-around: the store is sent to the next level
};

enum class PrefetcherKind : std::uint8_t {
  none,
  next_line, ///< a miss, or the first use of a prefetched line, prefetches the following lines
  stride,    ///< by instruction: after three accesses at equal distances (Chen and Baer 1995)
  plugin,    ///< the plug-in Cache::prefetch_plugin
};

/// The accesses of the core that a cache serves directly.
enum class CacheSide : std::uint8_t { none, fetch, data, both };

/// A cache level: [[cache]].
struct Cache {
  std::string name;
  CacheSide serves = CacheSide::none;
  std::size_t next = 0; ///< index into Caches::levels; levels.size(): main memory
  std::uint64_t size_bytes = 32'768;
  unsigned ways = 8;
  unsigned line_bytes = 64;
  unsigned latency_cycles = 1; ///< hit time, and time until a miss goes to the next level
  Replacement replacement = Replacement::lru;
  WritePolicy write = WritePolicy::write_back;
  WriteMiss write_miss = WriteMiss::by_policy;
  unsigned ports = 0; ///< accesses a cycle, 0: unlimited
  unsigned banks = 1; ///< accesses of one cycle must use different banks; 1: no restriction
  unsigned bank_bytes = 8;
  unsigned mshrs = 8;
  unsigned line_cycles = 1; ///< cycles a line occupies the connection to the next level
  bool inclusive = false;   ///< inclusive: lines it evicts are also evicted from the inner caches
  PrefetcherKind prefetcher = PrefetcherKind::none;
  unsigned prefetch_degree = 1;   ///< lines per prefetch
  unsigned prefetch_entries = 64; ///< stride prefetcher: number of entries of the instruction table
  std::uint64_t seed = 1;         ///< seed of random replacement
  PluginUse prefetch_plugin;
  PluginUse replacement_plugin;
  /// Every access hits, whatever the contents; ports, banks, hit time and write-through are
  /// modelled as usual. Set by analyses that assume hits; not a key of machine files.
  bool always_hits = false;

  [[nodiscard]] std::uint64_t sets() const { return size_bytes / line_bytes / ways; }
  /// A store that misses requests its line.
  [[nodiscard]] bool allocates_stores() const {
    return write_miss == WriteMiss::by_policy ? write == WritePolicy::write_back
                                              : write_miss == WriteMiss::allocate;
  }
  /// The shape of the cache, for plug-ins.
  [[nodiscard]] StallscopeCache shape() const { return {sets(), ways, line_bytes}; }
  bool operator==(const Cache&) const = default;
};

/// A translation lookaside buffer (TLB): [fetch_tlb] and [data_tlb].
struct Tlb {
  unsigned entries = 0; ///< 0: no TLB, translation takes no time
  unsigned ways = 4;
  unsigned page_bytes = 4096;
  unsigned walk_cycles = 20; ///< miss penalty: length of a page-table walk; one walk at a time

  bool operator==(const Tlb&) const = default;
};

/// [main_memory]: timing behind the last cache level.
struct MainMemory {
  unsigned latency_cycles = 100; ///< cycles from the request to the first bytes of the line
  unsigned line_cycles = 4;      ///< bandwidth: cycles a line occupies the memory

  bool operator==(const MainMemory&) const = default;
};

/// Caches, TLBs and main memory. Without caches the core's own latencies apply.
struct Caches {
  std::vector<Cache> levels; ///< each `next` is further from the core, so that there are no loops
  MainMemory memory;
  Tlb fetch_tlb;
  Tlb data_tlb;
  /// The accesses of the program have been made once before the first cycle, to fill caches and
  /// TLBs: core::warm_state.
  bool warm = false;

  /// The index of the first cache for fetches (or data accesses); levels.size() when there is none.
  [[nodiscard]] std::size_t first_for(bool fetch) const {
    const CacheSide side = fetch ? CacheSide::fetch : CacheSide::data;
    for (std::size_t i = 0; i < levels.size(); ++i)
      if (levels[i].serves == side || levels[i].serves == CacheSide::both)
        return i;
    return levels.size();
  }
  bool operator==(const Caches&) const = default;
};

} // namespace stallscope::machine
