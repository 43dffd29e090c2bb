#include "graph/differentiate/differentiate.hpp"
#include "rules.hpp"

#include <algorithm>

namespace stallscope::graph {

namespace {

/// Appends the tangent of each node to a graph.
class Tangents {
public:
  explicit Tangents(const Graph& graph) {
    out_.graph = graph;
    forward_ = static_cast<NodeId>(graph.nodes.size());
    dot_.assign(forward_, kNoNode);
  }

  Differentiated run(NodeId y, const std::vector<NodeId>& wrt) {
    Graph& g = out_.graph;
    out_.of = y;
    out_.wrt = wrt;
    for (const NodeId id : wrt) {
      Node direction;
      direction.op = Op::input;
      direction.type = g.nodes[id].type;
      direction.shape = g.nodes[id].shape;
      direction.value = std::make_shared<const Tensor>(filled(direction.type, direction.shape, 0));
      dot_[id] = append(g, std::move(direction));
      call(dot_[id], id);
      out_.tangents.push_back(dot_[id]);
    }
    const std::vector<bool> needed = needed_for(y);
    for (NodeId id = 0; id <= y; ++id) {
      // Whole numbers change in steps, whose derivative is 0.
      if (dot_[id] != kNoNode || is_source(g.nodes[id].op) || !needed[id] ||
          g.nodes[id].type == Type::i32)
        continue;
      const std::size_t first = g.nodes.size();
      dot_[id] = tangent(id);
      for (std::size_t made = first; made < g.nodes.size(); ++made) {
        g.nodes[made].place = g.nodes[id].place;
        if (is_source(g.nodes[made].op))
          continue;
        g.nodes[made].condition = g.nodes[id].condition;
        g.nodes[made].condition_holds = g.nodes[id].condition_holds;
      }
      if (dot_[id] != kNoNode)
        call(dot_[id], id);
    }
    for (NodeId id = forward_; id < g.nodes.size(); ++id)
      g.nodes[id].backward = true;
    out_.gradients = {dot_[y]};
    if (dot_[y] != kNoNode)
      g.outputs.push_back({"dot." + g.nodes[y].name, dot_[y]});
    return std::move(out_);
  }

private:
  /// By node: y is computed from it.
  [[nodiscard]] std::vector<bool> needed_for(NodeId y) const {
    std::vector<bool> needed(forward_, false);
    needed[y] = true;
    for (NodeId id = y + 1; id-- > 0;)
      if (needed[id])
        for (const NodeId from : out_.graph.nodes[id].inputs)
          needed[from] = true;
    return needed;
  }

  void call(NodeId tangent_node, NodeId of) {
    Node& node = out_.graph.nodes[tangent_node];
    if (node.named)
      return;
    node.name = "dot." + out_.graph.nodes[of].name;
    node.named = true;
    node.place = out_.graph.nodes[of].place;
  }

  NodeId sum(NodeId a, NodeId b) {
    return a == kNoNode ? b : b == kNoNode ? a : append(out_.graph, Op::add, {a, b});
  }

  /// The tangent of a node that is linear in each input: the sum of the operator applied to each
  /// input's tangent.
  NodeId linear(const Node& of) {
    NodeId out = kNoNode;
    for (std::size_t i = 0; i < of.inputs.size(); ++i) {
      if (dot_[of.inputs[i]] == kNoNode)
        continue;
      std::vector<NodeId> inputs = of.inputs;
      inputs[i] = dot_[inputs[i]];
      out = sum(out, append(out_.graph, of.op, std::move(inputs), of.attributes));
    }
    return out;
  }

  NodeId tangent(NodeId id) {
    Graph& g = out_.graph;
    const Node of = g.nodes[id];
    const bool none = std::all_of(of.inputs.begin(), of.inputs.end(),
                                  [this](NodeId from) { return dot_[from] == kNoNode; });
    if (none)
      return kNoNode;
    if (of.op == Op::where)
      return choice(of);
    if (is_elementwise(of.op) && of.op != Op::cast)
      return elementwise(id, of);
    switch (of.op) {
    case Op::softmax: { // y (t - sum(y t))
      Attributes along = of.attributes;
      along.keep = true;
      const NodeId t = dot_[of.inputs[0]];
      const NodeId mean = append(g, Op::sum, {append(g, Op::mul, {id, t})}, along);
      return append(g, Op::mul, {id, append(g, Op::sub, {t, mean})});
    }
    case Op::max:
      return largest(id, of);
    case Op::concat: {
      std::vector<NodeId> parts;
      for (const NodeId from : of.inputs)
        parts.push_back(dot_[from] != kNoNode
                            ? dot_[from]
                            : append_constant(g, filled(of.type, g.nodes[from].shape, 0)));
      return append(g, Op::concat, std::move(parts), of.attributes);
    }
    default:
      return linear(of); // contractions, sums, movements and casts
    }
  }

  NodeId elementwise(NodeId id, const Node& of) {
    Graph& g = out_.graph;
    NodeId out = kNoNode;
    for (std::size_t i = 0; i < of.inputs.size(); ++i)
      if (dot_[of.inputs[i]] != kNoNode)
        out = sum(out, times_partial(g, dot_[of.inputs[i]], partial_of(g, id, i)));
    return out == kNoNode ? kNoNode : stretched_to(g, out, of.shape);
  }

  /// The tangent of what is chosen; that of the other value need not exist.
  NodeId choice(const Node& of) {
    Graph& g = out_.graph;
    if (dot_[of.inputs[1]] == kNoNode && dot_[of.inputs[2]] == kNoNode)
      return kNoNode;
    std::vector<NodeId> inputs{of.inputs[0]};
    for (const NodeId from : {of.inputs[1], of.inputs[2]})
      inputs.push_back(dot_[from] != kNoNode ? dot_[from] : append_scalar(g, 0, of.type));
    const NodeId out = append(g, Op::where, std::move(inputs));
    g.nodes[out].chooses = of.chooses;
    return stretched_to(g, out, of.shape);
  }

  /// The mean of the tangents of all maxima.
  NodeId largest(NodeId id, const Node& of) {
    Graph& g = out_.graph;
    Shape kept = g.nodes[of.inputs[0]].shape;
    for (const std::int64_t axis : of.attributes.axes)
      kept[static_cast<std::size_t>(axis)] = 1;
    NodeId top = id;
    if (of.shape != kept) {
      Attributes to;
      to.shape = kept;
      top = append(g, Op::reshape, {id}, to);
    }
    const NodeId is_largest = append(g, Op::equal, {of.inputs[0], top});
    const NodeId chosen = append(g, Op::mul, {is_largest, dot_[of.inputs[0]]});
    return append(g, Op::div,
                  {append(g, Op::sum, {chosen}, of.attributes),
                   append(g, Op::sum, {is_largest}, of.attributes)});
  }

  Differentiated out_;
  NodeId forward_ = 0;
  std::vector<NodeId> dot_; ///< tangent, by node; kNoNode: 0
};

} // namespace

Differentiated forward(const Graph& graph, NodeId y, const std::vector<NodeId>& wrt) {
  return Tangents(graph).run(y, wrt);
}

} // namespace stallscope::graph
