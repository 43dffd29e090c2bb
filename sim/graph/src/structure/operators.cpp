#include "graph/structure/operators.hpp"

#include "base/check.hpp"

#include <array>

namespace stallscope::graph {

namespace {

constexpr unsigned kAny = 64;
using K = OpClass;

// By Op.
constexpr std::array<OpInfo, kOpCount> kOperators{{
    // clang-format off: one line per operator
    {Op::param, "param", K::source, 0, 0, 0, false, "param NAME: TYPE[SHAPE]",
     "a value that is learned"},
    {Op::input, "input", K::source, 0, 0, 0, false, "input NAME: TYPE[SHAPE]",
     "a value from outside"},
    {Op::constant, "const", K::source, 0, 0, 0, false, "const NAME: TYPE[SHAPE] = VALUE",
     "a value that never changes"},
    {Op::add, "add", K::elementwise, 2, 2, 1, true, "add(a, b) or a + b",
     "sum, element by element"},
    {Op::sub, "sub", K::elementwise, 2, 2, 1, true, "sub(a, b) or a - b", "difference"},
    {Op::mul, "mul", K::elementwise, 2, 2, 1, true, "mul(a, b) or a * b", "product"},
    {Op::div, "div", K::elementwise, 2, 2, 1, true, "div(a, b) or a / b", "quotient"},
    {Op::pow, "pow", K::elementwise, 2, 2, 1, true, "pow(a, b) or a ^ b", "a to the power of b"},
    {Op::maximum, "maximum", K::elementwise, 2, 2, 1, true, "maximum(a, b)", "the larger of two"},
    {Op::minimum, "minimum", K::elementwise, 2, 2, 1, true, "minimum(a, b)", "the smaller of two"},
    {Op::greater, "greater", K::elementwise, 2, 2, 1, true, "greater(a, b) or a > b",
     "1 where a > b, else 0"},
    {Op::equal, "equal", K::elementwise, 2, 2, 1, true, "equal(a, b)", "1 where a = b, else 0"},
    {Op::neg, "neg", K::elementwise, 1, 1, 1, true, "neg(x) or -x", "the negative"},
    {Op::exp, "exp", K::elementwise, 1, 1, 1, true, "exp(x)", "e to the power of x"},
    {Op::log, "log", K::elementwise, 1, 1, 1, true, "log(x)", "natural logarithm"},
    {Op::sqrt, "sqrt", K::elementwise, 1, 1, 1, true, "sqrt(x)", "square root"},
    {Op::tanh, "tanh", K::elementwise, 1, 1, 1, true, "tanh(x)", "hyperbolic tangent"},
    {Op::sigmoid, "sigmoid", K::elementwise, 1, 1, 1, true, "sigmoid(x)", "1 / (1 + e^-x)"},
    {Op::relu, "relu", K::elementwise, 1, 1, 1, true, "relu(x)", "x where x > 0, else 0"},
    {Op::gelu, "gelu", K::elementwise, 1, 1, 1, true, "gelu(x)", "x (1 + erf(x / sqrt 2)) / 2"},
    {Op::erf, "erf", K::elementwise, 1, 1, 1, true, "erf(x)", "error function"},
    {Op::abs, "abs", K::elementwise, 1, 1, 1, true, "abs(x)", "absolute value"},
    {Op::sign, "sign", K::elementwise, 1, 1, 1, true, "sign(x)", "-1, 0 or 1"},
    {Op::cast, "cast", K::elementwise, 1, 1, 0, true, "cast(x, f32)", "the same in another type"},
    {Op::prelu, "prelu", K::elementwise, 2, 2, 1, true, "prelu(x, a)", "x where x > 0, else a x"},
    {Op::where, "where", K::elementwise, 3, 3, 1, true, "where(c, a, b)",
     "a where c is not 0, else b"},
    {Op::addn, "addn", K::elementwise, 1, kAny, 1, true, "addn(a, b, c, ...)", "the sum of all"},
    {Op::fused, "fused", K::elementwise, 1, kAny, 1, false, "",
     "several element-wise operators in one kernel"},
    {Op::matmul, "matmul", K::contraction, 2, 2, 2, true, "matmul(a, b)",
     "matrix product of the last two dimensions"},
    {Op::conv2d, "conv2d", K::contraction, 2, 2, 2, true, "conv2d(x, w, stride=1, padding=0)",
     "convolution, NCHW by KCRS"},
    {Op::conv2d_input, "conv2d_input", K::contraction, 2, 2, 2, false, "",
     "gradient of conv2d by its input"},
    {Op::conv2d_weight, "conv2d_weight", K::contraction, 2, 2, 2, false, "",
     "gradient of conv2d by its weights"},
    {Op::transpose, "transpose", K::view, 1, 1, 0, true, "transpose(x) or transpose(x, [2,0,1])",
     "the last two dimensions exchanged, or all in this order"},
    {Op::reshape, "reshape", K::view, 1, 1, 0, true, "reshape(x, [2,-1])",
     "the same elements in rows of other lengths; -1: what is left"},
    {Op::slice, "slice", K::view, 1, 1, 0, true, "slice(x, begin, end, axis=0)",
     "elements [begin, end) of a dimension"},
    {Op::broadcast, "broadcast", K::view, 1, 1, 0, true, "broadcast(x, [4,3])",
     "repeated to a larger shape"},
    {Op::concat, "concat", K::movement, 1, kAny, 0, true, "concat(a, b, ..., axis=0)",
     "one behind the other"},
    {Op::contiguous, "contiguous", K::movement, 1, 1, 0, false, "", "a view copied into rows"},
    {Op::pad, "pad", K::movement, 1, 1, 0, true, "pad(x, before, after, axis=0)",
     "zeros before and after"},
    {Op::sum, "sum", K::reduction, 1, 1, 1, true, "sum(x) or sum(x, axis=[0,1], keep=1)",
     "sum of all elements, or along dimensions"},
    {Op::mean, "mean", K::reduction, 1, 1, 1, true, "mean(x, axis=0, keep=0)", "mean"},
    {Op::max, "max", K::reduction, 1, 1, 1, true, "max(x, axis=0, keep=0)", "the largest"},
    {Op::softmax, "softmax", K::composite, 1, 1, 5, true, "softmax(x, axis=-1)",
     "e^x over its sum"},
    {Op::layer_norm, "layer_norm", K::composite, 1, 3, 8, true,
     "layer_norm(x, gamma, beta, epsilon=1e-5)",
     "mean 0 and variance 1 along the last dimension, then gamma x + beta"},
    {Op::batch_norm, "batch_norm", K::composite, 1, 3, 8, true,
     "batch_norm(x, gamma, beta, epsilon=1e-5)", "the same for each channel (dimension 1)"},
    {Op::attention, "attention", K::composite, 3, 4, 4, false, "",
     "softmax(q k^T scale + mask) v in one kernel"},
    {Op::all_reduce, "all_reduce", K::collective, 1, kAny, 1, false, "",
     "the sum of all devices' parts, on every device"},
    {Op::all_gather, "all_gather", K::collective, 1, kAny, 0, false, "",
     "all devices' parts one behind the other, on every device"},
    {Op::unknown, "unknown", K::opaque, 0, kAny, 0, false, "",
     "an operator of another framework: its shape is known, its value is not computed"},
    // clang-format on
}};

} // namespace

const OpInfo& info(Op op) {
  const OpInfo& entry = kOperators[static_cast<std::size_t>(op)];
  STALLSCOPE_CHECK(entry.op == op, "operators stand in the order of the enumeration");
  return entry;
}

bool needs_fractions(Op op) {
  switch (op) {
  case Op::exp:
  case Op::log:
  case Op::sqrt:
  case Op::tanh:
  case Op::sigmoid:
  case Op::gelu:
  case Op::erf:
  case Op::mean:
  case Op::softmax:
  case Op::layer_norm:
  case Op::batch_norm:
  case Op::attention:
    return true;
  default:
    return false;
  }
}

std::optional<Op> op_from_name(std::string_view name) {
  for (const OpInfo& entry : kOperators)
    if (entry.in_notation && entry.name == name)
      return entry.op;
  return std::nullopt;
}

std::vector<std::string_view> operator_names() {
  std::vector<std::string_view> names;
  for (const OpInfo& entry : kOperators)
    if (entry.in_notation)
      names.push_back(entry.name);
  return names;
}

} // namespace stallscope::graph
