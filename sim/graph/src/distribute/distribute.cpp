#include "graph/distribute/distribute.hpp"

#include "distribute/part_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace stallscope::graph {

namespace {

/// A value of the original graph in the new one: whole (a node), or as parts on the devices.
struct Placed {
  NodeId whole = kNoNode;     ///< the value itself, or the result of its collective
  std::int64_t axis = kWhole; ///< axis of the parts, or kPartialSums; kWhole: no parts
  std::vector<NodeId> parts;  ///< by device
};

class Distributor {
public:
  Distributor(const Graph& from, std::uint32_t devices, const std::vector<SplitRequest>& requests)
      : from_(from), devices_(devices), asked_(from.nodes.size(), -1) {
    for (const SplitRequest& request : requests)
      asked_[request.node] = request.axis;
    out_.graph.name = from.name;
    out_.graph.decimals = from.decimals;
  }

  Distributed run() {
    placed_.resize(from_.nodes.size());
    count_uses();
    for (NodeId id = 0; id < from_.nodes.size(); ++id) {
      if (!is_source(from_.nodes[id].op) && split(id))
        continue;
      placed_[id].whole = copy(id);
      if (asked_[id] >= 0)
        slice_all(id, asked_[id]);
    }
    for (const Output& output : from_.outputs)
      add_output(output);
    for (const Output& alias : from_.aliases)
      if (placed_[alias.node].whole != kNoNode)
        out_.graph.aliases.push_back({alias.name, placed_[alias.node].whole});
    return std::move(out_);
  }

private:
  /// The axis of the split param whose gradient an output is, and of the output's parts; kWhole: it
  /// is none.
  [[nodiscard]] std::int64_t axis_of_gradient(const Output& output) const {
    constexpr std::string_view kGradient = "grad.";
    const Placed& placed = placed_[output.node];
    if (placed.whole != kNoNode || !output.name.starts_with(kGradient))
      return kWhole;
    const NodeId param = from_.find(output.name.substr(kGradient.size()));
    return param != kNoNode && asked_[param] >= 0 && asked_[param] == placed.axis ? placed.axis
                                                                                  : kWhole;
  }
  void add_output(const Output& output) {
    const std::int64_t axis = axis_of_gradient(output);
    if (axis == kWhole) {
      out_.outputs.push_back({output.name, {whole(output.node)}, 0});
      out_.graph.outputs.push_back({output.name, out_.outputs.back().nodes.front()});
      return;
    }
    out_.outputs.push_back({output.name, placed_[output.node].parts, axis});
    for (std::uint32_t d = 0; d < devices_; ++d)
      out_.graph.outputs.push_back(
          {fmt::format("{}@{}", output.name, d), placed_[output.node].parts[d]});
    out_.log.push_back(fmt::format("{} stays in parts along axis {}", output.name, axis));
  }

  /// Uses by nodes, as an output, and by an additional name.
  void count_uses() {
    uses_.assign(from_.nodes.size(), 0);
    for (const Node& node : from_.nodes)
      for (const NodeId in : node.inputs)
        ++uses_[in];
    for (const auto* names : {&from_.outputs, &from_.aliases})
      for (const Output& name : *names)
        ++uses_[name.node];
  }

  [[nodiscard]] const Shape& shape(NodeId old) const { return from_.nodes[old].shape; }
  /// Start of a device's part of a dimension; sizes differ by at most 1.
  [[nodiscard]] std::int64_t bound(std::int64_t size, std::uint32_t device) const {
    return part_begin(size, device, devices_);
  }

  NodeId add(Node node, NodeId old, int device) {
    node.device = device;
    node.place = from_.nodes[old].place;
    node.backward = from_.nodes[old].backward;
    node.stage = from_.nodes[old].stage;
    return append(out_.graph, std::move(node));
  }
  NodeId add_part(Node node, NodeId old, std::uint32_t device) {
    node.name = fmt::format("{}@{}", from_.nodes[old].name, device);
    node.named = from_.nodes[old].named;
    return add(std::move(node), old, static_cast<int>(device));
  }

  /// A node of one device that has no name in the text.
  NodeId add_step(Node node, NodeId old, int device) {
    node.named = false;
    node.name.clear();
    return add(std::move(node), old, device);
  }

  /// Copies a node, with whole operands.
  NodeId copy(NodeId old) {
    Node node = from_.nodes[old];
    for (NodeId& in : node.inputs)
      in = whole(in);
    if (node.condition != kNoNode)
      node.condition = whole(node.condition);
    node.attributes.laid = node.attributes.laid && are_stored(node.inputs);
    out_.graph.nodes.push_back(std::move(node));
    return static_cast<NodeId>(out_.graph.nodes.size() - 1);
  }

