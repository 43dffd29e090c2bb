#pragma once

#include "base/input_limits.hpp"
#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace stallscope::graph {

struct EvaluateOptions {
  bool all_f64 = false; ///< no rounding to floating-point types and decimals: reference for numeric
                        ///< derivatives. Whole numbers stay whole: there a function has steps
  bool allow_nonfinite = false; ///< infinities and NaN are accepted as values; a whole number that
                                ///< does not exist (x / 0, an overflow) is NaN
  /// Values that replace those of sources, by node; missing or null: the graph's own value.
  std::vector<std::shared_ptr<const Tensor>> bound{};
};

/// Limits of the number of elements of all results, and of operations.
inline constexpr std::int64_t kMostEvaluated = InputLimits::graph_elements;
inline constexpr std::uint64_t kMostFlop = InputLimits::graph_flop;

using Values = std::vector<std::shared_ptr<const Tensor>>; ///< by node

/// Computes the results of all nodes, in order. An operation whose result is NaN or infinite for
/// finite inputs, or a whole number beyond its type, is an error that names the operation: division
/// by zero, the logarithm of 0, an overflow of i32. In a branch that is not taken it is none.
[[nodiscard]] Result<Values> evaluate(const Graph& graph, const EvaluateOptions& options = {});

/// By node: the node is an unknown operator without a bound value, or depends on one. Its value is
/// NaN in all elements.
[[nodiscard]] std::vector<bool> not_computed(const Graph& graph,
                                             const EvaluateOptions& options = {});

/// The result of a node from its inputs; rounded to its type, then to `decimals` unless negative
/// (what only moves or selects elements is not rounded to decimals). A whole number that does not
/// exist is NaN.
[[nodiscard]] Tensor compute(const Node& node, const std::vector<const Tensor*>& inputs,
                             int decimals = -1, bool all_f64 = false);

/// The value of one element-wise operator.
[[nodiscard]] double scalar_value(Op op, const double* inputs, std::size_t count);

/// Inputs at which an operator is not differentiable: relu, abs, prelu and sign at 0, ties of
/// maximum, minimum and max, equal sides of the comparison by which `where` or `if` chooses. One
/// diagnostic per node, with its location.
[[nodiscard]] Diagnostics undifferentiable_points(const Graph& graph, const Values& values);

/// The first point at which a derivative is infinite: a root of 0.
[[nodiscard]] std::optional<Diagnostic> infinite_derivative(const Graph& graph,
                                                            const Values& values);

} // namespace stallscope::graph
