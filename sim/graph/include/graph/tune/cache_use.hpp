#pragma once

#include "graph/tune/tune.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

/// For two parameters of schedules the fewest cycles of all points with these values.
struct HeatTable {
  struct Cell {
    std::size_t row = 0;    ///< in `rows`
    std::size_t column = 0; ///< in `columns`
    std::size_t point = 0;  ///< of the tuned product
  };
  std::string_view title;
  std::string_view down; ///< name of the parameter of the rows
  std::string_view across;
  std::vector<std::uint32_t> rows; ///< values, ascending
  std::vector<std::uint32_t> columns;
  std::vector<Cell> cells; ///< by row and column; combinations that were not measured are absent
};
/// Rows x columns of blocks, tiles of m x n, unrolling x tile of k.
[[nodiscard]] std::vector<HeatTable> heat_tables(const Tuned& tuned);
/// Where cycles lie between the best (0) and the worst point (1), on a logarithmic scale.
[[nodiscard]] double heat_of(const Tuned& tuned, std::uint64_t cycles);

/// Heat maps as SVG: for pairs of schedule parameters (rows x columns of blocks, tiles of m x n,
/// unrolling x tile of k) the minimum cycles of all points with these values; below, the cache sets
/// of the naive and the best schedule.
[[nodiscard]] std::string heat_map_svg(const Tuned& tuned, const std::optional<CacheUse>& naive,
                                       const std::optional<CacheUse>& best);
/// One line per point.
[[nodiscard]] std::string tuned_csv(const Tuned& tuned);

} // namespace stallscope::graph
