#pragma once

#include "graph/evaluate/evaluate.hpp"
#include "graph/memory/lifetimes.hpp"
#include "graph/structure/graph.hpp"

#include <string>

namespace stallscope::graph {

/// The graph in Graphviz DOT: sources as ellipses, operators as boxes, the backward graph coloured.
[[nodiscard]] std::string dot_of(const Graph& graph);
/// The graph as SVG: layers by the longest path, each node with its operator, type and shape, and
/// for scalars the value. `values` may be empty.
[[nodiscard]] std::string svg_of(const Graph& graph, const Values& values);
/// Bytes over time as SVG: nothing released, released at the last use, and in place, with the
/// peaks.
[[nodiscard]] std::string memory_svg(const MemoryCurve& kept, const MemoryCurve& released,
                                     const MemoryCurve& in_place);
/// A graph in the notation of parse_graph; operators created only by passes and differentiation
/// (fused kernels, gradients of convolutions, attention) are written as comments.
[[nodiscard]] std::string text_of(const Graph& graph);

} // namespace stallscope::graph
