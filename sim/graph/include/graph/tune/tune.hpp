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

/// How a product of MatmulSize is computed. Loops are split twice: into tiles for the cache (i0,
/// j0, k0 in `order`), and tiles into blocks of rows x columns in registers. Every size must divide
/// the size it splits.
struct MatmulSchedule {
  std::array<std::uint32_t, 3> tile{}; ///< in m, n and k
  std::uint32_t rows = 1;
  std::uint32_t columns = 1;
  std::uint32_t unroll = 1;                 ///< unroll factor of the innermost loop, over k
  std::array<char, 3> order{'i', 'j', 'k'}; ///< order of the loops over tiles, outermost first
  /// A tile of B is first copied so that the columns of a block are contiguous: its lines then map
  /// to all sets of the cache. Requires tiles with all rows of A.
  bool packed = false;

  bool operator==(const MatmulSchedule&) const = default;
};

/// Three nested loops, with the sum in a register.
[[nodiscard]] MatmulSchedule naive_schedule(const MatmulSize& size);
/// "tile 64x64x64, block 4x4, unroll 2, order ijk"
[[nodiscard]] std::string text_of(const MatmulSchedule& schedule);
/// The loop nest as pseudocode.
[[nodiscard]] std::string loop_nest(const MatmulSize& size, const MatmulSchedule& schedule);
/// A RISC-V program that ends with exit(0).
[[nodiscard]] std::string program_of(const MatmulSize& size, const MatmulSchedule& schedule,
                                     const Tensor& a, const Tensor& b);

/// Cost of a schedule on a machine.
struct TunePoint {
  MatmulSchedule schedule;
  std::uint64_t cycles = 0;
  std::uint64_t instructions = 0;
  std::uint64_t misses = 0; ///< in the first-level data cache; 0 without one
};
/// Runs the program on the machine, and compares the product in memory with the values that the
/// graph computes. Fails if they differ, or if the machine cannot run the program.
[[nodiscard]] Result<TunePoint> measure(const MatmulSize& size, const MatmulSchedule& schedule,
                                        const machine::Machine& machine, const Tensor& a,
                                        const Tensor& b);

/// Lower bound of the cycles of any schedule with fused multiply-adds: products divided by the
/// units for them, or instructions divided by the width.
[[nodiscard]] std::uint64_t cycle_bound(const MatmulSize& size, const machine::Machine& machine);

enum class Search : std::uint8_t { grid, random, evolutionary };

struct TuneOptions {
  Search search = Search::evolutionary;
  std::uint32_t budget = 100; ///< number of points to measure, in addition to the naive one
  std::uint64_t seed = 1;
};

/// The product to tune, and the machine.
struct TuneSubject {
  MatmulSize size;
  const machine::Machine* machine = nullptr;
  Tensor a; ///< operands of every measurement
  Tensor b;
  std::uint64_t space = 0; ///< number of schedules in the search space
};
/// Measures schedules; returns points in the same order. Fewer points than schedules: the search is
/// to end.
using MeasurePoints = std::function<Result<std::vector<TunePoint>>(
    const TuneSubject& subject, const std::vector<MatmulSchedule>& schedules)>;
/// Sequentially in this thread; `keep_going` is called before each point.
[[nodiscard]] MeasurePoints measured_here(std::function<bool()> keep_going = {});

struct Tuned {
  MatmulSize size;
  TunePoint naive;
  std::vector<TunePoint> points; ///< in order of measurement
  std::size_t best = 0;
  std::uint64_t bound = 0;
  std::uint64_t space = 0; ///< number of schedules in the search space
};
/// Searches for the fastest schedule of a matmul (of a batch: of each product), or of a conv2d as
/// the product of its weights and its unfolded input; the unfolding itself is not measured. A
/// result that element-wise operators make of one product stands for it. Evolutionary search: of
/// many mutations of the best points, those with the fewest cycles predicted by a cost model (least
/// squares on the logarithms of a schedule's parameters, fitted to the measured points) are
/// measured. The points tried depend only on the options and the measurements, not on
/// `measure_points`. Fails also when the search is ended before the naive loops are measured.
[[nodiscard]] Result<Tuned> tune(const Graph& graph, NodeId id, const machine::Machine& machine,
                                 const TuneOptions& options,
                                 const MeasurePoints& measure_points = measured_here());

inline constexpr std::uint32_t kMostTunedSize = 256; ///< limit of each of m, n and k

} // namespace stallscope::graph
