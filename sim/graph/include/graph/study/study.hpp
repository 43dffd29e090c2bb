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

/// What to do with a graph. Words as typed; they are parsed when used.
struct StudyOptions {
  std::string dimensions;          ///< "batch=4": sizes of an ONNX model's dimensions
  std::vector<std::string> inputs; ///< "x=FILE.npy", "x=FILE.pb" (ONNX), "x=0.5:2" (uniform in a
                                   ///< range), "x=3": values of params and inputs
  std::string differentiate;       ///< comma-separated names
  std::string wrt;                 ///< comma-separated names; empty: all params and inputs
  std::string mode = "reverse";
  std::string passes;                    ///< comma-separated names, or all
  std::string rules;                     ///< file; empty: the included rules
  std::optional<std::uint64_t> rewrites; ///< limit of replacements; none: to the fixed point
  std::string style = "static";
  std::uint32_t devices = 1;
  std::uint32_t streams = 1;
  std::string order = "list"; ///< list, program or optimal
  std::string times;          ///< file with measured times
  std::uint64_t launch = 2;
  std::uint64_t graph_launch = 2;
  std::uint64_t flop_per_tick = 1000;
  std::uint64_t bytes_per_tick = 1000;
  std::uint64_t vector_lanes = 1;
  std::uint64_t copy_bytes_per_tick = 0;
  std::uint64_t link_bytes_per_tick = 500;
  bool pageable = false;
  std::uint64_t memory_limit = 0;
  std::uint64_t fast_memory = 0; ///< bytes; 0: unlimited
  std::optional<int> decimals;
  std::uint64_t orders = 0; ///< number of legal orders to list
  double optimal_seconds = 0;
  bool memory = false;
  std::string checkpoint; ///< sqrt or optimal; empty: none
  std::uint32_t slots = 3;
  std::uint64_t page = 2'097'152;
  std::string distribute; ///< "x:0,A:1": values and axes; empty: none
  bool for_train = false; ///< partition into stages for a plan of `train`
  std::uint32_t stages = 4;
  std::string tune; ///< name of a matmul; empty: none
  std::string machine = "ooo-4";
  std::string search = "evolutionary";
  std::uint32_t budget = 100;
};

/// Derivatives of one result.
struct GraphDerivatives {
  std::string of;
  std::vector<std::string> wrt;
  Mode mode = Mode::reverse;                   ///< the requested mode
  std::vector<std::optional<Gradients>> modes; ///< by Mode
  std::vector<std::string> why_not;            ///< by Mode: why there are none; empty: there are
  std::vector<SymbolicRow> symbolic;           ///< for mode symbolic
  std::string direction; ///< mode forward: tangents of the inputs in the pass that runs
  [[nodiscard]] const Gradients& asked() const { return *modes[static_cast<std::size_t>(mode)]; }
};

struct GraphMemory {
  MemoryCurve kept;     ///< without releases
  MemoryCurve released; ///< with release at the last use
  MemoryCurve in_place;
  std::vector<AllocatorRun> allocators; ///< for the allocations of `released`
};

/// Memory and time without checkpoints: of the run that is asked for. With checkpoints a graph runs
/// in program order.
struct GraphCheckpoints {
  std::vector<std::string> kept;
  std::uint64_t recomputed = 0;
  Ticks makespan_before = 0;
  std::uint64_t peak_before = 0;
  std::uint64_t peak_in_program_order = 0; ///< without checkpoints
};

/// Result of distributing the graph.
struct GraphDistribution {
  std::uint64_t collectives = 0;
  std::vector<std::string> log;
  double largest_difference = 0; ///< from the undistributed graph's outputs
};

/// A graph with all requested results.
struct GraphRun {
  Graph source; ///< the graph as read
  Graph graph;  ///< the graph that runs: with derivatives, after the passes
  std::vector<GraphDerivatives> derivatives;
  std::optional<Optimized> optimized;
  Values values; ///< values of `graph`
  Diagnostics notes;
  ExecuteOptions options;
  Execution execution;
  GraphMemory memory;
  std::optional<GraphCheckpoints> checkpoints;
  OrderCount order_count;
  std::vector<std::vector<NodeId>> orders;
  std::optional<BestSchedule> best;
  std::optional<Tuned> tuned;
  std::optional<CacheUse> naive_cache; ///< cache use of the tuned product's naive schedule
  std::optional<CacheUse> best_cache;
  std::optional<GraphDistribution> distributed;
};

/// Reads a file; `expected` describes its content in messages.
using ReadGraphFile = std::function<Result<std::string>(
    const std::string& name, std::size_t most_bytes, std::string_view expected)>;

/// Loads a graph by the name of an example or of a file. `dimensions`: for ONNX models.
[[nodiscard]] Result<Graph> load_graph(const std::string& name, const ReadGraphFile& read,
                                       const std::string& dimensions = {});

/// Loads a graph and computes the requested results; returns all problems. `measure_points`: how
/// the points of a tuned product are measured.
[[nodiscard]] Result<GraphRun> study(const std::string& file, const StudyOptions& options,
                                     const ReadGraphFile& read,
                                     const MeasurePoints& measure_points);

/// A study as a run record, with its statistics.
[[nodiscard]] trace::RunRecord run_record(const GraphRun& run, bool timeline);

} // namespace stallscope::graph
