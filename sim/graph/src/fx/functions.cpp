#include "fx/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace stallscope::graph::fx {

const Argument* Call::argument(std::size_t at, std::string_view name) const {
  const Argument* found = at < count() ? &statement_.arguments[at] : nullptr;
  for (const auto& [called, value] : statement_.keywords)
    if (called == name)
      found = &value;
  const bool none =
      found == nullptr || (found->kind == Argument::Kind::word && found->text == "None");
  return none ? nullptr : found;
}

NodeId Call::node(const Argument* argument) {
  if (argument == nullptr)
    return kNoNode;
  if (argument->kind == Argument::Kind::node)
    return find_(argument->text);
  if (argument->kind == Argument::Kind::number && std::isfinite(argument->number))
    return append_scalar(graph_, rounded(argument->number, Type::f32), Type::f32);
  return fail(fmt::format("'{}' is no tensor", argument->text), "%x, or a number");
}

double Call::number(std::size_t at, std::string_view name, double otherwise) const {
  const Argument* found = argument(at, name);
  return found == nullptr || found->kind != Argument::Kind::number ? otherwise : found->number;
}

std::vector<std::int64_t> Call::integers(std::size_t at, std::string_view name) const {
  std::vector<std::int64_t> out;
  const auto add = [&out](const Argument& from) {
    if (from.kind == Argument::Kind::number && !std::isnan(from.number))
      out.push_back(static_cast<std::int64_t>(std::clamp(from.number, -9e18, 9e18)));
  };
  const Argument* found = argument(at, name);
  if (found == nullptr)
    return out;
  if (found->kind == Argument::Kind::list)
    std::for_each(found->items.begin(), found->items.end(), add);
  else
    add(*found);
  return out;
}

const Shape& Call::shape(NodeId id) const {
  static const Shape kScalar;
  return id == kNoNode ? kScalar : graph_.nodes[id].shape;
}

NodeId Call::make(Op op, std::vector<NodeId> inputs, Attributes attributes) {
  if (problem_)
    return kNoNode;
  if (std::find(inputs.begin(), inputs.end(), kNoNode) != inputs.end())
    return fail(fmt::format("{} lacks an operand", statement_.target), "all operands");
  Node node;
  node.op = op;
  node.inputs = std::move(inputs);
  node.attributes = std::move(attributes);
  node.place = statement_.place;
  if (auto problem = infer(graph_, node))
    return fail(std::move(problem->message), std::move(problem->expected));
  return append(graph_, std::move(node));
}

NodeId Call::reshape(NodeId id, Shape to) {
  Attributes how;
  how.shape = std::move(to);
  return make(Op::reshape, {id}, how);
}

NodeId Call::fail(std::string message, std::string expected) {
  if (!problem_)
    problem_ = ShapeProblem{std::move(message), std::move(expected)};
  return kNoNode;
}

