#pragma once

#include "base/input_limits.hpp"
#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <memory>
#include <vector>

namespace stallscope::graph {

struct EvaluateOptions {
  bool all_f64 = false; ///< no rounding to types and decimals: the reference of numeric derivatives
  bool allow_nonfinite = false; ///< infinities and NaN are values, not errors
  /// Values in place of those of sources, by node; shorter, or null: the graph's own.
  std::vector<std::shared_ptr<const Tensor>> bound{};
};

/// Elements that all results together may have, and operations that they may take.
inline constexpr std::int64_t kMostEvaluated = InputLimits::graph_elements;
inline constexpr std::uint64_t kMostFlop = InputLimits::graph_flop;

using Values = std::vector<std::shared_ptr<const Tensor>>; ///< by node

/// The results of all nodes, computed in order. An operation whose result is NaN or infinite though
/// its inputs are not is an error that names it: division by zero, the logarithm of nothing.
[[nodiscard]] Result<Values> evaluate(const Graph& graph, const EvaluateOptions& options = {});

/// By node: it is an unknown operator that no value is bound to, or depends on one. Its value
/// consists of NaN.
[[nodiscard]] std::vector<bool> not_computed(const Graph& graph,
                                             const EvaluateOptions& options = {});

/// The result of one node from its inputs; rounded to its type, then to `decimals` when not
/// negative.
[[nodiscard]] Tensor compute(const Node& node, const std::vector<const Tensor*>& inputs,
                             int decimals = -1, bool all_f64 = false);

/// The value of one element-wise operator.
[[nodiscard]] double scalar_value(Op op, const double* inputs, std::size_t count);

/// Points at which an operator has no derivative: relu, abs, prelu and sign at 0, ties of maximum,
/// minimum and max. A sentence for each node, with its place.
[[nodiscard]] Diagnostics undifferentiable_points(const Graph& graph, const Values& values);

} // namespace stallscope::graph
