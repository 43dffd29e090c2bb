#pragma once

#include "arguments/arguments.hpp"
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

#include <optional>
#include <string>
#include <vector>

namespace stallscope::cli {

/// The derivatives of one result.
struct GraphDerivatives {
  std::string of;
  std::vector<std::string> wrt;
  graph::Mode mode = graph::Mode::reverse;            ///< that was asked for
  std::vector<std::optional<graph::Gradients>> modes; ///< in the order of the enumeration
  std::vector<std::string> why_not;         ///< by mode: why there are none; empty: there are
  std::vector<graph::SymbolicRow> symbolic; ///< of mode symbolic
  [[nodiscard]] const graph::Gradients& asked() const {
    return *modes[static_cast<std::size_t>(mode)];
  }
};

struct GraphMemory {
  graph::MemoryCurve kept;     ///< nothing is released
  graph::MemoryCurve released; ///< at the last use
  graph::MemoryCurve in_place;
  std::vector<graph::AllocatorRun> allocators; ///< on the trace of `released`
};

/// What checkpoints save and cost, both runs in the order of the program.
struct GraphCheckpoints {
  std::vector<std::string> kept;
  std::uint64_t recomputed = 0;
  graph::Ticks makespan_before = 0;
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
  graph::Graph source; ///< as written
  graph::Graph graph;  ///< with derivatives, behind the passes: what runs
  std::vector<GraphDerivatives> derivatives;
  std::optional<graph::Optimized> optimized;
  graph::Values values; ///< of `graph`
  Diagnostics notes;
  graph::ExecuteOptions options;
  graph::Execution execution;
  GraphMemory memory;
  std::optional<GraphCheckpoints> checkpoints;
  graph::OrderCount order_count;
  std::vector<std::vector<graph::NodeId>> orders;
  std::optional<graph::BestSchedule> best;
  std::optional<graph::Tuned> tuned;
  std::optional<graph::CacheUse> naive_cache; ///< of the tuned product
  std::optional<graph::CacheUse> best_cache;
  std::optional<GraphDistribution> distributed;
};

/// Reads a graph and does what was asked for; problems are printed.
[[nodiscard]] std::optional<GraphRun> run_graph(const std::string& file, const GraphArguments& a);

[[nodiscard]] std::string graph_text(const GraphRun& run, const GraphArguments& a);
/// Documented in cli/JSON.md. `record`: JSON of table and diagram; empty: none.
[[nodiscard]] std::string graph_json(const GraphRun& run, const GraphArguments& a,
                                     const std::string& record);
[[nodiscard]] std::string graph_comparison_json(const std::string& a, const std::string& b,
                                                const GraphRun& run_a, const GraphRun& run_b);
/// A line an operation.
[[nodiscard]] std::string graph_csv(const GraphRun& run);
/// The numbers of a run among those of its record.
void add_graph_statistics(trace::RunRecord& record, const GraphRun& run);

} // namespace stallscope::cli
