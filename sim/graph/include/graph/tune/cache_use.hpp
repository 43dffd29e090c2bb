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

/// Causes of misses (Hill and Smith 1989): compulsory: first access to the line; capacity: the line
/// would also miss in a fully associative LRU cache of the same size; conflict: all others.
enum class MissKind : std::uint8_t { compulsory, capacity, conflict };
inline constexpr std::size_t kMissKinds = 3;

/// Use of the sets of a machine's first-level data cache by a program's loads and stores in program
/// order: without reordering, prefetching and wrong-path accesses of the pipeline.
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
    std::vector<std::uint64_t> lines; ///< addresses of the lines in the set at the end
  };
  std::vector<Set> by_set;
  std::vector<std::string> arrays; ///< labels of the program's data, by address
  /// [a][b]: lines of array b evicted by accesses to array a.
  std::vector<std::vector<std::uint64_t>> evicted;

  [[nodiscard]] std::uint64_t all_misses() const { return misses[0] + misses[1] + misses[2]; }
};
/// Nothing if the machine has no data cache.
[[nodiscard]] std::optional<CacheUse> cache_use(const isa::Program& program,
                                                const machine::Machine& machine);
/// For the program of a schedule.
[[nodiscard]] std::optional<CacheUse>
cache_use(const MatmulSize& size, const MatmulSchedule& schedule, const machine::Machine& machine);

/// Naive and best schedule side by side: misses by kind, a map of the sets with a letter each, and
/// the evictions between arrays.
[[nodiscard]] std::string cache_text(const CacheUse& naive, const CacheUse& best);

/// Heat maps as SVG: for pairs of schedule parameters (rows x columns of blocks, tiles of m x n,
/// unrolling x tile of k) the minimum cycles of all points with these values; below, the cache sets
/// of the naive and the best schedule.
[[nodiscard]] std::string heat_map_svg(const Tuned& tuned, const std::optional<CacheUse>& naive,
                                       const std::optional<CacheUse>& best);
/// One line per point.
[[nodiscard]] std::string tuned_csv(const Tuned& tuned);

} // namespace stallscope::graph
