#pragma once

#include "graph/execute/execute.hpp"

#include <vector>

namespace stallscope::graph {

/// The orders of the kernels of a graph that keep all dependences, counted as those of
/// instructions.
struct OrderCount {
  bool exact = false;
  std::uint64_t count = 0;
  double log10_at_least = 0;
  double log10_at_most = 0;
};
[[nodiscard]] OrderCount count_orders(const Graph& graph);
/// The first of them in lexical order, at most `most`.
[[nodiscard]] std::vector<std::vector<NodeId>> list_orders(const Graph& graph, std::size_t most);

/// No schedule of a graph on equal streams is shorter; found by branch and bound.
struct BestSchedule {
  Ticks bound = 0;    ///< no schedule takes less
  Ticks makespan = 0; ///< the best found, from the end of the launch
  bool proven = false;
  std::uint64_t visited = 0;
};
[[nodiscard]] BestSchedule best_schedule(const Graph& graph, const ExecuteOptions& options,
                                         const Execution& known, double seconds);

} // namespace stallscope::graph
