#include "graph/structure/graph.hpp"

#include "base/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stallscope::graph {

NodeId Graph::find(std::string_view node_name) const {
  for (NodeId i = 0; i < nodes.size(); ++i)
    if (nodes[i].name == node_name)
      return i;
  return kNoNode;
}

std::size_t Graph::operation_count() const {
  return static_cast<std::size_t>(std::count_if(
      nodes.begin(), nodes.end(), [](const Node& node) { return !is_source(node.op); }));
}

std::vector<std::vector<NodeId>> Graph::users() const {
  std::vector<std::vector<NodeId>> out(nodes.size());
  for (NodeId i = 0; i < nodes.size(); ++i)
    for (const NodeId from : nodes[i].inputs)
      out[from].push_back(i);
  return out;
}

std::optional<ShapeProblem> set_value(Node& source, Tensor value, std::string_view called) {
  if (value.shape != source.shape)
    return ShapeProblem{fmt::format("{} has shape {}, and {} is declared", called,
                                    text_of(value.shape), text_of(source.shape)),
                        "the same shape"};
  value.type = source.type;
  const bool whole = value.type == Type::i32;
  for (std::size_t i = 0; i < value.values.size(); ++i) {
    double& element = value.values[i];
    const double given = element;
    element = std::isnan(given) ? given : rounded(given, value.type);
    if (std::isfinite(element) && (!whole || element == given))
      continue;
    return ShapeProblem{
        fmt::format("element {} of {} is {}{}", i, called,
                    std::isnan(given) ? std::string("nan") : fmt::format("{}", given),
                    std::isfinite(given) ? fmt::format(", which {} does not hold", name(value.type))
                                         : ""),
        whole ? "whole numbers from -2147483648 to 2147483647"
              : fmt::format("finite numbers of {}", name(value.type))};
  }
  source.value = std::make_shared<const Tensor>(std::move(value));
  return std::nullopt;
}

NodeId append(Graph& graph, Node node) {
  const auto id = static_cast<NodeId>(graph.nodes.size());
  if (!is_source(node.op)) {
    const auto problem = infer(graph, node);
    STALLSCOPE_CHECK(!problem, problem ? problem->message.c_str() : "");
  }
  if (node.name.empty())
    node.name = fmt::format("%{}", id);
  graph.nodes.push_back(std::move(node));
  return id;
}

NodeId append(Graph& graph, Op op, std::vector<NodeId> inputs, Attributes attributes) {
  Node node;
  node.op = op;
  node.inputs = std::move(inputs);
  node.attributes = std::move(attributes);
  return append(graph, std::move(node));
}

NodeId append_constant(Graph& graph, Tensor value) {
  Node node;
  node.op = Op::constant;
  node.type = value.type;
  node.shape = value.shape;
  node.value = std::make_shared<const Tensor>(std::move(value));
  return append(graph, std::move(node));
}

NodeId append_scalar(Graph& graph, double value, Type type) {
  return append_constant(graph, filled(type, {}, value));
}

namespace {

std::uint64_t count(const Shape& shape) {
  return static_cast<std::uint64_t>(elements_of(shape));
}

/// The value is contiguous in row-major order, through its chain of views. A reshape always is: as
/// a view of such a value, or as a copy.
bool is_stored_in_rows(const Graph& graph, NodeId id) {
  while (info(graph.nodes[id].op).kind == OpClass::view) {
    const Node& node = graph.nodes[id];
    if (node.op == Op::transpose || (node.op == Op::broadcast && !node.inputs.empty() &&
                                     node.shape != graph.nodes[node.inputs[0]].shape))
      return false;
    if (node.op == Op::slice && node.attributes.axes[0] != 0)
      return false;
    if (node.op == Op::reshape)
      return true;
    id = node.inputs[0];
  }
  return true;
}

} // namespace

