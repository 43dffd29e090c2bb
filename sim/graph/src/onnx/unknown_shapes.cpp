#include "base/ascii.hpp"
#include "onnx/operation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
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

std::optional<std::int64_t> axis_of(std::int64_t axis, std::size_t rank) {
  const auto of = static_cast<std::int64_t>(rank);
  if (axis < -of || axis >= of)
    return std::nullopt;
  return axis < 0 ? axis + of : axis;
}

/// With sizes of 1, or without these dimensions.
std::optional<Shape> reduced(const Shape& x, const std::vector<std::int64_t>& axes, bool keep) {
  std::vector<bool> gone(x.size(), axes.empty());
  for (const std::int64_t each : axes) {
    const auto axis = axis_of(each, x.size());
    if (!axis)
      return std::nullopt;
    gone[static_cast<std::size_t>(*axis)] = true;
  }
  Shape out;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!gone[i] || keep)
      out.push_back(gone[i] ? 1 : x[i]);
  return out;
}
std::optional<Shape> reduction(Operation& o) {
  const auto axes = o.integers("axes", 1);
  return axes ? reduced(o.shape(o.in(0)), *axes, o.integer("keepdims", 1) != 0) : std::nullopt;
}

/// The k largest along an axis.
std::optional<Shape> largest(Operation& o) {
  Shape out = o.shape(o.in(0));
  const auto axis = axis_of(o.integer("axis", -1), out.size());
  const auto count = o.has(1) ? o.known_integers(1) : std::vector{o.integer("k", 0)};
  if (!axis || !count || count->size() != 1)
    return std::nullopt;
  out[static_cast<std::size_t>(*axis)] = count->front();
  return out;
}

/// An additional dimension of `depth` classes.
std::optional<Shape> one_hot(Operation& o) {
  Shape out = o.shape(o.in(0));
  const auto axis = axis_of(o.integer("axis", -1), out.size() + 1);
  const auto depth = o.known_integers(1);
  if (!axis || !depth || depth->size() != 1)
    return std::nullopt;
  out.insert(out.begin() + *axis, depth->front());
  return out;
}

/// "ij,jk->ik": without an arrow the labels that occur once, in alphabetical order.
std::optional<Shape> einsum(Operation& o) {
  std::string text(o.word("equation", ""));
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  const std::size_t arrow = std::min(text.find("->"), text.size());
  std::map<char, std::int64_t> sizes;
  std::map<char, unsigned> uses;
  std::size_t operand = 0;
  std::size_t dimension = 0;
  for (std::size_t i = 0; i <= arrow; ++i) {
    const Shape& shape = o.shape(operand < o.input_count() ? o.in(operand) : kNoNode);
    if (i == arrow || text[i] == ',') {
      if (operand++ >= o.input_count() || dimension != shape.size())
        return std::nullopt;
      dimension = 0;
    } else {
      if (!is_letter(text[i]) || dimension >= shape.size())
        return std::nullopt; // "..." stands for any number of dimensions
      std::int64_t& size = sizes.try_emplace(text[i], 1).first->second;
      size = std::max(size, shape[dimension++]);
      ++uses[text[i]];
    }
  }
  std::string labels = arrow < text.size() ? text.substr(arrow + 2) : std::string();
  if (arrow == text.size())
    for (const auto& [label, count] : uses)
      if (count == 1)
        labels += label;
  Shape out;
  for (const char label : labels) {
    if (sizes.count(label) == 0)
      return std::nullopt;
    out.push_back(sizes[label]);
  }
  return operand == o.input_count() ? std::optional(out) : std::nullopt;
}

/// Sizes of a transposed convolution: (n - 1) s + d (k - 1) + 1 - pads + output_padding, or
/// `output_shape`; with auto_pad SAME n s.
std::optional<Shape> transposed_convolution(Operation& o) {
  const Shape& x = o.shape(o.in(0));
  const Shape& w = o.shape(o.in(1)); // [c,k/groups,r,s]
  const std::int64_t groups = o.integer("group", 1);
  if (x.size() < 3 || w.size() != x.size() || groups < 1 || groups > kMostElements)
    return std::nullopt;
  const auto given = o.integers("output_shape");
  Shape out{x[0], w[1] * groups};
  for (std::size_t i = 0; i + 2 < x.size(); ++i) {
    const std::int64_t stride = at_or(o.integers("strides"), i, 1);
    const std::int64_t dilation = at_or(o.integers("dilations"), i, 1);
    if (stride < 1 || dilation < 1 || stride > kMostElements || dilation > kMostElements)
      return std::nullopt;
    const auto pads = o.integers("pads");
    const std::int64_t cut =
        std::clamp<std::int64_t>(at_or(pads, i, 0), 0, kMostElements) +
        std::clamp<std::int64_t>(at_or(pads, i + x.size() - 2, 0), 0, kMostElements);
    const std::int64_t more =
        std::clamp<std::int64_t>(at_or(o.integers("output_padding"), i, 0), 0, kMostElements);
    if (o.word("auto_pad", "NOTSET").starts_with("SAME"))
      out.push_back(x[i + 2] * stride);
    else
      out.push_back(
          at_or(given, i, (x[i + 2] - 1) * stride + dilation * (w[i + 2] - 1) + 1 - cut + more));
  }
  return out;
}

