#pragma once

#include "graph/structure/graph.hpp"

namespace stallscope::graph {

/// The partial derivative of an element-wise node by its i-th input, as a node of the graph;
/// kNoNode: 0 everywhere (comparisons, sign, conditions). `one`: 1 everywhere.
struct Partial {
  NodeId node = kNoNode;
  bool one = false;
  bool minus_one = false;

  [[nodiscard]] bool zero() const { return node == kNoNode && !one && !minus_one; }
};
[[nodiscard]] Partial partial_of(Graph& graph, NodeId id, std::size_t input);

/// `times` x the derivative; kNoNode: 0.
[[nodiscard]] NodeId times_partial(Graph& graph, NodeId times, const Partial& partial);

/// A tensor summed to the smaller shape from which it was broadcast.
[[nodiscard]] NodeId summed_to(Graph& graph, NodeId id, const Shape& shape);
/// Broadcast to a larger shape.
[[nodiscard]] NodeId stretched_to(Graph& graph, NodeId id, const Shape& shape);

} // namespace stallscope::graph