bool launches_nothing(const Graph& graph, NodeId id) {
  const Node& node = graph.nodes[id];
  if (node.op == Op::reshape)
    return is_stored_in_rows(graph, node.inputs[0]);
  const OpClass kind = info(node.op).kind;
  return kind == OpClass::source || kind == OpClass::view || node.attributes.laid;
}

std::uint64_t flop_of(const Graph& graph, NodeId id) {
  const Node& node = graph.nodes[id];
  const std::uint64_t each = info(node.op).flop;
  switch (node.op) {
  case Op::matmul: {
    const Shape& a = graph.nodes[node.inputs[0]].shape;
    const auto inner =
        static_cast<std::uint64_t>(node.attributes.transpose_a ? a[a.size() - 2] : a.back());
    return each * count(node.shape) * inner;
  }
  case Op::conv2d: {
    const Shape& w = graph.nodes[node.inputs[1]].shape;
    return each * count(node.shape) * count(w) / static_cast<std::uint64_t>(w[0]);
  }
  case Op::conv2d_input: { // as many products as the forward convolution
    const Shape& w = graph.nodes[node.inputs[0]].shape;
    return each * count(graph.nodes[node.inputs[1]].shape) * count(w) /
           static_cast<std::uint64_t>(w[0]);
  }
  case Op::conv2d_weight:
    return each * count(graph.nodes[node.inputs[1]].shape) * count(node.shape) /
           static_cast<std::uint64_t>(node.shape[0]);
  case Op::addn:
  case Op::all_reduce:
    return each * count(node.shape) * (node.inputs.size() - 1);
  case Op::fused: {
    std::uint64_t sum = 0;
    for (const FusedStep& step : node.steps)
      sum += info(step.op).flop * (step.op == Op::addn ? step.from.size() - 1 : 1);
    return sum * count(node.shape);
  }
  case Op::attention: { // two products, and 5 FLOP per element for the softmax
    const Shape& q = graph.nodes[node.inputs[0]].shape;
    const Shape& k = graph.nodes[node.inputs[1]].shape;
    const std::uint64_t scores = count(q) / static_cast<std::uint64_t>(q.back()) *
                                 static_cast<std::uint64_t>(k[k.size() - 2]);
    return scores * (2 * static_cast<std::uint64_t>(q.back()) +
                     2 * static_cast<std::uint64_t>(node.shape.back()) + 5 +
                     (node.attributes.epsilon == 1 ? 0 : 1) + // multiplication by the scale
                     (node.inputs.size() > 3 ? 1 : 0));       // addition of the mask
  }
  default:
    break;
  }
  return each * (info(node.op).kind == OpClass::reduction ? count(graph.nodes[node.inputs[0]].shape)
                                                          : count(node.shape));
}

std::uint64_t flop_with_lanes(std::uint64_t flop, std::int64_t innermost, std::uint64_t lanes) {
  const auto size = static_cast<std::uint64_t>(innermost);
  return flop / size * ((size + lanes - 1) / lanes * lanes);
}

std::uint64_t result_bytes(const Node& node) {
  return count(node.shape) * bytes_of(node.type);
}

namespace {

/// Queries, mask and results are accessed once; keys and values once per block of queries that fits
/// into fast memory (FlashAttention, Dao et al. 2022).
std::uint64_t attention_bytes(const Graph& graph, const Node& node) {
  const Node& q = graph.nodes[node.inputs[0]];
  const auto rows = static_cast<std::uint64_t>(q.shape[q.shape.size() - 2]);
  const std::uint64_t block =
      node.attributes.begin > 0 ? static_cast<std::uint64_t>(node.attributes.begin) : rows;
  return result_bytes(q) + result_bytes(node) +
         (node.inputs.size() > 3 ? result_bytes(graph.nodes[node.inputs[3]]) : 0) +
         (rows + block - 1) / block *
             (result_bytes(graph.nodes[node.inputs[1]]) +
              result_bytes(graph.nodes[node.inputs[2]]));
}

} // namespace

