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

/// Label of a node: "3: add t0, t1, t2".
[[nodiscard]] std::string node_label(const DependenceGraph& graph, Node node);
/// Label of an edge: "RAW t0 2".
[[nodiscard]] std::string edge_label(const DependenceGraph& graph, const Edge& edge);

} // namespace stallscope::sched
