#include "graph/distribute/distribute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace stallscope::graph {

namespace {

/// A value of the original graph in the new one: whole (a node), or as parts on the devices.
struct Placed {
  NodeId whole = kNoNode;    ///< the value itself, or the result of its gather
  std::int64_t axis = -1;    ///< axis of the parts; -1: no parts
  std::vector<NodeId> parts; ///< by device
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
    for (NodeId id = 0; id < from_.nodes.size(); ++id) {
      if (!is_source(from_.nodes[id].op) && split(id))
        continue;
      placed_[id].whole = copy(id);
      if (asked_[id] >= 0)
        slice_all(id, asked_[id]);
    }
    for (const Output& output : from_.outputs)
      out_.graph.outputs.push_back({output.name, whole(output.node)});
    for (const Output& alias : from_.aliases)
      if (placed_[alias.node].whole != kNoNode)
        out_.graph.aliases.push_back({alias.name, placed_[alias.node].whole});
    return std::move(out_);
  }

private:
  [[nodiscard]] const Shape& shape(NodeId old) const { return from_.nodes[old].shape; }
  [[nodiscard]] std::int64_t rank(NodeId old) const {
    return static_cast<std::int64_t>(shape(old).size());
  }
  /// Start of a device's part of a dimension; sizes differ by at most 1.
  [[nodiscard]] std::int64_t bound(std::int64_t size, std::uint32_t device) const {
    return size * device / devices_;
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

  /// Copies a node, with whole operands.
  NodeId copy(NodeId old) {
    Node node = from_.nodes[old];
    for (NodeId& in : node.inputs)
      in = whole(in);
    if (node.condition != kNoNode)
      node.condition = whole(node.condition);
    node.attributes.laid = node.attributes.laid &&
                           std::all_of(node.inputs.begin(), node.inputs.end(), [this](NodeId in) {
                             return is_source(out_.graph.nodes[in].op);
                           });
    out_.graph.nodes.push_back(std::move(node));
    return static_cast<NodeId>(out_.graph.nodes.size() - 1);
  }

  /// A device's part of a whole value, as a view.
  NodeId sliced(NodeId of, NodeId old, std::int64_t axis, std::uint32_t device) {
    const std::int64_t size = shape(old)[static_cast<std::size_t>(axis)];
    Node node;
    node.op = Op::slice;
    node.inputs = {of};
    node.attributes.axes = {axis};
    node.attributes.begin = bound(size, device);
    node.attributes.end = bound(size, device + 1);
    return add_part(std::move(node), old, device);
  }
  void slice_all(NodeId old, std::int64_t axis) {
    Placed& placed = placed_[old];
    placed.axis = axis;
    for (std::uint32_t d = 0; d < devices_; ++d)
      placed.parts.push_back(sliced(placed.whole, old, axis, d));
    out_.log.push_back(fmt::format("{} is split along axis {}", from_.nodes[old].name, axis));
  }

  NodeId collective(Op op, NodeId old, std::vector<NodeId> parts, std::int64_t axis) {
    ++out_.collectives;
    Node node;
    node.op = op;
    node.inputs = std::move(parts);
    if (op == Op::all_gather)
      node.attributes.axes = {axis};
    node.name = from_.nodes[old].name;
    node.named = from_.nodes[old].named;
    out_.log.push_back(op == Op::all_gather
                           ? fmt::format("{} is gathered from all", node.name)
                           : fmt::format("partial sums of {} are added by all", node.name));
    return add(std::move(node), old, -1);
  }

  NodeId whole(NodeId old) {
    Placed& placed = placed_[old];
    if (placed.whole == kNoNode)
      placed.whole = collective(Op::all_gather, old, placed.parts, placed.axis);
    return placed.whole;
  }

  /// A device's part of an operand along an axis; all of an operand with size 1 on this axis.
  NodeId part(NodeId old, std::int64_t axis, std::uint32_t device) {
    Placed& placed = placed_[old];
    if (axis < 0 || shape(old)[static_cast<std::size_t>(axis)] == 1)
      return whole(old);
    if (placed.axis == axis)
      return placed.parts[device];
    return sliced(whole(old), old, axis, device);
  }
  [[nodiscard]] bool is_split(NodeId old) const { return placed_[old].axis >= 0; }
  [[nodiscard]] bool fits(NodeId old, std::int64_t axis) const {
    return axis >= 0 && shape(old)[static_cast<std::size_t>(axis)] >= devices_;
  }

  /// Computes a node in parts, each with the operator `op` on the parts of its operands along their
  /// axes (-1: whole). `axis` is the axis of the result; -1: the parts are partial sums.
  bool in_parts(NodeId old, std::int64_t axis, const std::vector<std::int64_t>& operand_axes,
                Op op) {
    std::vector<NodeId> parts;
    for (std::uint32_t d = 0; d < devices_; ++d) {
      Node node = from_.nodes[old];
      node.op = op;
      node.value = nullptr;
      for (std::size_t i = 0; i < node.inputs.size(); ++i)
        node.inputs[i] = part(node.inputs[i], operand_axes[i], d);
      parts.push_back(add_part(std::move(node), old, d));
    }
    out_.log.push_back(
        axis < 0
            ? fmt::format("{} is computed as partial sums", from_.nodes[old].name)
            : fmt::format("{} is computed in parts along axis {}", from_.nodes[old].name, axis));
    if (axis < 0) {
      placed_[old].whole = collective(Op::all_reduce, old, std::move(parts), 0);
    } else {
      placed_[old].axis = axis;
      placed_[old].parts = std::move(parts);
    }
    return true;
  }

  bool split(NodeId old) {
    const Node& node = from_.nodes[old];
    if (node.condition != kNoNode || node.chooses ||
        std::none_of(node.inputs.begin(), node.inputs.end(),
                     [this](NodeId in) { return is_split(in); }))
      return false;
    if (is_elementwise(node.op))
      return elementwise(old);
    switch (node.op) {
    case Op::matmul:
      return matmul(old);
    case Op::transpose: {
      const auto& axes = node.attributes.axes;
      const std::int64_t axis = placed_[node.inputs[0]].axis;
      return in_parts(old, std::find(axes.begin(), axes.end(), axis) - axes.begin(), {axis},
                      Op::transpose);
    }
    case Op::sum:
    case Op::mean:
      return reduction(old);
    case Op::softmax: {
      const std::int64_t axis = placed_[node.inputs[0]].axis;
      return axis != node.attributes.axes[0] && in_parts(old, axis, {axis}, Op::softmax);
    }
    case Op::conv2d: // split by images, or by channels of the result
      if (node.attributes.channels_last)
        return false;
      if (placed_[node.inputs[0]].axis == 0)
        return in_parts(old, 0, {0, -1}, Op::conv2d);
      return placed_[node.inputs[1]].axis == 0 && in_parts(old, 1, {-1, 0}, Op::conv2d);
    default:
      return false;
    }
  }

  bool elementwise(NodeId old) {
    const Node& node = from_.nodes[old];
    std::int64_t axis = -1; // axis of the result, from the first operand that is split
    for (const NodeId in : node.inputs)
      if (axis < 0 && is_split(in))
        axis = placed_[in].axis + rank(old) - rank(in);
    if (!fits(old, axis))
      return false;
    std::vector<std::int64_t> axes;
    for (const NodeId in : node.inputs) {
      const std::int64_t own = axis - (rank(old) - rank(in));
      axes.push_back(own < 0 ? -1 : own);
    }
    return in_parts(old, axis, axes, node.op);
  }

  bool matmul(NodeId old) {
    const Node& node = from_.nodes[old];
    const NodeId a = node.inputs[0];
    const NodeId b = node.inputs[1];
    if (rank(a) != rank(b) || rank(a) != rank(old))
      return false;
    const std::int64_t last = rank(old) - 1;
    const std::int64_t summed_a = node.attributes.transpose_a ? last - 1 : last;
    const std::int64_t summed_b = node.attributes.transpose_b ? last : last - 1;
    const std::int64_t free_a = 2 * last - 1 - summed_a;
    const std::int64_t free_b = 2 * last - 1 - summed_b;
    const std::int64_t of_a = placed_[a].axis;
    const std::int64_t of_b = placed_[b].axis;
    if (of_a == summed_a || of_b == summed_b)
      return fits(a, summed_a) && in_parts(old, -1, {summed_a, summed_b}, Op::matmul);
    if (of_a == free_a)
      return in_parts(old, last - 1, {free_a, -1}, Op::matmul);
    if (of_b == free_b)
      return in_parts(old, last, {-1, free_b}, Op::matmul);
    const std::int64_t batch = std::max(of_a, of_b);
    return batch < last - 1 && fits(old, batch) && in_parts(old, batch, {batch, batch}, Op::matmul);
  }

  bool reduction(NodeId old) {
    const Node& node = from_.nodes[old];
    const std::int64_t axis = placed_[node.inputs[0]].axis;
    const auto& axes = node.attributes.axes;
    if (std::find(axes.begin(), axes.end(), axis) != axes.end()) {
      // A mean equals the mean of the parts' means only for parts of equal size, and numbers that
      // are not whole.
      const std::int64_t size = shape(node.inputs[0])[static_cast<std::size_t>(axis)];
      if (node.op == Op::mean && (size % devices_ != 0 || node.type == Type::i32))
        return false;
      if (node.op == Op::sum)
        return in_parts(old, -1, {axis}, Op::sum);
      return mean_of_parts(old, axis);
    }
    std::int64_t to = axis;
    if (!node.attributes.keep)
      to -= std::count_if(axes.begin(), axes.end(), [axis](std::int64_t a) { return a < axis; });
    return in_parts(old, to, {axis}, node.op);
  }

  /// The mean of parts of equal size: each device divides its mean by the number of devices, and an
  /// all-reduce adds them.
  bool mean_of_parts(NodeId old, std::int64_t axis) {
    std::vector<NodeId> parts;
    for (std::uint32_t d = 0; d < devices_; ++d) {
      Node mean = from_.nodes[old];
      mean.inputs[0] = part(mean.inputs[0], axis, d);
      const NodeId own = add_part(std::move(mean), old, d);
      out_.graph.nodes[own].named = false;
      out_.graph.nodes[own].name = fmt::format("%{}", own);
      const NodeId count = append_scalar(out_.graph, 1.0 / devices_, from_.nodes[old].type);
      Node scaled;
      scaled.op = Op::mul;
      scaled.inputs = {own, count};
      parts.push_back(add_part(std::move(scaled), old, d));
    }
    out_.log.push_back(fmt::format("{} is computed as means of parts", from_.nodes[old].name));
    placed_[old].whole = collective(Op::all_reduce, old, std::move(parts), 0);
    return true;
  }

  const Graph& from_;
  std::uint32_t devices_;
  std::vector<std::int64_t> asked_; ///< requested axis, by node; -1: none
  std::vector<Placed> placed_;
  Distributed out_;
};

} // namespace

Result<Distributed> distribute(const Graph& graph, std::uint32_t devices,
                               const std::vector<SplitRequest>& requests) {
  Diagnostics problems;
  for (const SplitRequest& request : requests) {
    const Node& node = graph.nodes[request.node];
    const auto rank = static_cast<std::int64_t>(node.shape.size());
    Diagnostic problem;
    problem.file = graph.name;
    problem.line = node.place.line;
    problem.column = node.place.column;
    if (!is_source(node.op)) {
      problem.message = fmt::format("{} is a result, which follows its operands", node.name);
      problem.expected = "params and inputs";
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
