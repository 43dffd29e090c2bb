#include "loop/critical_cycle.hpp"

#include <algorithm>
#include <utility>

namespace stallscope::session {

namespace {

/// Finds a dependence cycle whose latency per iteration exceeds numerator / denominator; empty:
/// there is none. Longest paths by Bellman and Ford, from all nodes.
std::vector<LoopEdge> exceeding_cycle(const DependenceGraph& graph, EdgesThat count_edges,
                                      std::int64_t numerator, std::int64_t denominator) {
  const std::size_t count = graph.nodes.size();
  std::vector<std::int64_t> longest(count, 0);
  std::vector<const LoopEdge*> by(count, nullptr);
  std::uint32_t changed = ~0U;
  for (std::size_t round = 0; round <= count; ++round) {
    changed = ~0U;
    for (const LoopEdge& edge : graph.edges) {
      if ((edge.reg == kNoRegister && count_edges == EdgesThat::registers) ||
          ((edge.reg == kInOrder || edge.writes_again) && count_edges != EdgesThat::order))
        continue;
      const std::int64_t through = longest[edge.from] + edge.latency * denominator -
                                   numerator * static_cast<std::int64_t>(edge.distance);
      if (through > longest[edge.to]) {
        longest[edge.to] = through;
        by[edge.to] = &edge;
        changed = edge.to;
      }
    }
    if (changed == ~0U)
      return {};
  }
  // Following predecessors from a node that still changes reaches the cycle.
  std::uint32_t node = changed;
  for (std::size_t n = 0; n < count; ++n)
    node = by[node]->from;
  std::vector<LoopEdge> cycle;
  const std::uint32_t first = node;
  do {
    cycle.push_back(*by[node]);
    node = by[node]->from;
  } while (node != first);
  std::reverse(cycle.begin(), cycle.end());
  return cycle;
}

} // namespace

std::optional<CriticalCycle> critical_cycle(const DependenceGraph& graph, EdgesThat count) {
  std::optional<CriticalCycle> best;
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
  while (true) { // each cycle found has a larger ratio, and there are finitely many
    std::vector<LoopEdge> cycle = exceeding_cycle(graph, count, numerator, denominator);
    if (cycle.empty())
      return best;
    numerator = 0;
    denominator = 0;
    for (const LoopEdge& edge : cycle) {
      numerator += edge.latency;
      denominator += edge.distance;
    }
    if (denominator == 0) // within one iteration all dependences point forwards
      return best;
    best = CriticalCycle{Fraction::of(static_cast<std::uint64_t>(numerator),
                                      static_cast<std::uint64_t>(denominator)),
                         std::move(cycle)};
  }
}

} // namespace stallscope::session
