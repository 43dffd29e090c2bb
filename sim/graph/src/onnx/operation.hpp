#pragma once

#include "graph/structure/graph.hpp"
#include "onnx/messages.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::graph::onnx {

/// A value of the model: a node of the graph, or numbers known before the graph runs. Known numbers
/// become a node only if an operator computes with them, not if they only give sizes or axes.
struct Operand {
  std::string name;
  NodeId node = kNoNode;
  std::shared_ptr<const Tensor> value; ///< known before the graph runs
  bool is_param = false;               ///< an initialiser: learned, excluded from constant folding
  bool failed = false;                 ///< a problem has been reported
};

/// Translates a node of the model to operators of the graph. The first invalid step is recorded;
/// results that depend on it are kNoNode.
class Operation {
public:
  Operation(const NodeProto& proto, std::int64_t opset, Graph& graph,
            std::vector<Operand*> operands)
      : proto_(proto), opset_(opset), graph_(graph), operands_(std::move(operands)) {}

  [[nodiscard]] std::int64_t opset() const { return opset_; }
  [[nodiscard]] std::size_t input_count() const { return operands_.size(); }
  [[nodiscard]] std::size_t output_count() const { return proto_.output.size(); }
  [[nodiscard]] bool has(std::size_t i) const {
    return i < operands_.size() && operands_[i] != nullptr;
  }
  /// An operand as a node; kNoNode: omitted.
  NodeId in(std::size_t i);
  std::vector<NodeId> all_in();
  /// The numbers of an operand that is known before the graph runs, else null.
  [[nodiscard]] const Tensor* known(std::size_t i) const;
  [[nodiscard]] std::optional<std::vector<std::int64_t>> known_integers(std::size_t i) const;

  [[nodiscard]] const AttributeProto* attribute(std::string_view name) const;
  [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
  [[nodiscard]] double number(std::string_view name, double otherwise) const;
  [[nodiscard]] std::string_view word(std::string_view name, std::string_view otherwise) const;
  [[nodiscard]] std::vector<std::int64_t> integers(std::string_view name) const;
  /// Integers from the attribute or, in newer versions, from an operand; none: they are computed
  /// while the graph runs.
  [[nodiscard]] std::optional<std::vector<std::int64_t>> integers(std::string_view name,
                                                                  std::size_t input) const;

  /// Shape of a node; for kNoNode a scalar's.
  [[nodiscard]] const Shape& shape(NodeId id) const;
  [[nodiscard]] Type type(NodeId id) const;
  [[nodiscard]] std::int64_t rank(NodeId id) const {
    return static_cast<std::int64_t>(shape(id).size());
  }

  NodeId make(Op op, std::vector<NodeId> inputs, Attributes attributes = {});
  NodeId scalar(double value, NodeId like);
  NodeId constant(Tensor value) { return append_constant(graph_, std::move(value)); }
  NodeId cast(NodeId id, Type type);
  NodeId reshape(NodeId id, Shape shape);
  NodeId transpose(NodeId id, std::vector<std::int64_t> order);
  NodeId slice(NodeId id, std::int64_t axis, std::int64_t begin, std::int64_t end);
  NodeId pad(NodeId id, std::int64_t axis, std::int64_t before, std::int64_t behind);

  void result(std::size_t i, NodeId id);
  void result(NodeId id) { result(0, id); }
  /// Sets a result that is known before the graph runs.
  void result(Tensor value) { known_results_.emplace_back(std::move(value)); }

  [[nodiscard]] const std::vector<NodeId>& results() const { return results_; }
  [[nodiscard]] const std::vector<Tensor>& known_results() const { return known_results_; }
  [[nodiscard]] const std::optional<ShapeProblem>& problem() const { return problem_; }
  void fail(std::string message, std::string expected);

private:
  const NodeProto& proto_;
  std::int64_t opset_;
  Graph& graph_;
  std::vector<Operand*> operands_;
  std::vector<NodeId> results_;
  std::vector<Tensor> known_results_;
  std::optional<ShapeProblem> problem_;
};

/// Creates an operator's results. A non-empty return value is the reason why the operator stays
/// unknown: "strides differ".
using Translate = std::string (*)(Operation& operation);

struct OperatorEntry {
  std::string_view name; ///< op_type
  unsigned least;        ///< minimum number of inputs
  Translate translate;
};
/// Null if the operator is not supported.
[[nodiscard]] const OperatorEntry* operator_called(std::string_view op_type);
[[nodiscard]] std::vector<std::string_view> operators_read();

/// What is known of a result whose value is not computed.
struct UnknownResult {
  Shape shape;
  Type type = Type::f64;
};
/// Shape and type of a result of an ONNX operator that is not translated, from its operands and
/// attributes. None: they do not follow from them, or the operator is not ONNX's.
[[nodiscard]] std::optional<UnknownResult>
unknown_result(Operation& operation, std::string_view op_type, std::size_t output);

// The parts of the operator table, by topic.
[[nodiscard]] const std::vector<OperatorEntry>& elementwise_operators();
[[nodiscard]] const std::vector<OperatorEntry>& linear_operators();
[[nodiscard]] const std::vector<OperatorEntry>& shape_operators();
[[nodiscard]] const std::vector<OperatorEntry>& reduction_operators();

} // namespace stallscope::graph::onnx
