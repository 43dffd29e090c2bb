#pragma once

#include "base/input_limits.hpp"
#include "graph/structure/operators.hpp"
#include "graph/tensor/tensor.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::graph {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xffffffffU;
inline constexpr std::size_t kMostNodes = InputLimits::graph_nodes;

/// Location in the source text; line 0: none, created by a transformation.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 1;
};

/// Attributes of an operator. Each operator uses only some members; the others keep their defaults.
struct Attributes {
  std::vector<std::int64_t> axes; ///< sum, mean, max: empty: all axes; softmax, slice, concat, pad:
                                  ///< one axis; transpose: the order of the dimensions
  Shape shape;       ///< reshape, broadcast, conv2d_input, conv2d_weight, unknown: shape of the
                     ///< result
  bool keep = false; ///< reductions: keep reduced dimensions with size 1
  std::int64_t begin = 0;   ///< slice; pad: zeros before; attention: queries per block; unknown: a
                            ///< unique number, so that no two nodes are equal
  std::int64_t end = 0;     ///< slice: one past the last; pad: zeros after
  std::int64_t stride = 1;  ///< convolutions
  std::int64_t padding = 0; ///< convolutions
  double epsilon = 1e-5;    ///< norms; attention: the factor of the scores
  Type type = Type::f64;    ///< cast, unknown
  bool transpose_a = false; ///< matmul: the left operand is read transposed
  bool transpose_b = false;
  bool laid = false; ///< concat of params and constants that lie beside each other in memory from
                     ///< the start: no kernel
  bool channels_last = false; ///< conv2d: NHWC layout for input and result
  std::string called;         ///< unknown: the operator's name in the model

  bool operator==(const Attributes&) const = default;
};

/// A product that reads an operand transposed.
[[nodiscard]] inline bool is_transposed(const Attributes& how) {
  return how.transpose_a || how.transpose_b;
}

/// A step computed for each element by a `fused` kernel.
struct FusedStep {
  Op op = Op::add;
  Type type = Type::f64;
  std::vector<std::int32_t> from; ///< operands: from 0 on an input of the kernel; -1 - k: the k-th
                                  ///< step

  bool operator==(const FusedStep&) const = default;
};

struct Node {
  Op op = Op::constant;
  std::vector<NodeId> inputs;
  Attributes attributes;
  Type type = Type::f64;
  Shape shape;
  std::string name;   ///< from the text, or generated: unique in a graph, never empty
  bool named = false; ///< the name is from the text: shown among the values
  Place place;
  std::shared_ptr<const Tensor> value; ///< for sources
  std::vector<FusedStep> steps;        ///< for `fused`
  bool backward = false;               ///< created by differentiation
  // Within a branch of an `if`: the condition's node, and its value in this branch.
  NodeId condition = kNoNode;
  bool condition_holds = true;
  int device = -1;      ///< device that the node is bound to; -1: chosen by the scheduler
  int stage = -1;       ///< pipeline stage, from 0; -1: the graph is not partitioned
  bool chooses = false; ///< the `where` that merges the branches of an `if`
};

/// A named result.
struct Output {
  std::string name;
  NodeId node = kNoNode;

  bool operator==(const Output&) const = default;
};

/// A dataflow graph. Operands precede their users, so the order of `nodes` is a topological order.
struct Graph {
  std::string name;       ///< name of the file
  std::deque<Node> nodes; ///< a deque: references stay valid when nodes are appended
  std::vector<Output> outputs;
  std::vector<Output> aliases; ///< additional names of nodes, as from y = x
  int decimals = -1; ///< decimal places to which every result is rounded, as in calculations by
                     ///< hand; -1: not rounded

  [[nodiscard]] const Node& at(NodeId id) const { return nodes[id]; }
  [[nodiscard]] NodeId find(std::string_view node_name) const;
  /// Number of operators, without params, inputs and constants.
  [[nodiscard]] std::size_t operation_count() const;
  /// Users of each node, in order, once per use.
  [[nodiscard]] std::vector<std::vector<NodeId>> users() const;
};

/// Reason why an operator cannot take its inputs, with their shapes or types.
struct ShapeProblem {
  std::string message;
  std::string expected;
};
/// Infers type and shape of a node from its inputs, and completes omitted attributes. None: valid.
[[nodiscard]] std::optional<ShapeProblem> infer(const Graph& graph, Node& node);

/// Gives a source a value, rounded to its type. Problem: another shape, or numbers that are not
/// finite. `called`: the value in messages.
[[nodiscard]] std::optional<ShapeProblem> set_value(Node& source, Tensor value,
                                                    std::string_view called);

/// Appends a node with valid inputs; an empty name is replaced by a unique one.
NodeId append(Graph& graph, Node node);
/// Appends a node with this operator, these inputs and attributes.
NodeId append(Graph& graph, Op op, std::vector<NodeId> inputs, Attributes attributes = {});
NodeId append_constant(Graph& graph, Tensor value);
/// A scalar constant.
NodeId append_scalar(Graph& graph, double value, Type type);

/// Floating-point operations of a node.
[[nodiscard]] std::uint64_t flop_of(const Graph& graph, NodeId id);
/// FLOP of a vectorised kernel, including unused lanes: the innermost dimension is rounded up to
/// whole vectors.
[[nodiscard]] std::uint64_t flop_with_lanes(std::uint64_t flop, std::int64_t innermost,
                                            std::uint64_t lanes);
/// Bytes that a node's kernel reads and writes; 0 for sources and views.
[[nodiscard]] std::uint64_t bytes_of(const Graph& graph, NodeId id);
/// Bytes of a node's result.
[[nodiscard]] std::uint64_t result_bytes(const Node& node);
/// The node has no kernel: a source, a view, or sources that lie beside each other.
[[nodiscard]] bool launches_nothing(const Graph& graph, NodeId id);

struct Totals {
  std::uint64_t operations = 0;
  std::uint64_t kernels = 0;
  std::uint64_t flop = 0;
  std::uint64_t bytes = 0;
};
[[nodiscard]] Totals totals(const Graph& graph);

/// "matmul"; for an unknown operator its name in the model.
[[nodiscard]] std::string_view operator_name(const Node& node);
/// Operator and inputs in the notation: "matmul(W_h, t1)".
[[nodiscard]] std::string text_of(const Graph& graph, NodeId id);

} // namespace stallscope::graph
