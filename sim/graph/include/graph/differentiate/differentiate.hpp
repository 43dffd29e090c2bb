#pragma once

#include "base/result.hpp"
#include "graph/evaluate/evaluate.hpp"
#include "graph/structure/graph.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::graph {

/// Methods of differentiation. Griewank and Walther, Evaluating Derivatives (2008); Baydin et al.,
/// Automatic Differentiation in Machine Learning (JMLR 2018).
enum class Mode : std::uint8_t { reverse, forward, symbolic, numeric };
[[nodiscard]] std::string_view name(Mode mode);
[[nodiscard]] std::optional<Mode> mode_from_name(std::string_view word);

/// A graph extended with derivatives.
struct Differentiated {
  Graph graph;
  NodeId of = kNoNode;           ///< the differentiated node, y
  NodeId seed = kNoNode;         ///< reverse: the initial gradient of y, ones; forward: none
  std::vector<NodeId> wrt;       ///< the nodes that y is differentiated with respect to
  std::vector<NodeId> gradients; ///< by `wrt`: the gradient (reverse), kNoNode: y does not depend
                                 ///< on the node; forward: a single entry, the tangent of y
  std::vector<NodeId> tangents;  ///< forward, by `wrt`: the sources that hold the direction
};

/// Replaces norms by the simpler operators that define them, as differentiation requires.
[[nodiscard]] Graph without_composites(const Graph& graph);

/// Reverse mode: the backward graph, from y's gradient (ones: for a y with several elements the
/// gradient of their sum) in reverse order to the operands of each node; gradients from several
/// uses of a node are added. Gradients are named grad.NAME.
[[nodiscard]] Differentiated reverse(const Graph& graph, NodeId y, const std::vector<NodeId>& wrt);

/// Forward mode: the tangent graph (dual numbers): for each node its derivative in the direction
/// given by the sources' tangents. Tangents are named dot.NAME.
[[nodiscard]] Differentiated forward(const Graph& graph, NodeId y, const std::vector<NodeId>& wrt);

/// Numeric gradients and their cost.
struct Gradients {
  Mode mode = Mode::reverse;
  std::vector<Tensor> values;   ///< by wrt, with its shape
  std::uint64_t passes = 0;     ///< evaluations of the graph or of its derivative
  std::uint64_t operations = 0; ///< operations of a pass after the first one; the forward pass is
                                ///< counted separately
  std::uint64_t total_operations = 0;
  std::uint64_t kept_bytes = 0; ///< bytes of forward results that derivatives read
  double step = 0;              ///< numeric: the relative step
};

/// numeric: forward differences (f(x + h) - f(x)) / h, in double, h = sqrt(2^-52) max(1, |x|):
/// inputs + 1 evaluations. `central`: (f(x + h) - f(x - h)) / 2h, with the cube root in h.
[[nodiscard]] Result<Gradients> gradients(const Graph& graph, NodeId y,
                                          const std::vector<NodeId>& wrt, Mode mode,
                                          bool central = false);

/// The largest difference between two sets of gradients, relative to max(1, |gradient|).
[[nodiscard]] double largest_error(const Gradients& a, const Gradients& b);

} // namespace stallscope::graph
