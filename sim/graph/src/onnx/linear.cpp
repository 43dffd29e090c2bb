#include "onnx/operation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::graph::onnx {

namespace {

/// Vectors are extended to matrices for the product, and the added dimensions are removed from the
/// result.
std::string matmul(Operation& o) {
  NodeId a = o.in(0);
  NodeId b = o.in(1);
  const bool row = o.rank(a) == 1;
  const bool column = o.rank(b) == 1;
  if (row)
    a = o.reshape(a, {1, o.shape(a)[0]});
  if (column)
    b = o.reshape(b, {o.shape(b)[0], 1});
  NodeId out = o.make(Op::matmul, {a, b});
  if ((row || column) && out != kNoNode) {
    Shape shape = o.shape(out);
    if (column)
      shape.pop_back();
    if (row)
      shape.erase(shape.end() - (column ? 1 : 2));
    out = o.reshape(out, shape);
  }
  o.result(out);
  return {};
}

/// alpha op(A) op(B) + beta C.
std::string gemm(Operation& o) {
  Attributes how;
  how.transpose_a = o.integer("transA", 0) != 0;
  how.transpose_b = o.integer("transB", 0) != 0;
  NodeId out = o.make(Op::matmul, {o.in(0), o.in(1)}, how);
  if (const double alpha = o.number("alpha", 1); alpha != 1)
    out = o.make(Op::mul, {out, o.scalar(alpha, out)});
  if (o.has(2)) {
    NodeId c = o.in(2);
    if (const double beta = o.number("beta", 1); beta != 1)
      c = o.make(Op::mul, {c, o.scalar(beta, c)});
    out = o.make(Op::add, {out, c});
  }
  o.result(out);
  return {};
}

/// Zeros before and after height and width, from the attributes `pads` and `auto_pad`.
struct Padding {
  std::int64_t before[2] = {0, 0};
  std::int64_t behind[2] = {0, 0};

