#pragma once

#include "sched/dependence/dependence.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::sched {

/// Layered layout of a dependence graph: every edge leads downwards (Sugiyama, Tagawa and Toda,
/// 1981: layers by longest path, order within a layer by the barycentre of the neighbours above).
struct GraphLayers {
  explicit GraphLayers(const DependenceGraph& graph);

  std::vector<std::uint32_t> layer;     ///< by node, from 0
  std::vector<std::vector<Node>> nodes; ///< by layer, from left to right
};

/// A layered layout in which an edge over several layers has a place of its own in each layer
/// between, so that it leads around the nodes (the dummy vertices of Sugiyama et al.). Edges out of
/// the same node share these places as far as they go. Where more than `kMostBends` would be
/// needed, the longest edges have none.
struct RoutedLayers {
  explicit RoutedLayers(const DependenceGraph& graph);

  static constexpr std::size_t kMostBends = 20'000;

  /// A node, or a bend of an edge.
  struct Spot {
    Node node = 0; ///< the node; of a bend the one that its edges leave
    bool bend = false;
  };
  std::vector<Spot> spots;
  std::vector<std::vector<std::uint32_t>> rows; ///< by layer, from left to right: spots
  std::vector<std::uint32_t> spot_of;           ///< by node
  std::vector<std::vector<std::uint32_t>>
      bends;                        ///< by node: those of its edges, from top to bottom
  std::vector<std::uint32_t> layer; ///< by node

  /// The bends that an edge passes.
  [[nodiscard]] std::vector<std::uint32_t> way(Node from, Node to) const;
};

/// Label of a node: "3: add t0, t1, t2".
[[nodiscard]] std::string node_label(const DependenceGraph& graph, Node node);
/// Label of an edge: "RAW t0 2".
[[nodiscard]] std::string edge_label(const DependenceGraph& graph, const Edge& edge);

} // namespace stallscope::sched
