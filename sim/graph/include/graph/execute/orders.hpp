#pragma once

#include "graph/execute/execute.hpp"

#include <vector>

namespace stallscope::graph {

/// The number of orders of a graph's kernels that respect all dependences (topological orders),
/// counted as for instructions.
struct OrderCount {
  bool exact = false;
  std::uint64_t count = 0;
  double log10_at_least = 0;
  double log10_at_most = 0;
};
[[nodiscard]] OrderCount count_orders(const Graph& graph);
/// The first of these orders in lexical order, at most `most`.
[[nodiscard]] std::vector<std::vector<NodeId>> list_orders(const Graph& graph, std::size_t most);

/// The optimal schedule of a graph on identical streams, found by branch and bound.
struct BestSchedule {
  Ticks bound = 0;    ///< lower bound of the makespan
  Ticks makespan = 0; ///< duration of the best schedule found, from the end of the launch
  bool proven = false;
  std::uint64_t visited = 0;
  std::vector<NodeId> order; ///< kernels in the order in which they start; each takes the stream on
                             ///< which it ends first. Empty: the known run is as short
};
[[nodiscard]] BestSchedule best_schedule(const Graph& graph, const ExecuteOptions& options,
                                         const Execution& known, double seconds);

} // namespace stallscope::graph
