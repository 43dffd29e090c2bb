#include "sched/report/graph_layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stallscope::sched {

namespace {

constexpr int kRounds = 4; ///< ordering passes; more make no visible difference

/// Orders by the barycentre of the predecessors; nodes without any keep their places.
void order(const DependenceGraph& graph, const GraphLayers& layers, std::vector<Node>& nodes) {
  std::vector<std::pair<double, Node>> keyed;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    double sum = 0;
    std::uint32_t count = 0;
    for (std::uint32_t e = graph.first_in[nodes[i]]; e < graph.first_in[nodes[i] + 1]; ++e) {
      const Node from = graph.edges[e].from;
      const std::vector<Node>& above = layers.nodes[layers.layer[from]];
      sum += static_cast<double>(std::find(above.begin(), above.end(), from) - above.begin()) /
             static_cast<double>(above.size());
      ++count;
    }
    keyed.emplace_back(count == 0 ? static_cast<double>(i) / static_cast<double>(nodes.size())
                                  : sum / count,
                       nodes[i]);
  }
  std::stable_sort(keyed.begin(), keyed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < nodes.size(); ++i)
    nodes[i] = keyed[i].second;
}

} // namespace

GraphLayers::GraphLayers(const DependenceGraph& graph) : layer(graph.size(), 0) {
  for (const Edge& edge : graph.edges) // edges lead from lower to higher numbers
    layer[edge.to] = std::max(layer[edge.to], layer[edge.from] + 1);
  for (Node node = 0; node < graph.size(); ++node) {
    if (nodes.size() <= layer[node])
      nodes.resize(layer[node] + 1);
    nodes[layer[node]].push_back(node);
  }
  for (int round = 0; round < kRounds; ++round)
    for (std::vector<Node>& row : nodes)
      order(graph, *this, row);
}

std::string node_label(const DependenceGraph& graph, Node node) {
  return fmt::format("{}: {}", node + 1, graph.block.text(node));
}

std::string edge_label(const DependenceGraph& graph, const Edge& edge) {
  const std::string location = graph.location(edge);
  return fmt::format("{}{}{} {}", name(edge.kind), location.empty() ? "" : " ", location,
                     edge.latency);
}

} // namespace stallscope::sched
