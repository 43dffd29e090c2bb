#pragma once

#include "graph/structure/graph.hpp"

#include <string>

namespace stallscope::graph {

/// The graph for Graphviz: sources as ellipses, operators as boxes, the backward graph coloured.
[[nodiscard]] std::string dot_of(const Graph& graph);
/// A graph as a text that parse_graph reads; operators that only passes and differentiation make
/// are left as comments (fused kernels, gradients of convolutions, attention).
[[nodiscard]] std::string text_of(const Graph& graph);

} // namespace stallscope::graph
