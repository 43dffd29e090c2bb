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

/// Where in the text something stands; line 0: nowhere, it was made by a transformation.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 1;
};

/// What an operator is told besides its inputs. Members that it has no use for stay as they are.
struct Attributes {
  std::vector<std::int64_t> axes; ///< sum, mean, max: none is all; softmax, slice, concat, pad:
                                  ///< one; transpose: the order of the dimensions
  Shape shape;       ///< reshape, broadcast, conv2d_input, conv2d_weight, unknown: the result's
  bool keep = false; ///< reductions: dimensions stay, with size 1
  std::int64_t begin = 0;   ///< slice; pad: zeros before; attention: queries of a block;
                            ///< unknown: a number of its own, so that no two are equal
  std::int64_t end = 0;     ///< slice: one past the last; pad: zeros behind
  std::int64_t stride = 1;  ///< convolutions
  std::int64_t padding = 0; ///< convolutions
  double epsilon = 1e-5;    ///< norms; attention: the scale
  Type type = Type::f64;    ///< cast, unknown
  bool transpose_a = false; ///< matmul reads its left input transposed
  bool transpose_b = false;
  bool channels_last = false; ///< conv2d reads and writes NHWC
  std::string called;         ///< unknown: the operator's name where it comes from

  bool operator==(const Attributes&) const = default;
};

/// A step of what one `fused` kernel computes for each element.
struct FusedStep {
  Op op = Op::add;
  Type type = Type::f64;
  std::vector<std::int32_t> from; ///< from 0 on: an input of the kernel; -1 - k: the k-th step

  bool operator==(const FusedStep&) const = default;
};

struct Node {
  Op op = Op::constant;
  std::vector<NodeId> inputs;
  Attributes attributes;
  Type type = Type::f64;
  Shape shape;
  std::string name;   ///< as in the text, or made up: unique in a graph, never empty
  bool named = false; ///< has its name from the text: is shown among the values
  Place place;
  std::shared_ptr<const Tensor> value; ///< of sources
  std::vector<FusedStep> steps;        ///< of `fused`
  bool backward = false;               ///< made by differentiation
  // In one branch of an `if`: the condition's node, and whether it has to be true.
  NodeId condition = kNoNode;
  bool condition_holds = true;
  int device = -1;      ///< runs there; -1: wherever the scheduler puts it
  int stage = -1;       ///< of a pipeline, from 0; -1: the graph has not been cut
  bool chooses = false; ///< the `where` behind the branches of an `if`
};

/// A named result.
struct Output {
  std::string name;
  NodeId node = kNoNode;

  bool operator==(const Output&) const = default;
};

/// Operators and what they take from each other: inputs stand before those that use them, so the
/// order of `nodes` is a legal order.
struct Graph {
  std::string name;       ///< file
  std::deque<Node> nodes; ///< references stay valid while others are appended
  std::vector<Output> outputs;
  std::vector<Output> aliases; ///< further names of nodes, as y = x gives them
  int decimals = -1; ///< every result is rounded to so many decimals, as by hand; -1: it is not

  [[nodiscard]] const Node& at(NodeId id) const { return nodes[id]; }
  [[nodiscard]] NodeId find(std::string_view node_name) const;
  /// Operators, without params, inputs and constants.
  [[nodiscard]] std::size_t operation_count() const;
  /// Users of each node, in order; one that uses a node twice stands there twice.
  [[nodiscard]] std::vector<std::vector<NodeId>> users() const;
};

/// Why an operator cannot take these inputs: names shapes or types.
struct ShapeProblem {
  std::string message;
  std::string expected;
};
/// Sets type and shape of a node from its inputs, and fills in attributes that were left open.
/// None: it fits.
[[nodiscard]] std::optional<ShapeProblem> infer(const Graph& graph, Node& node);

/// Adds a node whose inputs are known to fit; gives it a name that is unique when it has none.
NodeId append(Graph& graph, Node node);
/// Shorthand of the same.
NodeId append(Graph& graph, Op op, std::vector<NodeId> inputs, Attributes attributes = {});
NodeId append_constant(Graph& graph, Tensor value);
/// A scalar of the type of another node.
NodeId append_scalar(Graph& graph, double value, Type type);

/// Floating-point operations of a node.
[[nodiscard]] std::uint64_t flop_of(const Graph& graph, NodeId id);
/// What lanes beside each other go through for so many: the innermost dimension is filled up to
/// whole vectors.
[[nodiscard]] std::uint64_t flop_with_lanes(std::uint64_t flop, std::int64_t innermost,
                                            std::uint64_t lanes);
/// Bytes that its kernel reads and writes; 0 of sources and of views.
[[nodiscard]] std::uint64_t bytes_of(const Graph& graph, NodeId id);
/// Bytes of its result.
[[nodiscard]] std::uint64_t result_bytes(const Node& node);
/// It launches no kernel: a source, or a view of what is there.
[[nodiscard]] bool launches_nothing(const Graph& graph, NodeId id);

struct Totals {
  std::uint64_t operations = 0;
  std::uint64_t kernels = 0;
  std::uint64_t flop = 0;
  std::uint64_t bytes = 0;
};
[[nodiscard]] Totals totals(const Graph& graph);

/// "matmul"; of an unknown operator what it is called where it comes from.
[[nodiscard]] std::string_view operator_name(const Node& node);
/// "matmul(W_h, t1)": operator and inputs as they would be written.
[[nodiscard]] std::string text_of(const Graph& graph, NodeId id);

} // namespace stallscope::graph
