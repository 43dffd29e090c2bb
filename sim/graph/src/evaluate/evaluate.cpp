#include "graph/evaluate/evaluate.hpp"

#include "base/check.hpp"
#include "kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace stallscope::graph {

double scalar_value(Op op, const double* in, std::size_t count) {
  switch (op) {
  case Op::add:
    return in[0] + in[1];
  case Op::sub:
    return in[0] - in[1];
  case Op::mul:
    return in[0] * in[1];
  case Op::div:
    return in[0] / in[1];
  case Op::pow:
    return std::pow(in[0], in[1]);
  case Op::maximum:
    return std::max(in[0], in[1]);
  case Op::minimum:
    return std::min(in[0], in[1]);
  case Op::greater:
    return in[0] > in[1] ? 1.0 : 0.0;
  case Op::equal:
    return in[0] == in[1] ? 1.0 : 0.0;
  case Op::neg:
    return -in[0];
  case Op::exp:
    return std::exp(in[0]);
  case Op::log:
    return std::log(in[0]);
  case Op::sqrt:
    return std::sqrt(in[0]);
  case Op::tanh:
    return std::tanh(in[0]);
  case Op::sigmoid:
    return 1.0 / (1.0 + std::exp(-in[0]));
  case Op::relu:
    return in[0] > 0 ? in[0] : 0.0;
  case Op::gelu:
    return in[0] * 0.5 * (1.0 + std::erf(in[0] / std::sqrt(2.0)));
  case Op::erf:
    return std::erf(in[0]);
  case Op::abs:
    return std::abs(in[0]);
  case Op::sign:
    return in[0] > 0 ? 1.0 : in[0] < 0 ? -1.0 : 0.0;
  case Op::cast:
    return in[0];
  case Op::prelu:
    return in[0] > 0 ? in[0] : in[1] * in[0];
  case Op::where:
    return in[0] != 0 ? in[1] : in[2];
  case Op::addn:
  case Op::all_reduce: {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i)
      sum += in[i];
    return sum;
  }
  default:
    break;
  }
  STALLSCOPE_CHECK(false, "an element-wise operator");
  return 0;
}

namespace {

double to_decimals(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  const double scaled = value * scale;
  return std::isfinite(scaled) ? std::round(scaled) / scale : value;
}

/// How results are rounded.
struct Rounding {
  int decimals = -1;
  bool all_f64 = false;

  /// A result as an element of a type. A whole number that does not exist is NaN.
  [[nodiscard]] double operator()(double value, Type type) const {
    if (type == Type::i32)
      return value > -2147483649.0 && value < 2147483648.0 ? rounded(value, type) : std::nan("");
    if (all_f64)
      return value;
    value = rounded(value, type);
    return decimals < 0 ? value : to_decimals(value, decimals);
  }
};

/// Computes the steps of a fused kernel for one element; each is rounded as by a separate kernel.
double fused_value(const Node& node, const double* inputs, std::vector<double>& steps,
                   const Rounding& rounding) {
  double of_step[64];
  steps.clear();
  for (const FusedStep& step : node.steps) {
    std::size_t count = 0;
    for (const std::int32_t from : step.from)
      of_step[count++] = from >= 0 ? inputs[from] : steps[static_cast<std::size_t>(-1 - from)];
    steps.push_back(rounding(scalar_value(step.op, of_step, count), step.type));
  }
  return steps.back();
}

void elementwise_kernel(const Node& node, const std::vector<const Tensor*>& inputs, Tensor& out,
                        const Rounding& rounding) {
  std::vector<std::vector<std::size_t>> places(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i]->shape != out.shape)
      places[i] = stretched_places(inputs[i]->shape, out.shape);
  double in[64];
  std::vector<double> steps;
  for (std::size_t k = 0; k < out.values.size(); ++k) {
    for (std::size_t i = 0; i < inputs.size(); ++i)
      in[i] = inputs[i]->values[places[i].empty() ? k : places[i][k]];
    out.values[k] = node.op == Op::fused ? fused_value(node, in, steps, rounding)
                                         : scalar_value(node.op, in, inputs.size());
  }
}

