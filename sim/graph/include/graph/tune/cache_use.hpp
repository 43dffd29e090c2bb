#pragma once

#include "graph/tune/tune.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::graph {

/// Why a line was not in the cache (Hill and Smith 1989): touched for the first time; not in a
/// cache of this size that may keep lines anywhere either (LRU); or only its set was too small.
enum class MissKind : std::uint8_t { compulsory, capacity, conflict };
inline constexpr std::size_t kMissKinds = 3;

/// What a program does with the sets of a machine's first data cache: its loads and stores in the
/// order of the program, so without what the pipeline reorders, prefetches, or does on a wrong
/// path.
struct CacheUse {
  std::string cache;
  std::uint64_t sets = 0;
  unsigned ways = 0;
  unsigned line_bytes = 0;
  std::uint64_t accesses = 0;
  std::array<std::uint64_t, kMissKinds> misses{};
  struct Set {
    std::uint64_t accesses = 0;
    std::array<std::uint64_t, kMissKinds> misses{};
    std::vector<std::uint64_t> lines; ///< that were in it at once at the end: their addresses
  };
  std::vector<Set> by_set;
  std::vector<std::string> arrays; ///< labels of the program's data, in the order of addresses
  /// Lines of the second array that an access to the first one has put out.
  std::vector<std::vector<std::uint64_t>> evicted;

  [[nodiscard]] std::uint64_t all_misses() const { return misses[0] + misses[1] + misses[2]; }
};
/// None: the machine has no data cache.
[[nodiscard]] std::optional<CacheUse> cache_use(const isa::Program& program,
                                                const machine::Machine& machine);
/// Of a schedule's program.
[[nodiscard]] std::optional<CacheUse>
cache_use(const MatmulSize& size, const MatmulSchedule& schedule, const machine::Machine& machine);

/// Both beside each other: misses by kind, sets as a picture of letters, who put out whom.
[[nodiscard]] std::string cache_text(const CacheUse& naive, const CacheUse& best);

/// The fewest cycles of all points that share two of a schedule's numbers, for all pairs that are
/// drawn: rows x columns of blocks, tiles of m x n, unrolling x tile of k; below, the sets of the
/// cache, naive and best. SVG.
[[nodiscard]] std::string heat_map_svg(const Tuned& tuned, const std::optional<CacheUse>& naive,
                                       const std::optional<CacheUse>& best);
/// A line a point.
[[nodiscard]] std::string tuned_csv(const Tuned& tuned);

} // namespace stallscope::graph