/// By known sizes or factors: inputs 3 and 2 (of opset 10: 1), or the attribute `scales`.
std::optional<Shape> resized(Operation& o, std::string_view op_type) {
  Shape out = o.shape(o.in(0));
  if (const auto sizes = o.has(3) ? o.known_integers(3) : std::nullopt; o.has(3))
    return sizes && sizes->size() == out.size() ? std::optional(Shape(*sizes)) : std::nullopt;
  const Tensor* factors = o.known(op_type == "Upsample" || o.opset() < 11 ? 1 : 2);
  if (factors == nullptr || factors->values.size() != out.size())
    return std::nullopt;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double size = std::floor(static_cast<double>(out[i]) * factors->values[i]);
    if (!(size >= 1 && size <= static_cast<double>(kMostElements)))
      return std::nullopt;
    out[i] = static_cast<std::int64_t>(size);
  }
  return out;
}

/// Blocks of b x b elements from channels to height and width, or back.
std::optional<Shape> blocks(Operation& o, bool to_space) {
  const Shape& x = o.shape(o.in(0));
  const std::int64_t b = o.integer("blocksize", 0);
  if (x.size() != 4 || b < 1 || b > 4096)
    return std::nullopt;
  if (to_space)
    return x[1] % (b * b) == 0 ? std::optional(Shape{x[0], x[1] / (b * b), x[2] * b, x[3] * b})
                               : std::nullopt;
  return x[2] % b == 0 && x[3] % b == 0
             ? std::optional(Shape{x[0], x[1] * b * b, x[2] / b, x[3] / b})
             : std::nullopt;
}

/// The last dimension of the indices says where in the first dimensions.
std::optional<Shape> gathered(Operation& o) {
  const Shape& x = o.shape(o.in(0));
  const Shape& at = o.shape(o.in(1));
  const std::int64_t batch = o.integer("batch_dims", 0);
  if (at.empty() || batch < 0 || batch >= static_cast<std::int64_t>(at.size()) || at.back() < 1 ||
      batch + at.back() > static_cast<std::int64_t>(x.size()))
    return std::nullopt;
  Shape out(at.begin(), at.end() - 1);
  out.insert(out.end(), x.begin() + batch + at.back(), x.end());
  return out;
}

bool is_recurrent(std::string_view op_type) {
  return op_type == "LSTM" || op_type == "GRU" || op_type == "RNN";
}
/// LSTM, GRU and RNN of x [sequence,batch,input]: all results [sequence,directions,batch,hidden],
/// and the last ones.
std::optional<Shape> recurrent(Operation& o, std::size_t output) {
  const Shape& x = o.shape(o.in(0));
  const std::int64_t hidden = o.integer("hidden_size", 0);
  const std::int64_t directions = o.word("direction", "forward") == "bidirectional" ? 2 : 1;
  if (x.size() != 3 || o.integer("layout", 0) != 0)
    return std::nullopt;
  return output == 0 ? Shape{x[0], directions, x[1], hidden} : Shape{directions, x[1], hidden};
}

std::optional<Shape> shape_of_known_operator(Operation& o, std::string_view op_type,
                                             std::size_t output) {
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
  if (op_type.starts_with("Reduce"))
    return reduction(o);
  if (op_type == "ArgMax" || op_type == "ArgMin")
    return reduced(o.shape(o.in(0)), {o.integer("axis", 0)}, o.integer("keepdims", 1) != 0);
  if (op_type == "TopK")
    return largest(o);
  if (op_type == "OneHot" && o.input_count() >= 2)
    return one_hot(o);
  if (op_type == "Einsum")
    return einsum(o);
  if (op_type == "ConvTranspose" && o.input_count() >= 2)
    return transposed_convolution(o);
  if (op_type == "Resize" || op_type == "Upsample")
    return resized(o, op_type);
  if (op_type == "DepthToSpace" || op_type == "SpaceToDepth")
    return blocks(o, op_type == "DepthToSpace");
  if (op_type == "GatherND" && o.input_count() >= 2)
    return gathered(o);
  if (is_recurrent(op_type))
    return recurrent(o, output);
  if (op_type == "Pad")
    return padded(o);
  return op_type == "Slice" && o.input_count() >= 3 ? sliced(o) : std::nullopt;
}

} // namespace

std::optional<UnknownResult> unknown_result(Operation& operation, std::string_view op_type,
                                            std::size_t output) {
  const bool places = op_type == "TopK" || op_type == "MaxPool"; // second results: of elements
  const std::size_t last = places ? 1 : is_recurrent(op_type) ? 2 : 0;
  if (!operation.has(0) || output > last)
    return std::nullopt;
  const auto shape = shape_of_known_operator(operation, op_type, output);
  std::int64_t product = 1;
  if (!shape || shape->size() > kMostDimensions)
    return std::nullopt;
  for (const std::int64_t size : *shape)
    if (size < 1 || size > kMostElements || (product *= size) > kMostElements)
      return std::nullopt;
  const bool whole = (places && output == 1) || op_type == "ArgMax" || op_type == "ArgMin";
  const std::size_t like = op_type == "OneHot" && operation.has(2) ? 2 : 0; // the values
  return UnknownResult{*shape, whole ? Type::i32 : operation.type(operation.in(like))};
}

} // namespace stallscope::graph::onnx
