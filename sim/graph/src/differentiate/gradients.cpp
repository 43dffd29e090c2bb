#include "graph/differentiate/differentiate.hpp"
#include "graph/differentiate/symbolic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stallscope::graph {

namespace {

constexpr std::array<std::string_view, 4> kModes{"reverse", "forward", "symbolic", "numeric"};

/// Bytes of the results of the forward pass that the derivative's operations read.
std::uint64_t kept_bytes(const Graph& graph, NodeId first_backward) {
  std::vector<bool> kept(first_backward, false);
  std::uint64_t bytes = 0;
  for (NodeId id = first_backward; id < graph.nodes.size(); ++id)
    for (const NodeId from : graph.nodes[id].inputs)
      if (from < first_backward && !is_source(graph.nodes[from].op) && !kept[from]) {
        kept[from] = true;
        bytes += result_bytes(graph.nodes[from]);
      }
  return bytes;
}

Tensor zeros_like(const Node& node) {
  return filled(node.type, node.shape, 0);
}

double sum_of(const Tensor& tensor) {
  double sum = 0;
  for (const double value : tensor.values)
    sum += value;
  return sum;
}

/// The problem of values of derivatives: where it is a root of 0, that root is named.
Diagnostics problem_of(const Graph& graph, const Diagnostics& of_derivative) {
  const Result<Values> values = evaluate(graph);
  if (values)
    if (auto root = infinite_derivative(graph, *values))
      return {std::move(*root)};
  return of_derivative;
}

Result<Gradients> by_reverse(const Graph& graph, NodeId y, const std::vector<NodeId>& wrt) {
  const Differentiated d = reverse(graph, y, wrt);
  Result<Values> values = evaluate(d.graph);
  if (!values)
    return problem_of(graph, values.diagnostics());
  Gradients out;
  for (std::size_t i = 0; i < wrt.size(); ++i)
    out.values.push_back(d.gradients[i] == kNoNode ? zeros_like(graph.nodes[wrt[i]])
                                                   : *(*values)[d.gradients[i]]);
  out.passes = 2; // forward, and one backward pass
  out.operations = d.graph.operation_count() - graph.operation_count();
  out.total_operations = d.graph.operation_count();
  out.kept_bytes = kept_bytes(d.graph, static_cast<NodeId>(graph.nodes.size()));
  return out;
}

/// One tangent pass per input element.
Result<Gradients> by_forward(const Graph& graph, NodeId y, const std::vector<NodeId>& wrt) {
  const Differentiated d = forward(graph, y, wrt);
  Gradients out;
  out.mode = Mode::forward;
  out.operations = d.graph.operation_count() - graph.operation_count();
  for (std::size_t i = 0; i < wrt.size(); ++i) {
    Tensor gradient = zeros_like(graph.nodes[wrt[i]]);
    for (std::size_t k = 0; k < gradient.values.size(); ++k) {
      ++out.passes;
      if (d.gradients[0] == kNoNode)
        continue;
      Tensor direction = zeros_like(graph.nodes[wrt[i]]);
      direction.values[k] = 1;
      EvaluateOptions options;
      options.bound.resize(d.graph.nodes.size());
      options.bound[d.tangents[i]] = std::make_shared<const Tensor>(std::move(direction));
      Result<Values> values = evaluate(d.graph, options);
      if (!values)
        return problem_of(graph, values.diagnostics());
      gradient.values[k] = sum_of(*(*values)[d.gradients[0]]);
    }
    out.values.push_back(std::move(gradient));
  }
  out.total_operations = out.passes * d.graph.operation_count();
  return out;
}

Result<Gradients> by_symbols(const Graph& graph, NodeId y, const std::vector<NodeId>& wrt) {
  Result<std::vector<SymbolicRow>> rows = symbolic(graph, y, wrt);
  if (!rows)
    return rows.diagnostics();
  std::vector<std::pair<std::string, double>> variables;
  for (const Node& node : graph.nodes)
    if ((node.op == Op::param || node.op == Op::input) && node.value->values.size() == 1)
      variables.emplace_back(node.name, node.value->values[0]);
  Gradients out;
  out.mode = Mode::symbolic;
  for (std::size_t i = 0; i < wrt.size(); ++i) {
    const SymbolicRow& row = (*rows)[i];
    Tensor gradient = zeros_like(graph.nodes[wrt[i]]);
    gradient.values[0] = value_of(row.derivative, variables);
    out.values.push_back(std::move(gradient));
    ++out.passes; // one formula per input
    out.operations = std::max(out.operations, row.derivative->operators);
    out.total_operations =
        std::min(kManyOperators, out.total_operations + row.derivative->operators);
  }
  return out;
}

Result<Gradients> by_differences(const Graph& graph, NodeId y, const std::vector<NodeId>& wrt,
                                 bool central) {
  const double epsilon = std::numeric_limits<double>::epsilon();
  Gradients out;
  out.mode = Mode::numeric;
  out.step = central ? std::cbrt(epsilon) : std::sqrt(epsilon);
  EvaluateOptions options;
  options.all_f64 = true;
  const auto value = [&]() -> Result<double> {
    ++out.passes;
    Result<Values> values = evaluate(graph, options);
    if (!values)
      return values.diagnostics();
    return sum_of(*(*values)[y]);
  };
  const Result<double> here = central ? Result<double>(0.0) : value();
  if (!here)
    return here.diagnostics();
  options.bound.resize(graph.nodes.size());
  for (const NodeId id : wrt) {
    const Tensor& at = *graph.nodes[id].value;
    Tensor gradient{graph.nodes[id].type, at.shape, {}};
    for (std::size_t k = 0; k < at.values.size(); ++k) {
      const auto shifted = [&](double by) {
        Tensor moved = at;
        moved.values[k] += by;
        options.bound[id] = std::make_shared<const Tensor>(std::move(moved));
        return value();
      };
      const double h = out.step * std::max(1.0, std::abs(at.values[k]));
      const Result<double> above = shifted(h);
      const Result<double> below = central ? shifted(-h) : here;
      if (!above || !below)
        return above ? below.diagnostics() : above.diagnostics();
      gradient.values.push_back((*above - *below) / (central ? 2 * h : h));
    }
    options.bound[id] = nullptr;
    out.values.push_back(std::move(gradient));
  }
  out.operations = graph.operation_count();
  out.total_operations = out.passes * out.operations;
  return out;
}

/// The error if an unknown operator lies on a path from one of these nodes to y: it has no
/// derivative.
std::optional<Diagnostic> opaque_between(const Graph& graph, NodeId y,
                                         const std::vector<NodeId>& wrt) {
  std::vector<bool> from_wrt(graph.nodes.size(), false);
  for (const NodeId id : wrt)
    from_wrt[id] = true;
  for (NodeId id = 0; id <= y; ++id)
    for (const NodeId in : graph.nodes[id].inputs)
      from_wrt[id] = from_wrt[id] || from_wrt[in];
  std::vector<bool> to_y(graph.nodes.size(), false);
  to_y[y] = true;
  for (NodeId id = y + 1; id-- > 0;) {
    if (!to_y[id])
      continue;
    const Node& node = graph.nodes[id];
    if (node.op == Op::unknown && from_wrt[id]) {
      Diagnostic out;
      out.file = graph.name;
      out.message = fmt::format("{} has no derivative: the operator {} is not known", node.name,
                                operator_name(node));
      out.expected = "--wrt with values behind it, or operators of --describe";
      return out;
    }
    for (const NodeId in : node.inputs)
      to_y[in] = true;
  }
  return std::nullopt;
}

} // namespace

std::string_view name(Mode mode) {
  return kModes[static_cast<std::size_t>(mode)];
}

std::optional<Mode> mode_from_name(std::string_view word) {
  const auto found = std::find(kModes.begin(), kModes.end(), word);
  if (found == kModes.end())
    return std::nullopt;
  return static_cast<Mode>(found - kModes.begin());
}

Result<Gradients> gradients(const Graph& graph, NodeId y, const std::vector<NodeId>& wrt, Mode mode,
                            bool central) {
  if (auto problem = opaque_between(graph, y, wrt))
    return std::move(*problem);
  if (mode == Mode::symbolic)
    return by_symbols(graph, y, wrt);
  if (mode == Mode::numeric)
    return by_differences(graph, y, wrt, central);
  return mode == Mode::reverse ? by_reverse(graph, y, wrt) : by_forward(graph, y, wrt);
}

double largest_error(const Gradients& a, const Gradients& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i)
    for (std::size_t k = 0; k < a.values[i].values.size(); ++k) {
      const double value = a.values[i].values[k];
      largest = std::max(largest,
                         std::abs(value - b.values[i].values[k]) / std::max(1.0, std::abs(value)));
    }
  return largest;
}

} // namespace stallscope::graph