void run_kernel(const Node& node, const std::vector<const Tensor*>& in, Tensor& out,
                const Rounding& rounding) {
  if (is_elementwise(node.op))
    return elementwise_kernel(node, in, out, rounding);
  switch (node.op) {
  case Op::matmul:
    return matmul_kernel(node, *in[0], *in[1], out);
  case Op::conv2d:
    return conv2d_kernel(node, *in[0], *in[1], out);
  case Op::conv2d_input:
    return conv2d_input_kernel(node, *in[0], *in[1], out);
  case Op::conv2d_weight:
    return conv2d_weight_kernel(node, *in[0], *in[1], out);
  case Op::transpose:
    return transpose_kernel(node, *in[0], out);
  case Op::reshape:
  case Op::contiguous:
    out.values = in[0]->values;
    return;
  case Op::slice:
    return slice_kernel(node, *in[0], out);
  case Op::broadcast:
    return broadcast_kernel(*in[0], out);
  case Op::concat:
  case Op::all_gather:
    return concat_kernel(node, in, out);
  case Op::all_reduce:
    return elementwise_kernel(node, in, out, rounding);
  case Op::pad:
    return pad_kernel(node, *in[0], out);
  case Op::sum:
  case Op::mean:
  case Op::max:
    return reduce_kernel(node, *in[0], out);
  case Op::softmax:
    return softmax_kernel(node, *in[0], out);
  case Op::attention:
    return attention_kernel(node, in, out);
  default:
    return norm_kernel(node, in, out);
  }
}

Diagnostic at_node(const Graph& graph, NodeId id, std::string message) {
  Diagnostic out;
  out.file = graph.name;
  out.line = graph.nodes[id].place.line;
  out.column = graph.nodes[id].place.column;
  out.length = graph.nodes[id].place.length;
  out.message = std::move(message);
  return out;
}

/// The error for a result that is not finite.
Diagnostic nonfinite(const Graph& graph, NodeId id, const Tensor& value,
                     const std::vector<const Tensor*>& inputs) {
  const Node& node = graph.nodes[id];
  const auto first = std::find_if(value.values.begin(), value.values.end(),
                                  [](double v) { return !std::isfinite(v); });
  const auto element = static_cast<std::size_t>(first - value.values.begin());
  std::string of;
  if (is_elementwise(node.op))
    for (const Tensor* input : inputs)
      of += fmt::format("{}{}", of.empty() ? "" : ", ",
                        input->values[stretched_places(input->shape, node.shape)[element]]);
  const bool by_zero = node.op == Op::div && !of.empty() && of.ends_with(", 0");
  const bool whole = node.type == Type::i32;
  Diagnostic out = at_node(
      graph, id,
      fmt::format("{} arose in {}: {} is {}{}",
                  by_zero ? "division by zero"
                  : whole ? "a number beyond i32"
                          : "no finite number",
                  node.name,
                  element == 0 && node.shape.empty() ? "it" : fmt::format("element {}", element),
                  whole                ? "no whole number of 32 bits"
                  : std::isnan(*first) ? "nan"
                                       : fmt::format("{}", *first),
                  of.empty() ? "" : fmt::format(" = {} of {}", info(node.op).name, of)));
  out.expected = whole && !by_zero ? "numbers from -2147483648 to 2147483647" : "finite numbers";
  return out;
}

} // namespace

Tensor compute(const Node& node, const std::vector<const Tensor*>& inputs, int decimals,
               bool all_f64) {
  Tensor out{node.type, node.shape, {}};
  out.values.resize(static_cast<std::size_t>(elements_of(node.shape)));
  const Rounding rounding{is_calculated(node.op) ? decimals : -1, all_f64};
  run_kernel(node, inputs, out, rounding);
  for (double& value : out.values)
    value = rounding(value, node.type);
  return out;
}

