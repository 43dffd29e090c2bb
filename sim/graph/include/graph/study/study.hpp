#pragma once

#include "base/result.hpp"
#include "graph/differentiate/differentiate.hpp"
#include "graph/differentiate/symbolic.hpp"
#include "graph/distribute/distribute.hpp"
#include "graph/execute/orders.hpp"
#include "graph/memory/allocators.hpp"
#include "graph/memory/checkpoint.hpp"
#include "graph/memory/lifetimes.hpp"
#include "graph/passes/passes.hpp"
#include "graph/tune/cache_use.hpp"
#include "graph/tune/tune.hpp"
#include "trace/run_record.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::graph {

/// What is done with a graph. Words as typed; they are read when it is done.
struct StudyOptions {
  std::string dimensions;    ///< "batch=4": sizes of an ONNX model's dimensions
  std::string differentiate; ///< names with commas
  std::string wrt;           ///< names with commas; empty: all params and inputs
  std::string mode = "reverse";
  std::string passes;                    ///< names with commas, or all
  std::string rules;                     ///< file; empty: those that come with the program
  std::optional<std::uint64_t> rewrites; ///< at most so many; none: to the fixed point
  std::string style = "static";
  std::uint32_t devices = 1;
  std::uint32_t streams = 1;
  std::string order = "list";
  std::string times; ///< file with measured times
  std::uint64_t launch = 2;
  std::uint64_t graph_launch = 2;
  std::uint64_t flop_per_tick = 1000;
  std::uint64_t bytes_per_tick = 1000;
  std::uint64_t vector_lanes = 1;
  std::uint64_t copy_bytes_per_tick = 0;
  std::uint64_t link_bytes_per_tick = 500;
  bool pageable = false;
  std::uint64_t memory_limit = 0;
  std::uint64_t fast_memory = 0; ///< bytes; 0: no limit
  std::optional<int> decimals;
  std::uint64_t orders = 0; ///< legal orders to list
  double optimal_seconds = 0;
  bool memory = false;
  std::string checkpoint; ///< sqrt or optimal; empty: none
  std::uint32_t slots = 3;
  std::uint64_t page = 2'097'152;
  std::string distribute; ///< "x:0,A:1": values and axes; empty: none
  bool for_train = false; ///< to be cut into stages for a plan of `train`
  std::uint32_t stages = 4;
  std::string tune; ///< a matmul; empty: none
  std::string machine = "ooo-4";
  std::string search = "evolutionary";
  std::uint32_t budget = 100;
};

/// The derivatives of one result.
struct GraphDerivatives {
  std::string of;
  std::vector<std::string> wrt;
  Mode mode = Mode::reverse;                   ///< that was asked for
  std::vector<std::optional<Gradients>> modes; ///< in the order of the enumeration
  std::vector<std::string> why_not;            ///< by mode: why there are none; empty: there are
  std::vector<SymbolicRow> symbolic;           ///< of mode symbolic
  [[nodiscard]] const Gradients& asked() const { return *modes[static_cast<std::size_t>(mode)]; }
};

struct GraphMemory {
  MemoryCurve kept;     ///< nothing is released
  MemoryCurve released; ///< at the last use
  MemoryCurve in_place;
  std::vector<AllocatorRun> allocators; ///< on the trace of `released`
};

/// What checkpoints save and cost, both runs in the order of the program.
struct GraphCheckpoints {
  std::vector<std::string> kept;
  std::uint64_t recomputed = 0;
  Ticks makespan_before = 0;
  std::uint64_t peak_before = 0;
};

/// What distribution has done to the graph that runs.
struct GraphDistribution {
  std::uint64_t collectives = 0;
  std::vector<std::string> log;
  double largest_difference = 0; ///< from the undistributed graph, on random inputs
};

/// A graph with all that was asked of it.
struct GraphRun {
  Graph source; ///< as written
  Graph graph;  ///< with derivatives, behind the passes: what runs
  std::vector<GraphDerivatives> derivatives;
  std::optional<Optimized> optimized;
  Values values; ///< of `graph`
  Diagnostics notes;
  ExecuteOptions options;
  Execution execution;
  GraphMemory memory;
  std::optional<GraphCheckpoints> checkpoints;
  OrderCount order_count;
  std::vector<std::vector<NodeId>> orders;
  std::optional<BestSchedule> best;
  std::optional<Tuned> tuned;
  std::optional<CacheUse> naive_cache; ///< of the tuned product
  std::optional<CacheUse> best_cache;
  std::optional<GraphDistribution> distributed;
};

/// Reads a file that is named; `expected` says what it is, for messages.
using ReadGraphFile = std::function<Result<std::string>(
    const std::string& name, std::size_t most_bytes, std::string_view expected)>;

/// Reads a graph, by the name of an example or of a file. `dimensions`: of an ONNX model.
[[nodiscard]] Result<Graph> load_graph(const std::string& name, const ReadGraphFile& read,
                                       const std::string& dimensions = {});

/// Reads a graph and does what is asked for, or says everything wrong. `measure_points`: how the
/// points of a tuned product are measured.
[[nodiscard]] Result<GraphRun> study(const std::string& file, const StudyOptions& options,
                                     const ReadGraphFile& read,
                                     const MeasurePoints& measure_points);

/// A study as a record of the product's timeline, with its numbers.
[[nodiscard]] trace::RunRecord run_record(const GraphRun& run, bool timeline);

} // namespace stallscope::graph
