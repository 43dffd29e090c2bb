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

RoutedLayers::RoutedLayers(const DependenceGraph& graph)
    : spot_of(graph.size(), 0), bends(graph.size()), layer(GraphLayers(graph).layer) {
  std::vector<std::uint32_t> reach(graph.size(), 0); // layers that edges out of a node go through
  for (const Edge& edge : graph.edges)
    reach[edge.from] = std::max(reach[edge.from], layer[edge.to] - layer[edge.from] - 1);
  std::vector<Node> shortest(graph.size());
  for (Node node = 0; node < graph.size(); ++node)
    shortest[node] = node;
  std::stable_sort(shortest.begin(), shortest.end(),
                   [&reach](Node a, Node b) { return reach[a] < reach[b]; });
  std::size_t count = 0;
  for (const Node node : shortest)
    if (count += reach[node]; count > kMostBends)
      reach[node] = 0;
  // Spots by layer, so that edges lead from lower to higher numbers.
  std::vector<std::vector<Spot>> by_layer;
  for (Node node = 0; node < graph.size(); ++node) {
    by_layer.resize(std::max<std::size_t>(by_layer.size(), layer[node] + reach[node] + 1));
    by_layer[layer[node]].push_back({node, false});
    for (std::uint32_t i = 1; i <= reach[node]; ++i)
      by_layer[layer[node] + i].push_back({node, true});
  }
  for (const std::vector<Spot>& row : by_layer)
    for (const Spot& spot : row) {
      const auto number = static_cast<std::uint32_t>(spots.size());
      if (spot.bend)
        bends[spot.node].push_back(number);
      else
        spot_of[spot.node] = number;
      spots.push_back(spot);
    }
  DependenceGraph all;
  all.block.count = static_cast<std::uint32_t>(spots.size());
  const auto join = [&all](std::uint32_t from, std::uint32_t to) {
    Edge edge;
    edge.from = from;
    edge.to = to;
    all.edges.push_back(edge);
  };
  for (Node node = 0; node < graph.size(); ++node)
    for (std::size_t i = 0; i < bends[node].size(); ++i)
      join(i == 0 ? spot_of[node] : bends[node][i - 1], bends[node][i]);
  for (const Edge& edge : graph.edges) {
    const std::vector<std::uint32_t> bent = way(edge.from, edge.to);
    join(bent.empty() ? spot_of[edge.from] : bent.back(), spot_of[edge.to]);
  }
  all.index();
  rows = GraphLayers(all).nodes;
}

std::vector<std::uint32_t> RoutedLayers::way(Node from, Node to) const {
  const std::size_t between = layer[to] - layer[from] - 1;
  const std::vector<std::uint32_t>& all = bends[from];
  return all.size() < between
             ? std::vector<std::uint32_t>()
             : std::vector<std::uint32_t>(all.begin(),
                                          all.begin() + static_cast<std::ptrdiff_t>(between));
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
