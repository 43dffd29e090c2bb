#pragma once

#include "base/result.hpp"
#include "graph/evaluate/evaluate.hpp"
#include "graph/structure/graph.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::graph {

/// How derivatives are had. Griewank and Walther, Evaluating Derivatives (2008); Baydin et al.,
/// Automatic Differentiation in Machine Learning (JMLR 2018).
enum class Mode : std::uint8_t { reverse, forward, symbolic, numeric };
[[nodiscard]] std::string_view name(Mode mode);
[[nodiscard]] std::optional<Mode> mode_from_name(std::string_view word);

/// A graph with derivatives added behind it.
struct Differentiated {
  Graph graph;
  NodeId of = kNoNode;           ///< y
  NodeId seed = kNoNode;         ///< reverse: what the gradient of y begins with, ones;
                                 ///< forward: none
  std::vector<NodeId> wrt;       ///< what was asked for
  std::vector<NodeId> gradients; ///< by `wrt`: the gradient (reverse), kNoNode: y does not depend
                                 ///< on it; forward: the tangent of y, once
  std::vector<NodeId> tangents;  ///< forward, by `wrt`: the sources of directions
};

/// Norms become the simpler operators that define them, as differentiation needs it.
[[nodiscard]] Graph without_composites(const Graph& graph);

/// The backward graph: from y's gradient (ones: of a y with several elements the gradient of their
/// sum) the gradient of each node to those it was computed from, in reverse order; what several
/// uses of a node give is added. Nodes are called grad.NAME.
[[nodiscard]] Differentiated reverse(const Graph& graph, NodeId y, const std::vector<NodeId>& wrt);

/// The tangent graph (dual numbers): beside each node its derivative in the direction that the
/// sources' tangents say. Nodes are called dot.NAME.
[[nodiscard]] Differentiated forward(const Graph& graph, NodeId y, const std::vector<NodeId>& wrt);

/// Gradients as numbers, with what they took.
struct Gradients {
  Mode mode = Mode::reverse;
  std::vector<Tensor> values;   ///< by wrt, shaped like it
  std::uint64_t passes = 0;     ///< times the graph, or its derivative, is gone through
  std::uint64_t operations = 0; ///< of one pass after the first, the forward pass counted apart
  std::uint64_t total_operations = 0;
  std::uint64_t kept_bytes = 0; ///< results of the forward pass that derivatives read
  double step = 0;              ///< numeric: the relative step
};

/// numeric: forward differences (f(x + h) - f(x)) / h, in double, h = sqrt(2^-52) max(1, |x|):
/// inputs + 1 evaluations. `central`: (f(x + h) - f(x - h)) / 2h with the cube root.
[[nodiscard]] Result<Gradients> gradients(const Graph& graph, NodeId y,
                                          const std::vector<NodeId>& wrt, Mode mode,
                                          bool central = false);

/// Of all modes beside each other: the largest difference from the reverse gradients, relative to
/// max(1, |gradient|).
[[nodiscard]] double largest_error(const Gradients& a, const Gradients& b);

} // namespace stallscope::graph
