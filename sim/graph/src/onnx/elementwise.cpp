#include "onnx/operation.hpp"
#include "onnx/tensors.hpp"

#include <algorithm>
#include <numbers>

namespace stallscope::graph::onnx {

namespace {

template <Op kOp> std::string unary(Operation& o) {
  o.result(o.make(kOp, {o.in(0)}));
  return {};
}

/// Before version 7 an operand was broadcast only on request, from an axis on.
NodeId second_operand(Operation& o) {
  const NodeId b = o.in(1);
  if (o.opset() >= 7 || o.integer("broadcast", 0) == 0 || o.attribute("axis") == nullptr)
    return b;
  Shape shape = o.shape(b);
  const std::int64_t behind = o.rank(o.in(0)) - o.integer("axis", 0) - o.rank(b);
  for (std::int64_t i = 0; i < behind && shape.size() <= kMostDimensions; ++i)
    shape.push_back(1);
  return o.reshape(b, shape);
}

template <Op kOp> std::string binary(Operation& o) {
  const NodeId a = o.in(0);
  NodeId b = second_operand(o);
  if (kOp == Op::pow) // the exponent may have another type
    b = o.cast(b, o.type(a));
  o.result(o.make(kOp, {a, b}));
  return {};
}

std::string less(Operation& o) {
  const NodeId a = o.in(0);
  o.result(o.make(Op::greater, {second_operand(o), a}));
  return {};
}
/// Logical negation.
NodeId opposite(Operation& o, NodeId id) {
  return o.make(Op::equal, {id, o.scalar(0, id)});
}
std::string not_greater(Operation& o) {
  o.result(opposite(o, o.make(Op::greater, {o.in(0), o.in(1)})));
  return {};
}
std::string not_less(Operation& o) {
  o.result(opposite(o, o.make(Op::greater, {o.in(1), o.in(0)})));
  return {};
}
std::string not_true(Operation& o) {
  o.result(opposite(o, o.in(0)));
  return {};
}
template <Op kOp> std::string logical(Operation& o) {
  const NodeId a = o.in(0);
  o.result(o.make(kOp, {a, o.cast(second_operand(o), o.type(a))}));
  return {};
}

/// Several operands, combined pairwise.
template <Op kOp> std::string variadic(Operation& o) {
  NodeId out = o.in(0);
  for (std::size_t i = 1; i < o.input_count(); ++i)
    out = o.make(kOp, {out, o.in(i)});
  o.result(out);
  return {};
}
NodeId sum_of_all(Operation& o) {
  return o.input_count() == 1 ? o.in(0) : o.make(Op::addn, o.all_in());
}
std::string sum(Operation& o) {
  o.result(sum_of_all(o));
  return {};
}
std::string mean(Operation& o) {
  const NodeId all = sum_of_all(o);
  o.result(o.make(Op::div, {all, o.scalar(static_cast<double>(o.input_count()), all)}));
  return {};
}

std::string reciprocal(Operation& o) {
  const NodeId x = o.in(0);
  o.result(o.make(Op::div, {o.scalar(1, x), x}));
  return {};
}
std::string leaky_relu(Operation& o) {
  const NodeId x = o.in(0);
  o.result(o.make(Op::prelu, {x, o.scalar(o.number("alpha", 0.01), x)}));
  return {};
}
/// max(0, min(1, alpha x + beta)).
std::string hard_sigmoid(Operation& o) {
  const NodeId x = o.in(0);
  const NodeId scaled = o.make(Op::mul, {x, o.scalar(o.number("alpha", 0.2), x)});
  const NodeId line = o.make(Op::add, {scaled, o.scalar(o.number("beta", 0.5), x)});
  const NodeId below = o.make(Op::minimum, {line, o.scalar(1, x)});
  o.result(o.make(Op::maximum, {below, o.scalar(0, x)}));
  return {};
}
/// log(1 + e^x), as max(x, 0) + log(1 + e^-|x|), which does not overflow.
std::string softplus(Operation& o) {
  const NodeId x = o.in(0);
  const NodeId small = o.make(Op::exp, {o.make(Op::neg, {o.make(Op::abs, {x})})});
  const NodeId rest = o.make(Op::log, {o.make(Op::add, {small, o.scalar(1, x)})});
  o.result(o.make(Op::add, {o.make(Op::relu, {x}), rest}));
  return {};
}
/// x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2, the approximation of GPT-2, or exactly.
std::string gelu(Operation& o) {
  if (o.word("approximate", "none") != "tanh")
    return unary<Op::gelu>(o);
  const NodeId x = o.in(0);
  const NodeId square = o.make(Op::mul, {x, x});
  const NodeId cubic = o.make(Op::mul, {o.make(Op::mul, {square, x}), o.scalar(0.044715, x)});
  const NodeId sum = o.make(Op::add, {x, cubic});
  const double factor = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;
  const NodeId curve = o.make(Op::tanh, {o.make(Op::mul, {sum, o.scalar(factor, x)})});
  const NodeId half = o.make(Op::mul, {x, o.scalar(0.5, x)});
  o.result(o.make(Op::mul, {half, o.make(Op::add, {curve, o.scalar(1, x)})}));
  return {};
}
std::string softsign(Operation& o) {
  const NodeId x = o.in(0);
  const NodeId under = o.make(Op::add, {o.make(Op::abs, {x}), o.scalar(1, x)});
  o.result(o.make(Op::div, {x, under}));
  return {};
}
/// x where x > 0, else alpha (e^x - 1).
std::string elu(Operation& o) {
  const NodeId x = o.in(0);
  const NodeId below = o.make(Op::minimum, {x, o.scalar(0, x)});
  const NodeId curve = o.make(Op::sub, {o.make(Op::exp, {below}), o.scalar(1, x)});
  const NodeId scaled = o.make(Op::mul, {curve, o.scalar(o.number("alpha", 1), x)});
  o.result(o.make(Op::add, {o.make(Op::relu, {x}), scaled}));
  return {};
}
std::string clip(Operation& o) {
  NodeId x = o.in(0);
  const NodeId from = o.has(1)                        ? o.in(1)
                      : o.attribute("min") != nullptr ? o.scalar(o.number("min", 0), x)
                                                      : kNoNode;
  const NodeId to = o.has(2)                        ? o.in(2)
                    : o.attribute("max") != nullptr ? o.scalar(o.number("max", 0), x)
                                                    : kNoNode;
  if (from != kNoNode)
    x = o.make(Op::maximum, {x, from});
  o.result(to == kNoNode ? x : o.make(Op::minimum, {x, to}));
  return {};
}

std::string cast(Operation& o) {
  const auto type = type_of(o.integer("to", 0));
  if (!type)
    return "to a type that is not computed with";
  const NodeId x = o.in(0);
  if (o.integer("to", 0) == kBool) { // 1 for all non-zero values
    const NodeId truth = opposite(o, opposite(o, x));
    o.result(o.cast(truth, Type::i32));
    return {};
  }
  o.result(o.cast(x, *type));
  return {};
}
std::string cast_like(Operation& o) {
  const NodeId like = o.in(1);
  o.result(o.cast(o.in(0), o.type(like)));
  return {};
}
std::string where(Operation& o) {
  const NodeId a = o.in(1);
  o.result(o.make(Op::where, {o.cast(o.in(0), o.type(a)), a, o.in(2)}));
  return {};
}
/// Before version 7 the slope has one value per channel; since then it is broadcast from the last
/// dimension.
std::string prelu(Operation& o) {
  const NodeId x = o.in(0);
  NodeId slope = o.in(1);
  if (o.opset() < 7 && o.rank(slope) == 1 && o.rank(x) > 2) {
    Shape shape(static_cast<std::size_t>(o.rank(x)) - 1, 1);
    shape[0] = o.shape(slope)[0];
    slope = o.reshape(slope, shape);
  }
  o.result(o.make(Op::prelu, {x, slope}));
  return {};
}
std::string identity(Operation& o) {
  o.result(o.in(0));
  return {};
}
/// In inference dropout is the identity; the mask marks all elements as kept.
std::string dropout(Operation& o) {
  const Tensor* training = o.known(2);
  if (o.has(2) && (training == nullptr || training->values.empty() || training->values[0] != 0))
    return "in training";
  const NodeId x = o.in(0);
  o.result(x);
  if (o.output_count() > 1)
    o.result(1, o.constant(filled(Type::i32, o.shape(x), 1)));
  return {};
}

} // namespace

const std::vector<OperatorEntry>& elementwise_operators() {
  static const std::vector<OperatorEntry> entries{
      {"Add", 2, binary<Op::add>},
      {"Sub", 2, binary<Op::sub>},
      {"Mul", 2, binary<Op::mul>},
      {"Div", 2, binary<Op::div>},
      {"Pow", 2, binary<Op::pow>},
      {"Greater", 2, binary<Op::greater>},
      {"Equal", 2, binary<Op::equal>},
      {"Less", 2, less},
      {"LessOrEqual", 2, not_greater},
      {"GreaterOrEqual", 2, not_less},
      {"Not", 1, not_true},
      {"And", 2, logical<Op::mul>},
      {"Or", 2, logical<Op::maximum>},
      {"Max", 1, variadic<Op::maximum>},
      {"Min", 1, variadic<Op::minimum>},
      {"Sum", 1, sum},
      {"Mean", 1, mean},
      {"Neg", 1, unary<Op::neg>},
      {"Exp", 1, unary<Op::exp>},
      {"Log", 1, unary<Op::log>},
      {"Sqrt", 1, unary<Op::sqrt>},
      {"Tanh", 1, unary<Op::tanh>},
      {"Sigmoid", 1, unary<Op::sigmoid>},
      {"Relu", 1, unary<Op::relu>},
      {"Gelu", 1, gelu},
      {"Erf", 1, unary<Op::erf>},
      {"Abs", 1, unary<Op::abs>},
      {"Sign", 1, unary<Op::sign>},
      {"Reciprocal", 1, reciprocal},
      {"LeakyRelu", 1, leaky_relu},
      {"HardSigmoid", 1, hard_sigmoid},
      {"Softplus", 1, softplus},
      {"Softsign", 1, softsign},
      {"Elu", 1, elu},
      {"Clip", 1, clip},
      {"Cast", 1, cast},
      {"CastLike", 2, cast_like},
      {"Where", 3, where},
      {"PRelu", 2, prelu},
      {"Identity", 1, identity},
      {"Dropout", 1, dropout},
  };
  return entries;
}

} // namespace stallscope::graph::onnx