  /// A device's part of a whole value, as a view.
  Node sliced(NodeId of, NodeId old, std::int64_t axis, std::uint32_t device) {
    const std::int64_t size = shape(old)[static_cast<std::size_t>(axis)];
    Node node;
    node.op = Op::slice;
    node.inputs = {of};
    node.attributes.axes = {axis};
    node.attributes.begin = bound(size, device);
    node.attributes.end = bound(size, device + 1);
    return node;
  }
  void slice_all(NodeId old, std::int64_t axis) {
    Placed& placed = placed_[old];
    placed.axis = axis;
    for (std::uint32_t d = 0; d < devices_; ++d)
      placed.parts.push_back(add_part(sliced(placed.whole, old, axis, d), old, d));
    placed.whole = kNoNode; // no device has all of it
    out_.log.push_back(fmt::format("{} is split along axis {}", from_.nodes[old].name, axis));
  }

  NodeId collective(Op op, NodeId old, std::vector<NodeId> parts, std::int64_t axis) {
    ++out_.collectives;
    Node node;
    node.op = op;
    node.inputs = std::move(parts);
    if (op == Op::all_gather)
      node.attributes.axes = {axis};
    const std::string& name = from_.nodes[old].name;
    const bool stored = is_source(from_.nodes[old].op); // its name is that of the stored parts
    node.name = stored ? std::string() : name;
    node.named = !stored && from_.nodes[old].named;
    out_.log.push_back(op == Op::all_gather
                           ? fmt::format("{} is gathered from all", name)
                           : fmt::format("partial sums of {} are added by all", name));
    return add(std::move(node), old, -1);
  }

  NodeId whole(NodeId old) {
    Placed& placed = placed_[old];
    if (placed.whole == kNoNode)
      placed.whole = placed.axis == kPartialSums
                         ? collective(Op::all_reduce, old, placed.parts, 0)
                         : collective(Op::all_gather, old, placed.parts, placed.axis);
    return placed.whole;
  }

  /// A device's part of an operand along an axis; all of an operand with size 1 on this axis.
  NodeId part(NodeId old, std::int64_t axis, std::uint32_t device) {
    const Placed& placed = placed_[old];
    if (axis == kPartialSums)
      return placed.parts[device];
    if (axis < 0 || shape(old)[static_cast<std::size_t>(axis)] == 1)
      return whole(old);
    if (placed.axis == axis)
      return placed.parts[device];
    return add_step(sliced(whole(old), old, axis, device), old, static_cast<int>(device));
  }
  /// Params and constants, or parts of them that lie on a device.
  [[nodiscard]] bool are_stored(const std::vector<NodeId>& ids) const {
    return std::all_of(ids.begin(), ids.end(), [this](NodeId id) {
      const Node& node = out_.graph.nodes[id];
      return is_source(node.op) ||
             (node.op == Op::slice && is_source(out_.graph.nodes[node.inputs[0]].op));
    });
  }

  /// Computes a node in parts, each by the same operator.
  bool in_parts(NodeId old, const PartRule& rule) {
    std::vector<NodeId> parts;
    for (std::uint32_t d = 0; d < devices_; ++d) {
      Node node = from_.nodes[old];
      for (std::size_t i = 0; i < node.inputs.size(); ++i)
        node.inputs[i] = part(node.inputs[i], rule.operands[i], d);
      if (rule.axis >= 0 && !node.attributes.shape.empty()) {
        const auto axis = static_cast<std::size_t>(rule.axis);
        const std::int64_t size = shape(old)[axis];
        node.attributes.shape = shape(old);
        node.attributes.shape[axis] = bound(size, d + 1) - bound(size, d);
      } else if (!node.attributes.shape.empty()) {
        node.attributes.shape = shape(old);
      }
      node.attributes.laid = node.attributes.laid && are_stored(node.inputs);
      parts.push_back(add_part(std::move(node), old, d));
    }
    out_.log.push_back(rule.axis < 0
                           ? fmt::format("{} is computed as partial sums", from_.nodes[old].name)
                           : fmt::format("{} is computed in parts along axis {}",
                                         from_.nodes[old].name, rule.axis));
    placed_[old].axis = rule.axis;
    placed_[old].parts = std::move(parts);
    return true;
  }

  /// Computes a node in parts, if its operands are split and the operator can take parts.
  bool split(NodeId old) {
    const Node& node = from_.nodes[old];
    if (node.condition != kNoNode || node.chooses)
      return false;
    std::vector<std::int64_t> split;
    for (const NodeId in : node.inputs)
      split.push_back(state(in));
    if (std::all_of(split.begin(), split.end(), [](auto axis) { return axis == kWhole; }))
      return false;
    if (const auto rule = part_rule(from_, old, split, devices_))
      return in_parts(old, *rule);
    // Operands that are partial sums are added first.
    for (std::int64_t& axis : split)
      axis = std::max(axis, kWhole);
    if (std::all_of(split.begin(), split.end(), [](auto axis) { return axis == kWhole; }))
      return false;
    if (const auto rule = part_rule(from_, old, split, devices_))
      return in_parts(old, *rule);
    return reduced_in_steps(old);
  }

