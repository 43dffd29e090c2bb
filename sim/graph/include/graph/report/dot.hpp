#pragma once

#include "graph/evaluate/evaluate.hpp"
#include "graph/structure/graph.hpp"

#include <string>

namespace stallscope::graph {

/// The graph for Graphviz: sources as ellipses, operators as boxes, the backward graph coloured.
[[nodiscard]] std::string dot_of(const Graph& graph);
/// The graph as a picture: layers by the longest way, each node with its operator, type and shape,
/// and of scalars their value. `values` may be empty.
[[nodiscard]] std::string svg_of(const Graph& graph, const Values& values);
/// A graph as a text that parse_graph reads; operators that only passes and differentiation make
/// are left as comments (fused kernels, gradients of convolutions, attention).
[[nodiscard]] std::string text_of(const Graph& graph);

} // namespace stallscope::graph
