#pragma once

#include "base/result.hpp"
#include "graph/structure/graph.hpp"
#include "machine/description.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stallscope::graph {

/// C[m,n] = A[m,k] B[k,n], in double precision.
struct MatmulSize {
  std::uint32_t m = 1;
  std::uint32_t n = 1;
  std::uint32_t k = 1;
};

/// How a product is computed; what it computes is MatmulSize's. Loops are split twice: into tiles
/// for the cache (i0, j0, k0 in `order`), and tiles into blocks of rows x columns that stay in
/// registers. All sizes divide what they split.
struct MatmulSchedule {
  std::array<std::uint32_t, 3> tile{}; ///< of m, n and k
  std::uint32_t rows = 1;
  std::uint32_t columns = 1;
  std::uint32_t unroll = 1;                 ///< of the innermost loop, over k
  std::array<char, 3> order{'i', 'j', 'k'}; ///< of the loops over tiles, outermost first
  /// A tile of B is first copied, so that the columns of a block lie behind each other: its lines
  /// then fall into all sets of the cache. Only where the tile has all rows of A.
  bool packed = false;

  bool operator==(const MatmulSchedule&) const = default;
};

/// Three loops one within the other, the sum in a register.
[[nodiscard]] MatmulSchedule naive_schedule(const MatmulSize& size);
/// "tile 64x64x64, block 4x4, unroll 2, order ijk"
[[nodiscard]] std::string text_of(const MatmulSchedule& schedule);
/// The loops as they are nested, for people.
[[nodiscard]] std::string loop_nest(const MatmulSize& size, const MatmulSchedule& schedule);
/// As a RISC-V program that ends with exit(0).
[[nodiscard]] std::string program_of(const MatmulSize& size, const MatmulSchedule& schedule,
                                     const Tensor& a, const Tensor& b);

/// What a machine took for a schedule.
struct TunePoint {
  MatmulSchedule schedule;
  std::uint64_t cycles = 0;
  std::uint64_t instructions = 0;
  std::uint64_t misses = 0; ///< of the first data cache; 0: it has none
};
/// Runs the program on the machine, and compares the product in its memory with the values that the
/// graph computes: an error when they differ, or when the machine cannot run it.
[[nodiscard]] Result<TunePoint> measure(const MatmulSize& size, const MatmulSchedule& schedule,
                                        const machine::Machine& machine, const Tensor& a,
                                        const Tensor& b);

/// Cycles that no schedule of fused multiply-adds can do without: products over the units for them,
/// or instructions over the width.
[[nodiscard]] std::uint64_t cycle_bound(const MatmulSize& size, const machine::Machine& machine);

enum class Search : std::uint8_t { grid, random, evolutionary };

struct TuneOptions {
  Search search = Search::evolutionary;
  std::uint32_t budget = 100; ///< points that are measured, the naive one apart
  std::uint64_t seed = 1;
};

/// The product that is tuned, and where.
struct TuneSubject {
  MatmulSize size;
  const machine::Machine* machine = nullptr;
  Tensor a; ///< the values that each point multiplies
  Tensor b;
  std::uint64_t space = 0; ///< schedules that there are
};
/// Measures schedules: points in the order of the schedules. Fewer of them: the search was ended.
using MeasurePoints = std::function<Result<std::vector<TunePoint>>(
    const TuneSubject& subject, const std::vector<MatmulSchedule>& schedules)>;
/// One after the other, here; `keep_going` is asked before each.
[[nodiscard]] MeasurePoints measured_here(std::function<bool()> keep_going = {});

struct Tuned {
  MatmulSize size;
  TunePoint naive;
  std::vector<TunePoint> points; ///< in the order in which they were measured
  std::size_t best = 0;
  std::uint64_t bound = 0;
  std::uint64_t space = 0; ///< as in TuneSubject
};
/// Searches for the fastest schedule of a matmul of two dimensions, or of a conv2d as the product
/// of its weights and its unfolded input, whose unfolding is not measured. Evolutionary: of many
/// children of the best points those are measured that a model of what was seen (least squares on
/// the logarithms of a schedule's numbers) takes for the fastest. Which points are tried depends on
/// the options and on what was measured, not on how. An error: also when it was ended before the
/// naive loops were measured.
[[nodiscard]] Result<Tuned> tune(const Graph& graph, NodeId id, const machine::Machine& machine,
                                 const TuneOptions& options,
                                 const MeasurePoints& measure_points = measured_here());

inline constexpr std::uint32_t kMostTunedSize = 256; ///< of each of m, n and k

} // namespace stallscope::graph
