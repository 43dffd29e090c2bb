#pragma once

#include "base/input_limits.hpp"
#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <memory>
#include <vector>

namespace stallscope::graph {

struct EvaluateOptions {
  bool all_f64 = false; ///< no rounding to types and decimals: reference for numeric derivatives
  bool allow_nonfinite = false; ///< infinities and NaN are accepted as values
  /// Values that replace those of sources, by node; missing or null: the graph's own value.
  std::vector<std::shared_ptr<const Tensor>> bound{};
};

/// Limits of the number of elements of all results, and of operations.
inline constexpr std::int64_t kMostEvaluated = InputLimits::graph_elements;
inline constexpr std::uint64_t kMostFlop = InputLimits::graph_flop;

using Values = std::vector<std::shared_ptr<const Tensor>>; ///< by node

/// Computes the results of all nodes, in order. An operation whose result is NaN or infinite for
/// finite inputs is an error that names the operation: division by zero, the logarithm of 0.
[[nodiscard]] Result<Values> evaluate(const Graph& graph, const EvaluateOptions& options = {});

/// By node: the node is an unknown operator without a bound value, or depends on one. Its value is
/// NaN in all elements.
[[nodiscard]] std::vector<bool> not_computed(const Graph& graph,
                                             const EvaluateOptions& options = {});

/// The result of a node from its inputs; rounded to its type, then to `decimals` unless negative.
[[nodiscard]] Tensor compute(const Node& node, const std::vector<const Tensor*>& inputs,
                             int decimals = -1, bool all_f64 = false);

/// The value of one element-wise operator.
[[nodiscard]] double scalar_value(Op op, const double* inputs, std::size_t count);

/// Inputs at which an operator is not differentiable: relu, abs, prelu and sign at 0, ties of
/// maximum, minimum and max. One diagnostic per node, with its location.
[[nodiscard]] Diagnostics undifferentiable_points(const Graph& graph, const Values& values);

} // namespace stallscope::graph