std::uint64_t bytes_of(const Graph& graph, NodeId id) {
  if (launches_nothing(graph, id))
    return 0;
  const Node& node = graph.nodes[id];
  if (node.op == Op::attention)
    return attention_bytes(graph, node);
  std::uint64_t bytes = result_bytes(node);
  for (std::size_t i = 0; i < node.inputs.size(); ++i) // an input used twice is read once
    if (std::find(node.inputs.begin(), node.inputs.begin() + static_cast<std::ptrdiff_t>(i),
                  node.inputs[i]) == node.inputs.begin() + static_cast<std::ptrdiff_t>(i)) {
      NodeId from = node.inputs[i];
      while (graph.nodes[from].op == Op::broadcast) // repeated elements are stored once
        from = graph.nodes[from].inputs[0];
      bytes += result_bytes(graph.nodes[from]);
    }
  return bytes;
}

Totals totals(const Graph& graph) {
  Totals out;
  for (NodeId i = 0; i < graph.nodes.size(); ++i) {
    if (is_source(graph.nodes[i].op))
      continue;
    ++out.operations;
    out.kernels += launches_nothing(graph, i) ? 0 : 1;
    out.flop += flop_of(graph, i);
    out.bytes += bytes_of(graph, i);
  }
  return out;
}

namespace {

std::string attribute_text(const Node& node) {
  const Attributes& a = node.attributes;
  switch (node.op) {
  case Op::cast:
    return fmt::format(", {}", name(a.type));
  case Op::transpose:
    return fmt::format(", [{}]", fmt::join(a.axes, ","));
  case Op::reshape:
  case Op::broadcast:
    return fmt::format(", {}", text_of(a.shape));
  case Op::slice:
  case Op::pad:
    return fmt::format(", {}, {}, axis={}", a.begin, a.end, a.axes[0]);
  case Op::concat:
  case Op::all_gather:
  case Op::softmax:
    return fmt::format(", axis={}", a.axes[0]);
  case Op::sum:
  case Op::mean:
  case Op::max:
    return fmt::format(", axis=[{}]{}", fmt::join(a.axes, ","), a.keep ? ", keep=1" : "");
  case Op::conv2d:
  case Op::conv2d_input:
  case Op::conv2d_weight:
    return fmt::format("{}{}{}", a.stride == 1 ? "" : fmt::format(", stride={}", a.stride),
                       a.padding == 0 ? "" : fmt::format(", padding={}", a.padding),
                       a.channels_last ? ", NHWC" : "");
  case Op::matmul:
    return fmt::format("{}{}", a.transpose_a ? ", transpose_a=1" : "",
                       a.transpose_b ? ", transpose_b=1" : "");
  case Op::layer_norm:
  case Op::batch_norm:
    return a.epsilon == 1e-5 ? "" : fmt::format(", epsilon={}", a.epsilon);
  default:
    return {};
  }
}

} // namespace

std::string_view operator_name(const Node& node) {
  return node.op == Op::unknown ? std::string_view(node.attributes.called) : info(node.op).name;
}

std::string text_of(const Graph& graph, NodeId id) {
  const Node& node = graph.nodes[id];
  if (is_source(node.op)) {
    if (node.op == Op::constant && node.value != nullptr && node.value->values.size() == 1)
      return fmt::format("{}", node.value->values[0]);
    return fmt::format("{} {}: {}{}", info(node.op).name, node.name, name(node.type),
                       text_of(node.shape));
  }
  std::string out(operator_name(node));
  out += '(';
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const Node& from = graph.nodes[node.inputs[i]];
    out += i == 0 ? "" : ", ";
    out += !from.named && from.op == Op::constant && from.value->values.size() == 1
               ? fmt::format("{}", from.value->values[0])
               : from.name;
  }
  return out + attribute_text(node) + ')';
}

} // namespace stallscope::graph
