#include "graph/differentiate/differentiate.hpp"

#include <algorithm>
#include <numeric>

namespace stallscope::graph {

namespace {

/// Rewrites a graph, replacing composite nodes by several simpler ones.
class Decomposition {
public:
  explicit Decomposition(const Graph& from) : from_(from) {
    out_.name = from.name;
    out_.decimals = from.decimals;
  }

  Graph run() {
    for (NodeId id = 0; id < from_.nodes.size(); ++id)
      map_.push_back(copy(from_.nodes[id]));
    for (const Output& output : from_.outputs)
      out_.outputs.push_back({output.name, map_[output.node]});
    for (const Output& alias : from_.aliases)
      out_.aliases.push_back({alias.name, map_[alias.node]});
    return std::move(out_);
  }

private:
  NodeId copy(const Node& node) {
    if (node.op != Op::layer_norm && node.op != Op::batch_norm && node.op != Op::attention &&
        node.op != Op::fused)
      return plain(node);
    const std::size_t first = out_.nodes.size();
    const NodeId last = node.op == Op::attention ? attention(node)
                        : node.op == Op::fused   ? fused(node)
                                                 : norm(node);
    for (std::size_t id = first; id < out_.nodes.size(); ++id) {
      out_.nodes[id].place = node.place;
      out_.nodes[id].stage = node.stage;
      out_.nodes[id].condition = node.condition == kNoNode ? kNoNode : map_[node.condition];
      out_.nodes[id].condition_holds = node.condition_holds;
      out_.nodes[id].name = node.name + "." + std::to_string(id - first + 1);
    }
    out_.nodes[last].name = node.name;
    out_.nodes[last].named = node.named;
    return last;
  }

  NodeId plain(Node node) {
    for (NodeId& input : node.inputs)
      input = map_[input];
    if (node.condition != kNoNode)
      node.condition = map_[node.condition];
    out_.nodes.push_back(std::move(node));
    return static_cast<NodeId>(out_.nodes.size() - 1);
  }

  NodeId make(Op op, std::vector<NodeId> inputs, const Attributes& how = {}) {
    return append(out_, op, std::move(inputs), how);
  }

  /// (x - mean) / sqrt(mean((x - mean)^2) + epsilon) gamma + beta
  NodeId norm(const Node& node) {
    const bool batch = node.op == Op::batch_norm;
    const NodeId x = map_[node.inputs[0]];
    const auto rank = static_cast<std::int64_t>(node.shape.size());
    Attributes along;
    along.keep = true;
    for (std::int64_t axis = 0; axis < rank; ++axis)
      if (batch ? axis != 1 : axis == rank - 1)
        along.axes.push_back(axis);
    const NodeId centred = make(Op::sub, {x, make(Op::mean, {x}, along)});
    const NodeId variance = make(Op::mean, {make(Op::mul, {centred, centred})}, along);
    const NodeId epsilon = append_scalar(out_, node.attributes.epsilon, node.type);
    NodeId out = make(Op::div, {centred, make(Op::sqrt, {make(Op::add, {variance, epsilon})})});
    for (std::size_t i = 1; i < node.inputs.size(); ++i) {
      NodeId with = map_[node.inputs[i]];
      if (batch && rank > 2) { // [c] reshaped to [c,1,1]
        Attributes to;
        to.shape.assign(node.shape.size() - 1, 1);
        to.shape[0] = node.shape[1];
        with = make(Op::reshape, {with}, to);
      }
      out = make(i == 1 ? Op::mul : Op::add, {out, with});
    }
    return out;
  }

  NodeId attention(const Node& node) {
    Attributes by_keys;
    by_keys.transpose_b = true;
    const NodeId scores = make(Op::matmul, {map_[node.inputs[0]], map_[node.inputs[1]]}, by_keys);
    NodeId scaled =
        make(Op::mul, {scores, append_scalar(out_, node.attributes.epsilon, node.type)});
    if (node.inputs.size() > 3)
      scaled = make(Op::add, {scaled, map_[node.inputs[3]]});
    return make(Op::matmul, {make(Op::softmax, {scaled}), map_[node.inputs[2]]});
  }

  NodeId fused(const Node& node) {
    std::vector<NodeId> steps;
    for (const FusedStep& step : node.steps) {
      std::vector<NodeId> inputs;
      for (const std::int32_t from : step.from)
        inputs.push_back(from >= 0 ? map_[node.inputs[static_cast<std::size_t>(from)]]
                                   : steps[static_cast<std::size_t>(-1 - from)]);
      Attributes how;
      how.type = step.type;
      steps.push_back(make(step.op, std::move(inputs), how));
    }
    return steps.back();
  }

  const Graph& from_;
  Graph out_;
  std::vector<NodeId> map_;
};

} // namespace

Graph without_composites(const Graph& graph) {
  return Decomposition(graph).run();
}

} // namespace stallscope::graph
