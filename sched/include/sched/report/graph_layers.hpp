#pragma once

#include "sched/dependence/dependence.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::sched {

/// A dependence graph in layers, for drawing: every edge leads to a lower layer, and nodes stand
/// below what they depend on (Sugiyama, Tagawa and Toda, 1981: layers by longest way, order within
/// them by the barycentre of the neighbours above).
struct GraphLayers {
  explicit GraphLayers(const DependenceGraph& graph);

  std::vector<std::uint32_t> layer;     ///< by node, from 0
  std::vector<std::vector<Node>> nodes; ///< by layer, from left to right
};

/// What a node is labelled with: "3: add t0, t1, t2".
[[nodiscard]] std::string node_label(const DependenceGraph& graph, Node node);
/// What an edge is labelled with: "RAW t0 2".
[[nodiscard]] std::string edge_label(const DependenceGraph& graph, const Edge& edge);

} // namespace stallscope::sched
