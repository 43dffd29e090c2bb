#include "rules.hpp"

#include "base/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace stallscope::graph {

namespace {

NodeId scalar(Graph& graph, double value, NodeId like) {
  return append_scalar(graph, value, graph.nodes[like].type);
}
NodeId two(Graph& graph, Op op, NodeId a, NodeId b) {
  return append(graph, op, {a, b});
}
NodeId one(Graph& graph, Op op, NodeId a) {
  return append(graph, op, {a});
}

Partial node_of(NodeId id) {
  return {id, false, false};
}
constexpr Partial kOne{kNoNode, true, false};
constexpr Partial kMinusOne{kNoNode, false, true};
constexpr Partial kZero{};

/// For operators with one input x and result y.
Partial unary(Graph& graph, Op op, NodeId x, NodeId y) {
  switch (op) {
  case Op::neg:
    return kMinusOne;
  case Op::exp:
    return node_of(y);
  case Op::log:
    return node_of(two(graph, Op::div, scalar(graph, 1, x), x));
  case Op::sqrt:
    return node_of(two(graph, Op::div, scalar(graph, 0.5, x), y));
  case Op::tanh: // 1 - y^2
    return node_of(two(graph, Op::sub, scalar(graph, 1, x), two(graph, Op::mul, y, y)));
  case Op::sigmoid: // y (1 - y)
    return node_of(two(graph, Op::mul, y, two(graph, Op::sub, scalar(graph, 1, x), y)));
  case Op::relu:
    return node_of(two(graph, Op::greater, x, scalar(graph, 0, x)));
  case Op::abs:
    return node_of(one(graph, Op::sign, x));
  case Op::erf: { // 2 / sqrt(pi) e^(-x^2)
    const NodeId power = one(graph, Op::exp, one(graph, Op::neg, two(graph, Op::mul, x, x)));
    return node_of(two(graph, Op::mul, scalar(graph, 2.0 * std::numbers::inv_sqrtpi, x), power));
  }
  case Op::gelu: { // Phi(x) + x phi(x)
    const NodeId half = two(graph, Op::mul, x, scalar(graph, 1.0 / std::numbers::sqrt2, x));
    const NodeId phi = two(graph, Op::mul, scalar(graph, 0.5, x),
                           two(graph, Op::add, scalar(graph, 1, x), one(graph, Op::erf, half)));
    const NodeId density =
        two(graph, Op::mul, scalar(graph, std::numbers::inv_sqrtpi / std::numbers::sqrt2, x),
            one(graph, Op::exp,
                two(graph, Op::mul, scalar(graph, -0.5, x), two(graph, Op::mul, x, x))));
    return node_of(two(graph, Op::add, phi, two(graph, Op::mul, x, density)));
  }
  default: // sign
    return kZero;
  }
}

/// Elements of an exponent that are 0: all, none, or not known before the graph runs.
enum class Zeros : std::uint8_t { all, none, unknown };
Zeros zeros_of(const Node& node) {
  if (node.op != Op::constant)
    return Zeros::unknown;
  const auto& values = node.value->values;
  const auto count = std::count(values.begin(), values.end(), 0.0);
  return count == 0                                         ? Zeros::none
         : static_cast<std::size_t>(count) == values.size() ? Zeros::all
                                                            : Zeros::unknown;
}

/// By the base b a^(b - 1); where b is 0 that is 0 a^0, since a^0 is 1 for all a.
Partial of_power(Graph& graph, NodeId a, NodeId b, NodeId y, std::size_t input) {
  if (input == 0) {
    const Zeros zeros = zeros_of(graph.nodes[b]);
    if (zeros == Zeros::all)
      return kZero;
    NodeId less = two(graph, Op::sub, b, scalar(graph, 1, b));
    if (zeros == Zeros::unknown)
      less = append(graph, Op::where, {b, less, scalar(graph, 0, b)});
    return node_of(two(graph, Op::mul, b, two(graph, Op::pow, a, less)));
  }
  return node_of(two(graph, Op::mul, y, one(graph, Op::log, a)));
}

} // namespace

Partial partial_of(Graph& graph, NodeId id, std::size_t input) {
  const Op op = graph.nodes[id].op;
  const std::vector<NodeId> in = graph.nodes[id].inputs;
  const NodeId x = in[0];
  switch (op) {
  case Op::add:
  case Op::addn:
  case Op::cast:
    return kOne;
  case Op::sub:
    return input == 0 ? kOne : kMinusOne;
  case Op::mul:
    return node_of(in[1 - input]);
  case Op::div: // 1 / b, -y / b
    return input == 0 ? node_of(two(graph, Op::div, scalar(graph, 1, x), in[1]))
                      : node_of(one(graph, Op::neg, two(graph, Op::div, id, in[1])));
  case Op::pow:
    return of_power(graph, x, in[1], id, input);
  case Op::maximum: // ties: the first operand
  case Op::minimum: {
    const bool right = (op == Op::maximum) == (input == 1);
    const NodeId greater = two(graph, Op::greater, right ? in[1] : x, right ? x : in[1]);
    if (input == 1)
      return node_of(greater);
    const NodeId other =
        op == Op::maximum ? two(graph, Op::greater, in[1], x) : two(graph, Op::greater, x, in[1]);
    return node_of(two(graph, Op::sub, scalar(graph, 1, x), other));
  }
  case Op::prelu: {
    const NodeId positive = two(graph, Op::greater, x, scalar(graph, 0, x));
    if (input == 0)
      return node_of(append(graph, Op::where, {positive, scalar(graph, 1, x), in[1]}));
    return node_of(append(graph, Op::where, {positive, scalar(graph, 0, x), x}));
  }
  case Op::where: {
    if (input == 0)
      return kZero;
    const NodeId yes = scalar(graph, input == 1 ? 1 : 0, x);
    const NodeId no = scalar(graph, input == 1 ? 0 : 1, x);
    return node_of(append(graph, Op::where, {x, yes, no}));
  }
  case Op::greater:
  case Op::equal:
    return kZero;
  default:
    return unary(graph, op, x, id);
  }
}

NodeId times_partial(Graph& graph, NodeId times, const Partial& partial) {
  if (partial.zero())
    return kNoNode;
  if (partial.one)
    return times;
  if (partial.minus_one)
    return append(graph, Op::neg, {times});
  return append(graph, Op::mul, {times, partial.node});
}

NodeId summed_to(Graph& graph, NodeId id, const Shape& shape) {
  const Shape from = graph.nodes[id].shape;
  if (from == shape)
    return id;
  Attributes sum;
  const std::size_t lead = from.size() - shape.size();
  for (std::size_t i = 0; i < from.size(); ++i)
    if (i < lead || (shape[i - lead] == 1 && from[i] != 1))
      sum.axes.push_back(static_cast<std::int64_t>(i));
  sum.keep = true;
  NodeId out = sum.axes.empty() ? id : append(graph, Op::sum, {id}, sum);
  if (graph.nodes[out].shape != shape) {
    Attributes to;
    to.shape = shape;
    out = append(graph, Op::reshape, {out}, to);
  }
  return out;
}

NodeId stretched_to(Graph& graph, NodeId id, const Shape& shape) {
  if (graph.nodes[id].shape == shape)
    return id;
  Attributes to;
  to.shape = shape;
  return append(graph, Op::broadcast, {id}, to);
}

} // namespace stallscope::graph