std::vector<bool> not_computed(const Graph& graph, const EvaluateOptions& options) {
  std::vector<bool> out(graph.nodes.size(), false);
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    const bool is_bound = id < options.bound.size() && options.bound[id] != nullptr;
    out[id] = !is_bound &&
              (node.op == Op::unknown || std::any_of(node.inputs.begin(), node.inputs.end(),
                                                     [&out](NodeId from) { return out[from]; }));
  }
  return out;
}

namespace {

/// The node at which the accumulated operations exceed their limit; kNoNode: none.
NodeId beyond_most_flop(const Graph& graph, const std::vector<bool>& open) {
  std::uint64_t flop = 0;
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    if (!open[id] && !is_source(graph.nodes[id].op)) {
      flop += std::min(flop_of(graph, id), kMostFlop + 1);
      if (flop > kMostFlop)
        return id;
    }
  return kNoNode;
}

} // namespace

Result<Values> evaluate(const Graph& graph, const EvaluateOptions& options) {
  Values values(graph.nodes.size());
  std::vector<bool> taken(graph.nodes.size(), true); // by node: not in a branch that is not taken
  const std::vector<bool> open = not_computed(graph, options);
  std::int64_t elements = 0;
  if (const NodeId id = beyond_most_flop(graph, open); id != kNoNode)
    return at_node(graph, id,
                   fmt::format("the results up to here take more than {} floating-point operations",
                               kMostFlop));
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    if (id < options.bound.size() && options.bound[id] != nullptr) {
      values[id] = options.bound[id];
      continue;
    }
    if (is_source(node.op)) {
      if (node.value == nullptr)
        return at_node(graph, id, fmt::format("{} has no value", node.name));
      values[id] = node.value;
      continue;
    }
    if (node.condition != kNoNode)
      taken[id] =
          taken[node.condition] && (values[node.condition]->values[0] != 0) == node.condition_holds;
    elements += elements_of(node.shape);
    if (elements > kMostEvaluated)
      return at_node(
          graph, id,
          fmt::format("the results of the graph have more than {} elements", kMostEvaluated));
    if (open[id]) {
      values[id] = std::make_shared<const Tensor>(filled(node.type, node.shape, std::nan("")));
      continue;
    }
    std::vector<const Tensor*> inputs;
    for (const NodeId from : node.inputs)
      inputs.push_back(values[from].get());
    Tensor out = compute(node, inputs, graph.decimals, options.all_f64);
    if (!options.allow_nonfinite && taken[id] && !is_finite(out))
      return nonfinite(graph, id, out, inputs);
    values[id] = std::make_shared<const Tensor>(std::move(out));
  }
  return values;
}