  /// How an operand is split. Partial sums with several users, or of a graph whose results are
  /// rounded to decimals, count as whole: they are added once, for all.
  [[nodiscard]] std::int64_t state(NodeId old) const {
    const Placed& placed = placed_[old];
    if (placed.axis != kPartialSums)
      return placed.axis;
    return placed.whole == kNoNode && uses_[old] == 1 && from_.decimals < 0 ? kPartialSums : kWhole;
  }

  /// A mean or maximum along the axis of the parts: each device reduces its part first.
  bool reduced_in_steps(NodeId old) {
    const Node& node = from_.nodes[old];
    if (node.op != Op::mean && node.op != Op::max)
      return false;
    const std::int64_t axis = placed_[node.inputs[0]].axis;
    // The mean equals the mean of the parts' means only for parts of equal size, and numbers that
    // are not whole.
    if (node.op == Op::mean)
      return shape(node.inputs[0])[static_cast<std::size_t>(axis)] % devices_ == 0 &&
             node.type != Type::i32 && mean_of_parts(old, axis);
    return maximum_of_parts(old, axis);
  }

  /// The mean of parts of equal size: each device divides its mean by the number of devices; these
  /// are partial sums.
  bool mean_of_parts(NodeId old, std::int64_t axis) {
    for (std::uint32_t d = 0; d < devices_; ++d) {
      Node mean = from_.nodes[old];
      mean.inputs[0] = part(mean.inputs[0], axis, d);
      const NodeId own = add_step(std::move(mean), old, static_cast<int>(d));
      const NodeId count = append_scalar(out_.graph, 1.0 / devices_, from_.nodes[old].type);
      Node scaled;
      scaled.op = Op::mul;
      scaled.inputs = {own, count};
      placed_[old].parts.push_back(add_part(std::move(scaled), old, d));
    }
    out_.log.push_back(fmt::format("{} is computed as means of parts", from_.nodes[old].name));
    placed_[old].axis = kPartialSums;
    return true;
  }

  /// The largest of the parts' maxima, which are gathered instead of the parts.
  bool maximum_of_parts(NodeId old, std::int64_t axis) {
    std::vector<NodeId> maxima;
    for (std::uint32_t d = 0; d < devices_; ++d) {
      Node own = from_.nodes[old];
      own.inputs[0] = part(own.inputs[0], axis, d);
      own.attributes.keep = true;
      maxima.push_back(add_step(std::move(own), old, static_cast<int>(d)));
    }
    ++out_.collectives;
    Node gathered;
    gathered.op = Op::all_gather;
    gathered.inputs = std::move(maxima);
    gathered.attributes.axes = {axis};
    Node largest = from_.nodes[old];
    largest.inputs = {add_step(std::move(gathered), old, -1)};
    out_.log.push_back(
        fmt::format("maxima of the parts of {} are gathered from all", from_.nodes[old].name));
    placed_[old].whole = add(std::move(largest), old, -1);
    return true;
  }

  const Graph& from_;
  std::uint32_t devices_;
  std::vector<std::int64_t> asked_; ///< requested axis, by node; -1: none
  std::vector<Placed> placed_;
  std::vector<std::uint32_t> uses_; ///< by node of the original graph
  Distributed out_;
};

} // namespace

Graph with_whole_outputs(const Distributed& distributed) {
  Graph out = distributed.graph;
  out.outputs.clear();
  for (const DistributedOutput& output : distributed.outputs) {
    Attributes along;
    along.axes = {output.axis};
    out.outputs.push_back({output.name, output.nodes.size() == 1
                                            ? output.nodes.front()
                                            : append(out, Op::concat, output.nodes, along)});
  }
  return out;
}

Result<Distributed> distribute(const Graph& graph, std::uint32_t devices,
                               const std::vector<SplitRequest>& requests) {
  Diagnostics problems;
  for (const SplitRequest& request : requests) {
    const Node& node = graph.nodes[request.node];
    const auto same = [&](const SplitRequest& other) { return other.node == request.node; };
    const auto rank = static_cast<std::int64_t>(node.shape.size());
    Diagnostic problem;
    problem.file = graph.name;
    problem.line = node.place.line;
    problem.column = node.place.column;
    if (!is_source(node.op)) {
      problem.message = fmt::format("{} is a result, which follows its operands", node.name);
      problem.expected = "params and inputs";
    } else if (std::find_if(requests.begin(), requests.end(), same)->axis != request.axis) {
      problem.message = fmt::format("{} is split along two axes", node.name);
      problem.expected = "one";
    } else if (request.axis < 0 || request.axis >= rank) {
      problem.message = fmt::format("{} has no axis {}", node.name, request.axis);
      problem.expected = rank == 0 ? "a tensor" : fmt::format("0 to {}", rank - 1);
    } else if (node.shape[static_cast<std::size_t>(request.axis)] < devices) {
      problem.message = fmt::format("axis {} of {}{} is too small for {} devices", request.axis,
                                    node.name, text_of(node.shape), devices);
      problem.expected = "an element for each";
    } else {
      continue;
    }
    problems.push_back(std::move(problem));
  }
  if (!problems.empty())
    return problems;
  return Distributor(graph, devices, requests).run();
}

} // namespace stallscope::graph
