#include "sched/modulo/modulo.hpp"

#include <algorithm>
#include <numeric>

namespace stallscope::sched {

namespace {

/// A dependence cycle whose latency exceeds its distance times the interval; empty when there is
/// none (Bellman and Ford).
std::vector<Node> long_circuit(const ModuloProblem& problem, std::uint32_t interval) {
  std::vector<std::int64_t> longest(problem.size, 0);
  std::vector<const Edge*> over(problem.size, nullptr);
  Node moved = kNoNode;
  for (Node round = 0; round <= problem.size; ++round) {
    moved = kNoNode;
    for (const Edge& edge : problem.edges) {
      const std::int64_t way =
          longest[edge.from] + edge.latency - static_cast<std::int64_t>(edge.distance) * interval;
      if (way > longest[edge.to]) {
        longest[edge.to] = way;
        over[edge.to] = &edge;
        moved = edge.to;
      }
    }
    if (moved == kNoNode)
      return {};
  }
  for (Node back = 0; back < problem.size; ++back) // predecessors lead into the cycle
    moved = over[moved]->from;
  std::vector<Node> circuit;
  Node at = moved;
  do {
    circuit.push_back(at);
    at = over[at]->from;
  } while (at != moved);
  std::reverse(circuit.begin(), circuit.end());
  std::rotate(circuit.begin(), std::min_element(circuit.begin(), circuit.end()), circuit.end());
  return circuit;
}

/// Latency and distance of a cycle, over its longest edges for an interval.
void measure_circuit(const ModuloProblem& problem, std::uint32_t interval,
                     MinimumInterval& minimum) {
  const auto& circuit = minimum.circuit;
  for (std::size_t i = 0; i < circuit.size(); ++i) {
    const Node from = circuit[i];
    const Node to = circuit[(i + 1) % circuit.size()];
    const Edge* best = nullptr;
    const auto length = [interval](const Edge& edge) {
      return edge.latency - static_cast<std::int64_t>(edge.distance) * interval;
    };
    for (const Edge& edge : problem.edges)
      if (edge.from == from && edge.to == to && (best == nullptr || length(edge) > length(*best)))
        best = &edge;
    minimum.circuit_cycles += best->latency;
    minimum.circuit_distance += best->distance;
  }
}

} // namespace

MinimumInterval minimum_interval(const ModuloProblem& problem) {
  MinimumInterval minimum;
  for (std::size_t r = 0; r < problem.resources.size(); ++r) {
    std::uint32_t needed = 0;
    for (const auto& uses : problem.uses)
      for (const ReservationTable::Use& use : uses)
        needed += use.resource == r ? use.cycles : 0;
    const std::uint32_t copies = problem.resources[r].copies;
    const std::uint32_t interval = (needed + copies - 1) / copies;
    if (interval > minimum.resources || (r == 0 && interval == minimum.resources)) {
      minimum.resources = interval;
      minimum.bottleneck = r;
      minimum.needed = needed;
    }
  }
  std::uint32_t low = 1; // smallest interval not excluded yet
  std::uint32_t high =
      std::accumulate(problem.edges.begin(), problem.edges.end(), 1U,
                      [](std::uint32_t sum, const Edge& edge) { return sum + edge.latency; });
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (long_circuit(problem, middle).empty())
      high = middle;
    else
      low = middle + 1;
  }
  minimum.recurrences = low;
  minimum.circuit = long_circuit(problem, low - 1);
  if (!minimum.circuit.empty())
    measure_circuit(problem, low - 1, minimum);
  return minimum;
}

} // namespace stallscope::sched
