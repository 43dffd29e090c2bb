#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::machine {

inline constexpr std::size_t kMaxCaches = 8;
inline constexpr unsigned kMaxMshrs = 64;
inline constexpr unsigned kMaxBanks = 64;

/// Which line of a full set makes room.
enum class Replacement : std::uint8_t {
  lru,    ///< the one used longest ago
  plru,   ///< tree of bits that point away from what was used; ways are a power of two
  random, ///< any, from a seeded generator
  srrip,  ///< re-reference interval prediction (Jaleel et al. 2010): 2 bits a line, hits set 0, new
          ///< lines start at 2, the first at 3 goes, all are incremented while there is none
};

enum class WritePolicy : std::uint8_t {
  write_back,    ///< a store brings the line; it is written when it is evicted
  write_through, ///< a store goes on to the next level at once, and brings nothing
};

enum class PrefetcherKind : std::uint8_t {
  none,
  next_line, ///< a miss, or the first use of a prefetched line, asks for the lines behind it
  stride,    ///< by instruction: equal distances between three accesses (Chen and Baer 1995)
};

/// What comes to a cache straight from the core.
enum class CacheSide : std::uint8_t { none, fetch, data, both };

/// One level: [[cache]].
struct Cache {
  std::string name;
  CacheSide serves = CacheSide::none;
  std::size_t next = 0; ///< index into Caches::levels; levels.size(): the main memory
  std::uint64_t size_bytes = 0;
  unsigned ways = 1;
  unsigned line_bytes = 64;
  unsigned latency_cycles = 1; ///< of a hit, and until a miss goes on to the next level
  Replacement replacement = Replacement::lru;
  WritePolicy write = WritePolicy::write_back;
  unsigned ports = 0; ///< accesses a cycle, 0: no limit
  unsigned banks = 1; ///< accesses of one cycle go to different ones; 1: they need not
  unsigned bank_bytes = 8;
  unsigned mshrs = 8;
  unsigned line_cycles = 1; ///< how long a line takes the connection to the next level
  bool inclusive = false;   ///< what it evicts is evicted from the caches in front of it
  PrefetcherKind prefetcher = PrefetcherKind::none;
  unsigned prefetch_degree = 1;   ///< lines asked for at a time
  unsigned prefetch_entries = 64; ///< stride: instructions remembered
  std::uint64_t seed = 1;         ///< of random replacement

  [[nodiscard]] std::uint64_t sets() const { return size_bytes / line_bytes / ways; }
  bool operator==(const Cache&) const = default;
};

/// A translation buffer: [fetch_tlb] and [data_tlb].
struct Tlb {
  unsigned entries = 0; ///< 0: there is none, translation takes no time
  unsigned ways = 4;
  unsigned page_bytes = 4096;
  unsigned walk_cycles = 20; ///< a miss takes so much longer; one walk at a time

  bool operator==(const Tlb&) const = default;
};

/// [main_memory], behind the last level.
struct MainMemory {
  unsigned latency_cycles = 100; ///< from the request to the first bytes of the line
  unsigned line_cycles = 4;      ///< bandwidth: a line takes the memory so long

  bool operator==(const MainMemory&) const = default;
};

/// Caches, translation buffers and main memory. Without caches the core's own latencies hold.
struct Caches {
  std::vector<Cache> levels; ///< every next is behind its own index in the chain, without cycles
  MainMemory memory;
  Tlb fetch_tlb;
  Tlb data_tlb;

  /// The index of the cache that fetches (or data accesses) go to first; levels.size() when there
  /// is none.
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