  [[nodiscard]] bool is_even() const {
    return before[0] == before[1] && before[0] == behind[0] && before[0] == behind[1];
  }
};
std::int64_t attribute_at(const std::vector<std::int64_t>& list, std::size_t i,
                          std::int64_t otherwise) {
  return i < list.size() ? std::clamp<std::int64_t>(list[i], 0, kMostElements) : otherwise;
}
Padding padding_of(Operation& o, const Shape& x, const std::vector<std::int64_t>& window,
                   std::int64_t stride) {
  Padding out;
  const std::string_view same = o.word("auto_pad", "NOTSET");
  const auto pads = o.integers("pads");
  for (std::size_t d = 0; d < 2; ++d) {
    if (same.starts_with("SAME")) { // output size: input size divided by the stride, rounded up
      const std::int64_t results = (x[d + 2] + stride - 1) / stride;
      const std::int64_t all =
          std::max<std::int64_t>(0, (results - 1) * stride + window[d] - x[d + 2]);
      out.before[d] = same == "SAME_LOWER" ? all - all / 2 : all / 2;
      out.behind[d] = all - out.before[d];
    } else if (same == "NOTSET") {
      out.before[d] = attribute_at(pads, d, 0);
      out.behind[d] = attribute_at(pads, d + 2, 0);
    }
  }
  return out;
}

/// Weights with zeros inserted between rows and columns, equivalent to a dilated convolution.
NodeId dilated(Operation& o, NodeId w, const std::vector<std::int64_t>& dilations) {
  for (std::int64_t d = 0; d < 2; ++d) {
    const std::int64_t by = attribute_at(dilations, static_cast<std::size_t>(d), 1);
    if (by <= 1 || w == kNoNode)
      continue;
    Shape shape = o.shape(w);
    const std::int64_t axis = d + 2;
    const std::int64_t size = shape[static_cast<std::size_t>(axis)];
    shape.insert(shape.begin() + axis + 1, 1);
    w = o.pad(o.reshape(w, shape), axis + 1, 0, by - 1);
    shape.erase(shape.begin() + axis + 1);
    shape[static_cast<std::size_t>(axis)] = size * by;
    w = o.reshape(w, shape);
    w = o.slice(w, axis, 0, size * by - (by - 1));
  }
  return w;
}

std::string conv(Operation& o) {
  NodeId x = o.in(0);
  NodeId w = o.in(1);
  if (o.rank(x) != 4 || o.rank(w) != 4)
    return fmt::format("of {} dimensions", o.rank(x));
  const auto strides = o.integers("strides");
  for (const char* name : {"strides", "dilations"})
    for (const std::int64_t each : o.integers(name))
      if (each < 1)
        o.fail(fmt::format("{} of {}", name, each), "from 1");
  if (o.integer("group", 1) < 1)
    o.fail(fmt::format("{} groups", o.integer("group", 1)), "from 1");
  if (o.problem())
    return {};
  const std::int64_t stride = attribute_at(strides, 0, 1);
  if (attribute_at(strides, 1, stride) != stride)
    return "strides differ";
  w = dilated(o, w, o.integers("dilations"));
  if (w == kNoNode)
    return {};
  Attributes how;
  how.stride = stride;
  const Padding padding = padding_of(o, o.shape(x), {o.shape(w)[2], o.shape(w)[3]}, stride);
  if (padding.is_even()) {
    how.padding = padding.before[0];
  } else {
    x = o.pad(x, 2, padding.before[0], padding.behind[0]);
    x = o.pad(x, 3, padding.before[1], padding.behind[1]);
  }
  if (x == kNoNode)
    return {};
  const std::int64_t groups = std::clamp<std::int64_t>(o.integer("group", 1), 1, kMostElements);
  if (groups > 64 || o.shape(x)[1] % groups != 0 || o.shape(w)[0] % groups != 0)
    return groups > 64 ? "of more than 64 groups" : "groups do not divide the channels";
  NodeId out = kNoNode;
  if (groups == 1) {
    out = o.make(Op::conv2d, {x, w}, how);
  } else { // one convolution per group of channels
    const std::int64_t from = o.shape(x)[1] / groups;
    const std::int64_t to = o.shape(w)[0] / groups;
    std::vector<NodeId> parts;
    for (std::int64_t g = 0; g < groups; ++g)
      parts.push_back(o.make(
          Op::conv2d,
          {o.slice(x, 1, g * from, (g + 1) * from), o.slice(w, 0, g * to, (g + 1) * to)}, how));
    Attributes along;
    along.axes = {1};
    out = o.make(Op::concat, parts, along);
  }
  if (o.has(2) && out != kNoNode)
    out = o.make(Op::add, {out, o.reshape(o.in(2), {o.shape(out)[1], 1, 1})});
  o.result(out);
  return {};
}

/// [c] reshaped to [c,1,1], so that it is broadcast over height and width.
NodeId of_channels(Operation& o, std::size_t input, NodeId x) {
  const NodeId id = o.in(input);
  if (id == kNoNode || o.rank(x) < 2)
    return kNoNode;
  Shape shape(static_cast<std::size_t>(o.rank(x)) - 1, 1);
  shape[0] = elements_of(o.shape(id));
  return o.reshape(id, shape);
}

/// (x - mean) / sqrt(variance + epsilon) scale + bias, with the running mean and variance.
std::string batch_normalization(Operation& o) {
  if (o.integer("training_mode", 0) != 0)
    return "in training";
  const NodeId x = o.in(0);
  const NodeId variance = of_channels(o, 4, x);
  const NodeId sum = o.make(Op::add, {variance, o.scalar(o.number("epsilon", 1e-5), x)});
  const NodeId centred = o.make(Op::sub, {x, of_channels(o, 3, x)});
  const NodeId unit = o.make(Op::div, {centred, o.make(Op::sqrt, {sum})});
  const NodeId scaled = o.make(Op::mul, {unit, of_channels(o, 1, x)});
  o.result(o.make(Op::add, {scaled, of_channels(o, 2, x)}));
  return {};
}

std::string layer_normalization(Operation& o) {
  const NodeId x = o.in(0);
  const std::int64_t axis = o.integer("axis", -1);
  if (o.output_count() > 1)
    return "with mean and deviation as results";
  if (axis != -1 && axis != o.rank(x) - 1)
    return "over several dimensions";
  Attributes how;
  how.epsilon = o.number("epsilon", 1e-5);
  std::vector<NodeId> inputs{x, o.in(1)};
  if (o.has(2))
    inputs.push_back(o.in(2));
  o.result(o.make(Op::layer_norm, inputs, how));
  return {};
}

/// Non-overlapping windows: rows and columns of windows become separate dimensions.
std::string pool(Operation& o, Op op) {
  const NodeId x = o.in(0);
  const auto window = o.integers("kernel_shape");
  const auto strides = o.integers("strides");
  if (o.rank(x) != 4 || window.size() != 2)
    return "not of height and width";
  if (o.output_count() > 1)
    return "with places as a second result";
  Shape shape = o.shape(x);
  const Padding padding = padding_of(o, shape, {1, 1}, 1);
  for (std::size_t d = 0; d < 2; ++d)
    if (window[d] < 1 || attribute_at(strides, d, 1) != window[d] ||
        shape[d + 2] % window[d] != 0 || attribute_at(o.integers("dilations"), d, 1) != 1)
      return "windows overlap, or leave something over";
  if (!padding.is_even() || padding.before[0] != 0)
    return "with padding";
  Attributes over;
  over.axes = {3, 5};
  o.result(o.make(op,
                  {o.reshape(x, {shape[0], shape[1], shape[2] / window[0], window[0],
                                 shape[3] / window[1], window[1]})},
                  over));
  return {};
}
std::string global_pool(Operation& o, Op op) {
  const NodeId x = o.in(0);
  Attributes over;
  over.keep = true;
  for (std::int64_t axis = 2; axis < o.rank(x); ++axis)
    over.axes.push_back(axis);
  o.result(over.axes.empty() ? x : o.make(op, {x}, over));
  return {};
}

} // namespace

const std::vector<OperatorEntry>& linear_operators() {
  static const std::vector<OperatorEntry> entries{
      {"MatMul", 2, matmul},
      {"Gemm", 2, gemm},
      {"Conv", 2, conv},
      {"BatchNormalization", 5, batch_normalization},
      {"LayerNormalization", 2, layer_normalization},
      {"MaxPool", 1, [](Operation& o) { return pool(o, Op::max); }},
      {"AveragePool", 1, [](Operation& o) { return pool(o, Op::mean); }},
      {"GlobalAveragePool", 1, [](Operation& o) { return global_pool(o, Op::mean); }},
      {"GlobalMaxPool", 1, [](Operation& o) { return global_pool(o, Op::max); }},
  };
  return entries;
}

} // namespace stallscope::graph::onnx
