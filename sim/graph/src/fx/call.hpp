#pragma once

#include "fx/text.hpp"

#include <functional>

namespace stallscope::graph::fx {

/// A call of a function or method, translated to operators of the graph. The first problem is
/// recorded; results that depend on it are kNoNode.
class Call {
public:
  using Find = std::function<NodeId(std::string_view name)>;

  Call(const Statement& statement, Graph& graph, Find find)
      : statement_(statement), graph_(graph), find_(std::move(find)) {}

  /// The argument at a place, or called so; null: omitted, or None.
  [[nodiscard]] const Argument* argument(std::size_t at, std::string_view name) const;
  [[nodiscard]] std::size_t count() const { return statement_.arguments.size(); }
  /// An argument as a node; a number becomes a constant. kNoNode: omitted, or a problem.
  NodeId node(const Argument* argument);
  NodeId node(std::size_t at, std::string_view name) { return node(argument(at, name)); }
  [[nodiscard]] double number(std::size_t at, std::string_view name, double otherwise) const;
  /// A list of whole numbers, or one; from `at` on also several arguments in a row.
  [[nodiscard]] std::vector<std::int64_t> integers(std::size_t at, std::string_view name) const;

  [[nodiscard]] const Shape& shape(NodeId id) const;
  [[nodiscard]] std::int64_t rank(NodeId id) const {
    return static_cast<std::int64_t>(shape(id).size());
  }
  NodeId make(Op op, std::vector<NodeId> inputs, Attributes attributes = {});
  NodeId reshape(NodeId id, Shape to);

  [[nodiscard]] const std::optional<ShapeProblem>& problem() const { return problem_; }
  NodeId fail(std::string message, std::string expected);

private:
  const Statement& statement_;
  Graph& graph_;
  Find find_;
  std::optional<ShapeProblem> problem_;
};

/// "add" of torch.add, operator.add, torch.ops.aten.add.Tensor, and of add_, its form in place.
[[nodiscard]] std::string_view short_name(std::string_view target);

/// Result of an operator; kNoNode without a problem: it is not supported in this form.
using Translate = NodeId (*)(Call& call);
/// Null if the function or method is not supported.
[[nodiscard]] Translate function_called(std::string_view name);
[[nodiscard]] std::vector<std::string_view> functions_read();

} // namespace stallscope::graph::fx