namespace {

template <Op kOp> NodeId unary(Call& c) {
  return c.make(kOp, {c.node(0, "input")});
}
template <Op kOp> NodeId binary(Call& c) {
  if (c.number(2, "alpha", 1) != 1)
    return kNoNode;
  const NodeId a = c.node(0, "input");
  return c.make(kOp, {a, c.node(1, "other")});
}
NodeId less(Call& c) {
  const NodeId a = c.node(0, "input");
  return c.make(Op::greater, {c.node(1, "other"), a});
}
NodeId power(Call& c) {
  const NodeId a = c.node(0, "input");
  return c.make(Op::pow, {a, c.node(1, "exponent")});
}
NodeId gelu(Call& c) {
  const Argument* how = c.argument(1, "approximate");
  return how == nullptr || how->text == "none" ? unary<Op::gelu>(c) : kNoNode;
}
NodeId same(Call& c) {
  return c.node(0, "input");
}
NodeId where(Call& c) {
  const NodeId condition = c.node(0, "condition");
  const NodeId a = c.node(1, "input");
  return c.make(Op::where, {condition, a, c.node(2, "other")});
}

/// x w^T + b.
NodeId linear(Call& c) {
  Attributes how;
  how.transpose_b = true;
  const NodeId x = c.node(0, "input");
  const NodeId out = c.make(Op::matmul, {x, c.node(1, "weight")}, how);
  const NodeId bias = c.node(2, "bias");
  return bias == kNoNode ? out : c.make(Op::add, {out, bias});
}
/// b + x y, of factors 1.
NodeId addmm(Call& c) {
  if (c.number(3, "beta", 1) != 1 || c.number(4, "alpha", 1) != 1)
    return kNoNode;
  const NodeId b = c.node(0, "input");
  const NodeId x = c.node(1, "mat1");
  const NodeId product = c.make(Op::matmul, {x, c.node(2, "mat2")});
  return c.make(Op::add, {product, b});
}

/// A pair of equal numbers, or one; -1: they differ.
std::int64_t equal_pair(Call& c, std::size_t at, std::string_view name, std::int64_t otherwise) {
  const auto given = c.integers(at, name);
  if (given.empty())
    return c.argument(at, name) == nullptr ? otherwise : -1; // "same"
  return given.front() == given.back() ? given.front() : -1;
}
NodeId conv2d(Call& c) {
  Attributes how;
  how.stride = equal_pair(c, 3, "stride", 1);
  how.padding = equal_pair(c, 4, "padding", 0);
  if (how.stride < 0 || how.padding < 0 || equal_pair(c, 5, "dilation", 1) != 1 ||
      c.number(6, "groups", 1) != 1)
    return kNoNode;
  const NodeId x = c.node(0, "input");
  const NodeId out = c.make(Op::conv2d, {x, c.node(1, "weight")}, how);
  const NodeId bias = c.node(2, "bias");
  return bias == kNoNode ? out : c.make(Op::add, {out, c.reshape(bias, {-1, 1, 1})});
}
NodeId layer_norm(Call& c) {
  const NodeId x = c.node(0, "input");
  if (c.integers(1, "normalized_shape").size() != 1)
    return kNoNode;
  Attributes how;
  how.epsilon = c.number(4, "eps", 1e-5);
  std::vector<NodeId> inputs{x};
  for (const NodeId id : {c.node(2, "weight"), c.node(3, "bias")})
    if (id != kNoNode)
      inputs.push_back(id);
  return c.make(Op::layer_norm, inputs, how);
}

template <Op kOp> NodeId reduction(Call& c) {
  Attributes how;
  how.axes = c.integers(1, "dim");
  how.keep = c.number(2, "keepdim", 0) != 0;
  return c.make(kOp, {c.node(0, "input")}, how);
}
/// Of all elements: along a dimension max gives places, too.
NodeId largest(Call& c) {
  return c.argument(1, "dim") == nullptr ? unary<Op::max>(c) : kNoNode;
}
NodeId softmax(Call& c) {
  Attributes how;
  how.axes = c.integers(1, "dim");
  return how.axes.size() == 1 ? c.make(Op::softmax, {c.node(0, "input")}, how) : kNoNode;
}

NodeId transpose(Call& c) {
  const NodeId x = c.node(0, "input");
  Attributes how;
  how.axes.resize(c.shape(x).size());
  std::iota(how.axes.begin(), how.axes.end(), 0);
  const std::int64_t rank = c.rank(x);
  const auto axis = [&](std::size_t at, const char* name, double otherwise) {
    const double given = c.number(at, name, otherwise);
    return static_cast<std::int64_t>(
        std::clamp(given < 0 ? given + static_cast<double>(rank) : given, -1.0, 1e6));
  };
  const std::int64_t a = axis(1, "dim0", 0);
  const std::int64_t b = axis(2, "dim1", 1);
  if (a < 0 || b < 0 || a >= rank || b >= rank)
    return c.fail("there is no such dimension", fmt::format("{} to {}", -rank, rank - 1));
  std::swap(how.axes[static_cast<std::size_t>(a)], how.axes[static_cast<std::size_t>(b)]);
  return c.make(Op::transpose, {x}, how);
}
/// Sizes or dimensions: a list, or arguments in a row.
std::vector<std::int64_t> in_a_row(Call& c, std::string_view name) {
  std::vector<std::int64_t> out = c.integers(1, name);
  for (std::size_t i = 2; i < c.count() && out.size() == i - 1; ++i)
    for (const std::int64_t each : c.integers(i, ""))
      out.push_back(each);
  return out;
}
NodeId permute(Call& c) {
  Attributes how;
  how.axes = in_a_row(c, "dims");
  return c.make(Op::transpose, {c.node(0, "input")}, how);
}
NodeId view(Call& c) {
  const NodeId x = c.node(0, "input");
  return c.reshape(x, in_a_row(c, "shape"));
}
NodeId flatten(Call& c) {
  const NodeId x = c.node(0, "input");
  const auto begin = static_cast<std::size_t>(std::clamp(c.number(1, "start_dim", 0), 0.0, 8.0));
  if (c.number(2, "end_dim", -1) != -1 || c.number(1, "start_dim", 0) < 0)
    return kNoNode;
  Shape to(c.shape(x).begin(),
           c.shape(x).begin() + static_cast<std::ptrdiff_t>(std::min(begin, c.shape(x).size())));
  to.push_back(-1);
  return c.reshape(x, to);
}
NodeId unsqueeze(Call& c) {
  const NodeId x = c.node(0, "input");
  Shape to = c.shape(x);
  const double at = c.number(1, "dim", 0);
  const double place = at < 0 ? at + static_cast<double>(to.size()) + 1 : at;
  if (!(place >= 0 && place <= static_cast<double>(to.size())))
    return c.fail("there is no such dimension", "a place between the dimensions");
  to.insert(to.begin() + static_cast<std::ptrdiff_t>(place), 1);
  return c.reshape(x, to);
}
NodeId concat(Call& c) {
  const Argument* parts = c.argument(0, "tensors");
  if (parts == nullptr || parts->kind != Argument::Kind::list)
    return kNoNode;
  std::vector<NodeId> inputs;
  for (const Argument& part : parts->items)
    inputs.push_back(c.node(&part));
  Attributes how;
  how.axes = c.integers(1, "dim");
  return c.make(Op::concat, inputs, how);
}

struct Function {
  std::string_view name;
  Translate translate;
};
constexpr std::array kFunctions{
    Function{"add", binary<Op::add>},
    Function{"sub", binary<Op::sub>},
    Function{"mul", binary<Op::mul>},
    Function{"div", binary<Op::div>},
    Function{"truediv", binary<Op::div>},
    Function{"pow", power},
    Function{"maximum", binary<Op::maximum>},
    Function{"minimum", binary<Op::minimum>},
    Function{"gt", binary<Op::greater>},
    Function{"lt", less},
    Function{"eq", binary<Op::equal>},
    Function{"neg", unary<Op::neg>},
    Function{"exp", unary<Op::exp>},
    Function{"log", unary<Op::log>},
    Function{"sqrt", unary<Op::sqrt>},
    Function{"tanh", unary<Op::tanh>},
    Function{"sigmoid", unary<Op::sigmoid>},
    Function{"relu", unary<Op::relu>},
    Function{"gelu", gelu},
    Function{"erf", unary<Op::erf>},
    Function{"abs", unary<Op::abs>},
    Function{"sign", unary<Op::sign>},
    Function{"where", where},
    Function{"matmul", binary<Op::matmul>},
    Function{"mm", binary<Op::matmul>},
    Function{"bmm", binary<Op::matmul>},
    Function{"linear", linear},
    Function{"addmm", addmm},
    Function{"conv2d", conv2d},
    Function{"layer_norm", layer_norm},
    Function{"sum", reduction<Op::sum>},
    Function{"mean", reduction<Op::mean>},
    Function{"amax", reduction<Op::max>},
    Function{"max", largest},
    Function{"softmax", softmax},
    Function{"_softmax", softmax},
    Function{"transpose", transpose},
    Function{"t", transpose},
    Function{"permute", permute},
    Function{"view", view},
    Function{"reshape", view},
    Function{"flatten", flatten},
    Function{"unsqueeze", unsqueeze},
    Function{"cat", concat},
    Function{"concat", concat},
    Function{"contiguous", same},
    Function{"clone", same},
    Function{"detach", same},
};

} // namespace

std::string_view short_name(std::string_view target) {
  constexpr std::string_view kAten = "torch.ops.aten.";
  if (target.starts_with(kAten)) { // add.Tensor
    target.remove_prefix(kAten.size());
    target = target.substr(0, target.find('.'));
  } else if (const std::size_t dot = target.rfind('.'); dot != std::string_view::npos) {
    target.remove_prefix(dot + 1);
  }
  if (target.ends_with("_") && !target.ends_with("__"))
    target.remove_suffix(1);
  return target;
}

Translate function_called(std::string_view name) {
  for (const Function& function : kFunctions)
    if (function.name == name)
      return function.translate;
  return nullptr;
}

std::vector<std::string_view> functions_read() {
  std::vector<std::string_view> out;
  for (const Function& function : kFunctions)
    out.push_back(function.name);
  return out;
}

} // namespace stallscope::graph::fx