namespace {

/// Groups of a maximum whose largest element occurs more than once.
std::size_t ties_of_max(const Node& node, const Tensor& x) {
  Shape kept = x.shape;
  for (const std::int64_t axis : node.attributes.axes)
    kept[static_cast<std::size_t>(axis)] = 1;
  const auto places = stretched_places(kept, x.shape);
  std::vector<double> largest(static_cast<std::size_t>(elements_of(kept)), -HUGE_VAL);
  for (std::size_t i = 0; i < places.size(); ++i)
    largest[places[i]] = std::max(largest[places[i]], x.values[i]);
  std::vector<std::size_t> times(largest.size(), 0);
  for (std::size_t i = 0; i < places.size(); ++i)
    times[places[i]] += x.values[i] == largest[places[i]];
  return static_cast<std::size_t>(
      std::count_if(times.begin(), times.end(), [](std::size_t n) { return n > 1; }));
}

/// Elements at which both operands are equal.
std::size_t ties(const Node& node, const Values& values) {
  const Tensor& left = *values[node.inputs[0]];
  const Tensor& right = *values[node.inputs[1]];
  const auto a = stretched_places(left.shape, node.shape);
  const auto b = stretched_places(right.shape, node.shape);
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    count += left.values[a[i]] == right.values[b[i]];
  return count;
}

/// The comparison that a condition is, possibly cast or reshaped; kNoNode: it is none.
NodeId comparison_of(const Graph& graph, NodeId condition) {
  while (graph.nodes[condition].op == Op::cast || graph.nodes[condition].op == Op::reshape)
    condition = graph.nodes[condition].inputs[0];
  const Op op = graph.nodes[condition].op;
  return op == Op::greater || op == Op::equal ? condition : kNoNode;
}

/// Number of elements at which a node has no derivative, and where that is.
std::pair<std::size_t, const char*> kinks(const Graph& graph, const Node& node,
                                          const Values& values) {
  switch (node.op) {
  case Op::relu:
  case Op::abs:
  case Op::prelu:
  case Op::sign: {
    const Tensor& x = *values[node.inputs[0]];
    return {static_cast<std::size_t>(std::count(x.values.begin(), x.values.end(), 0.0)), "at 0"};
  }
  case Op::maximum:
  case Op::minimum:
    return {ties(node, values), "where both are equal"};
  case Op::max:
    return {ties_of_max(node, *values[node.inputs[0]]), "where several are the largest"};
  case Op::greater:
  case Op::equal:
    return {ties(node, values), "where both are equal"};
  case Op::where: {
    const NodeId compared = comparison_of(graph, node.inputs[0]);
    const Node& condition = graph.nodes[node.inputs[0]];
    if (compared != kNoNode)
      return {ties(graph.nodes[compared], values), "where its condition changes"};
    if (!is_source(condition.op) || condition.op == Op::constant || condition.type == Type::i32)
      return {0, ""};
    const std::vector<double>& of = values[node.inputs[0]]->values; // chosen by a number
    return {static_cast<std::size_t>(std::count(of.begin(), of.end(), 0.0)),
            "where its condition changes"};
  }
  default:
    return {0, ""};
  }
}

} // namespace

Diagnostics undifferentiable_points(const Graph& graph, const Values& values) {
  Diagnostics out;
  std::vector<bool> told(graph.nodes.size(), false); // comparisons that `where` tells of
  for (const Node& node : graph.nodes)
    if (node.op == Op::where)
      if (const NodeId compared = comparison_of(graph, node.inputs[0]); compared != kNoNode)
        told[compared] = true;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    if (node.backward || told[id])
      continue;
    const auto [count, what] = kinks(graph, node, values);
    if (count == 0)
      continue;
    Diagnostic note =
        at_node(graph, id,
                fmt::format("{} has no derivative {}, and {} of its elements are there; "
                            "a subgradient is taken",
                            node.name, what, count));
    note.severity = Severity::warning;
    out.push_back(std::move(note));
  }
  return out;
}

std::optional<Diagnostic> infinite_derivative(const Graph& graph, const Values& values) {
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    if (node.backward || (node.op != Op::sqrt && node.op != Op::pow))
      continue;
    const Tensor& x = *values[node.inputs[0]];
    const auto of_x = stretched_places(x.shape, node.shape);
    const auto of_power = node.op == Op::pow
                              ? stretched_places(values[node.inputs[1]]->shape, node.shape)
                              : std::vector<std::size_t>();
    for (std::size_t k = 0; k < of_x.size(); ++k) {
      const double power = node.op == Op::pow ? values[node.inputs[1]]->values[of_power[k]] : 0.5;
      if (x.values[of_x[k]] != 0 || power >= 1 || power == 0)
        continue;
      Diagnostic out =
          at_node(graph, id,
                  fmt::format("{} has no derivative at 0, where {} is", text_of(graph, id),
                              node.shape.empty() ? "it" : fmt::format("element {}", k)));
      out.expected = "another value, or --wrt without it";
      return out;
    }
  }
  return std::nullopt;
}

} // namespace stallscope::graph
