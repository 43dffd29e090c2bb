#include "onnx/operation.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace stallscope::graph::onnx {

namespace {

// Operators of ONNX (docs/Operators.md) whose results have the shape of their first operand.
constexpr std::array<std::string_view, 41> kSameShape{"Acos",
                                                      "Acosh",
                                                      "Asin",
                                                      "Asinh",
                                                      "Atan",
                                                      "Atanh",
                                                      "BitwiseNot",
                                                      "Ceil",
                                                      "Celu",
                                                      "Cos",
                                                      "Cosh",
                                                      "CumSum",
                                                      "Elu",
                                                      "Floor",
                                                      "GroupNormalization",
                                                      "HardSigmoid",
                                                      "HardSwish",
                                                      "Hardmax",
                                                      "InstanceNormalization",
                                                      "IsInf",
                                                      "IsNaN",
                                                      "LRN",
                                                      "LogSoftmax",
                                                      "LpNormalization",
                                                      "MeanVarianceNormalization",
                                                      "Mish",
                                                      "Not",
                                                      "Reciprocal",
                                                      "Round",
                                                      "Scatter",
                                                      "ScatterElements",
                                                      "ScatterND",
                                                      "Selu",
                                                      "Shrink",
                                                      "Sin",
                                                      "Sinh",
                                                      "Softplus",
                                                      "Softsign",
                                                      "Tan",
                                                      "ThresholdedRelu",
                                                      "Trilu"};
// Operators whose operands are stretched to a common shape.
constexpr std::array<std::string_view, 11> kBroadcast{
    "And", "BitShift", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "Div",
    "Mod", "Or",       "PRelu",      "Pow",       "Xor"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::int64_t at_or(const std::vector<std::int64_t>& list, std::size_t i, std::int64_t otherwise) {
  return i < list.size() ? list[i] : otherwise;
}

/// Sizes of what windows give: floor((n + pads - d (k - 1) - 1) / s) + 1 in each dimension behind
/// the first two, with ceil_mode rounded up, with auto_pad SAME n / s rounded up.
std::optional<Shape> windows(Operation& o, const std::vector<std::int64_t>& kernel,
                             std::int64_t channels) {
  const Shape& x = o.shape(o.in(0));
  if (x.size() < 3 || kernel.size() != x.size() - 2)
    return std::nullopt;
  const auto strides = o.integers("strides");
  const auto dilations = o.integers("dilations");
  const auto pads = o.integers("pads");
  const std::string_view automatic = o.word("auto_pad", "NOTSET");
  Shape out{x[0], channels};
  for (std::size_t i = 0; i < kernel.size(); ++i) {
    const std::int64_t stride = at_or(strides, i, 1);
    const std::int64_t dilation = at_or(dilations, i, 1);
    const std::int64_t size = x[i + 2];
    if (stride < 1 || dilation < 1 || kernel[i] < 1 || kernel[i] > kMostElements ||
        dilation > kMostElements)
      return std::nullopt;
    if (automatic.starts_with("SAME")) {
      out.push_back((size + stride - 1) / stride);
      continue;
    }
    const bool padded = automatic != "VALID";
    const std::int64_t room = size +
                              (padded ? at_or(pads, i, 0) + at_or(pads, i + kernel.size(), 0) : 0) -
                              dilation * (kernel[i] - 1) - 1;
    if (room < 0)
      return std::nullopt;
    const std::int64_t up = o.integer("ceil_mode", 0) != 0 ? stride - 1 : 0;
    out.push_back((room + up) / stride + 1);
  }
  return out;
}

std::optional<Shape> padded(Operation& o) {
  Shape out = o.shape(o.in(0));
  const auto pads = o.integers("pads", 1);
  if (!pads || pads->size() != 2 * out.size()) // with axes: left to the model
    return std::nullopt;
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] += std::clamp<std::int64_t>((*pads)[i], -kMostElements, kMostElements) +
              std::clamp<std::int64_t>((*pads)[i + out.size()], -kMostElements, kMostElements);
  return out;
}

/// Slices with steps; starts and ends beyond the tensor are cut off.
std::optional<Shape> sliced(Operation& o) {
  Shape out = o.shape(o.in(0));
  const auto starts = o.known_integers(1);
  const auto ends = o.known_integers(2);
  const auto axes = o.has(3) ? o.known_integers(3) : std::vector<std::int64_t>();
  const auto steps = o.has(4) ? o.known_integers(4) : std::vector<std::int64_t>();
  if (!starts || !ends || !axes || !steps || starts->size() != ends->size())
    return std::nullopt;
  const auto rank = static_cast<std::int64_t>(out.size());
  for (std::size_t i = 0; i < starts->size(); ++i) {
    std::int64_t axis = at_or(*axes, i, static_cast<std::int64_t>(i));
    axis += axis < 0 ? rank : 0;
    const std::int64_t step = at_or(*steps, i, 1);
    if (axis < 0 || axis >= rank || step == 0)
      return std::nullopt;
    std::int64_t& size = out[static_cast<std::size_t>(axis)];
    const auto cut = [&](std::int64_t at) {
      at += at < 0 ? size : 0;
      return step > 0 ? std::clamp<std::int64_t>(at, 0, size)
                      : std::clamp<std::int64_t>(at, -1, size - 1);
    };
    const std::int64_t length = (cut((*ends)[i]) - cut((*starts)[i])) * (step > 0 ? 1 : -1);
    const std::int64_t by = step > 0 ? step : -step;
    size = length <= 0 ? 0 : (length - 1) / by + 1;
  }
  return out;
}

std::optional<Shape> shape_of_known_operator(Operation& o, std::string_view op_type) {
  if (is_one_of(kSameShape, op_type))
    return o.shape(o.in(0));
  if (is_one_of(kBroadcast, op_type))
    return o.input_count() < 2 ? std::nullopt
                               : graph::broadcast(o.shape(o.in(0)), o.shape(o.in(1)));
  if (op_type == "GatherElements")
    return o.input_count() < 2 ? std::nullopt : std::optional(o.shape(o.in(1)));
  if (op_type == "MaxPool" || op_type == "AveragePool" || op_type == "LpPool")
    return o.shape(o.in(0)).size() < 3
               ? std::nullopt
               : windows(o, o.integers("kernel_shape"), o.shape(o.in(0))[1]);
  if (op_type == "Conv") {
    const Shape& weights = o.shape(o.in(1));
    return weights.size() < 3 ? std::nullopt
                              : windows(o, {weights.begin() + 2, weights.end()}, weights[0]);
  }
  if (op_type == "Pad")
    return padded(o);
  return op_type == "Slice" && o.input_count() >= 3 ? sliced(o) : std::nullopt;
}

} // namespace

std::optional<Shape> unknown_shape(Operation& operation, std::string_view op_type) {
  if (!operation.has(0))
    return std::nullopt;
  const auto shape = shape_of_known_operator(operation, op_type);
  std::int64_t product = 1;
  if (!shape || shape->size() > kMostDimensions)
    return std::nullopt;
  for (const std::int64_t size : *shape)
    if (size < 1 || size > kMostElements || (product *= size) > kMostElements)
      return std::nullopt;
  return shape;
}

} // namespace stallscope::graph::onnx
