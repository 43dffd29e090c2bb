#include "base/check.hpp"
#include "graph/differentiate/differentiate.hpp"
#include "rules.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace stallscope::graph {

namespace {

/// Appends the backward graph to a graph.
class Backward {
public:
  Backward(const Graph& graph, NodeId y) {
    out_.graph = graph;
    forward_ = static_cast<NodeId>(graph.nodes.size());
    sums_.assign(forward_, kNoNode);
    needed_.assign(forward_, false);
    out_.of = y;
  }

  Differentiated run(const std::vector<NodeId>& wrt) {
    mark(wrt);
    Graph& g = out_.graph;
    const Node& y = g.nodes[out_.of];
    out_.seed = append_constant(g, filled(y.type, y.shape, 1));
    call(out_.seed, out_.of);
    sums_[out_.of] = out_.seed;
    for (NodeId id = out_.of + 1; id-- > 0;)
      if (sums_[id] != kNoNode && needed_[id] && !is_source(g.nodes[id].op)) {
        current_ = id;
        const std::size_t first = g.nodes.size();
        node(id, sums_[id]);
        for (std::size_t made = first; made < g.nodes.size(); ++made)
          belongs_to(g.nodes[made], g.nodes[id]);
      }
    for (NodeId id = forward_; id < g.nodes.size(); ++id)
      g.nodes[id].backward = true;
    for (NodeId id = 0; id < forward_; ++id) // one node may be the gradient of several values
      if (g.nodes[id].named && sums_[id] != kNoNode &&
          g.nodes[sums_[id]].name != "grad." + g.nodes[id].name)
        g.aliases.push_back({"grad." + g.nodes[id].name, sums_[id]});
    out_.wrt = wrt;
    for (const NodeId id : wrt) {
      out_.gradients.push_back(sums_[id]);
      if (sums_[id] != kNoNode)
        g.outputs.push_back({"grad." + g.nodes[id].name, sums_[id]});
    }
    return std::move(out_);
  }

private:
  /// A node of the backward graph has stage, place and branch of the node whose derivative it is,
  /// unless it stands outside of the branch.
  void belongs_to(Node& made, const Node& of) const {
    made.stage = of.stage;
    if (made.place.line == 0)
      made.place = of.place;
    if (is_source(made.op) || outside_.contains(&made))
      return;
    made.condition = of.condition;
    made.condition_holds = of.condition_holds;
  }

  /// A gradient that leaves a branch: 0 unless the branch is taken.
  NodeId out_of_branch(NodeId gradient, NodeId to) {
    Graph& g = out_.graph;
    Node at = g.nodes[current_];
    while (!at.chooses && at.condition != kNoNode && at.condition != g.nodes[to].condition) {
      const Node asked = g.nodes[at.condition];
      const auto outside = [&](NodeId id) {
        g.nodes[id].condition = asked.condition;
        g.nodes[id].condition_holds = asked.condition_holds;
        outside_.insert(&g.nodes[id]);
        return id;
      };
      const Type type = g.nodes[gradient].type;
      NodeId condition = at.condition;
      if (asked.type != type) {
        Attributes cast;
        cast.type = type;
        condition = outside(append(g, Op::cast, {condition}, cast));
      }
      const NodeId zero = append_scalar(g, 0, type);
      gradient = outside(at.condition_holds ? append(g, Op::where, {condition, gradient, zero})
                                            : append(g, Op::where, {condition, zero, gradient}));
      at = asked;
    }
    return gradient;
  }

  /// Marks the nodes that depend on `wrt` through floating-point values: only these need a
  /// gradient. Whole numbers change in steps, whose derivative is 0.
  void mark(const std::vector<NodeId>& wrt) {
    for (const NodeId id : wrt)
      needed_[id] = true;
    for (NodeId id = 0; id < forward_; ++id)
      for (const NodeId from : out_.graph.nodes[id].inputs)
        needed_[id] = needed_[id] || (needed_[from] && out_.graph.nodes[id].type != Type::i32);
  }

  /// Names a gradient; partial sums get numbered names.
  void call(NodeId gradient, NodeId of) {
    Node& node = out_.graph.nodes[gradient];
    if (gradient < forward_ || node.named)
      return;
    std::string name = "grad." + out_.graph.nodes[of].name;
    if (const auto found = named_.find(name); found != named_.end()) {
      Node& before = out_.graph.nodes[found->second];
      before.name = name + "#" + std::to_string(++parts_[name]);
      found->second = gradient;
    } else {
      named_[name] = gradient;
    }
    node.name = std::move(name);
    node.named = true;
    node.place = out_.graph.nodes[of].place;
  }

  void add(NodeId to, NodeId gradient) {
    if (gradient == kNoNode || !needed_[to])
      return;
    Graph& g = out_.graph;
    gradient = out_of_branch(summed_to(g, gradient, g.nodes[to].shape), to);
    call(gradient, to);
    if (sums_[to] == kNoNode) {
      sums_[to] = gradient;
      return;
    }
    sums_[to] = append(g, Op::add, {sums_[to], gradient});
    if (g.nodes[to].condition != g.nodes[current_].condition) {
      g.nodes[sums_[to]].condition = g.nodes[to].condition;
      g.nodes[sums_[to]].condition_holds = g.nodes[to].condition_holds;
      outside_.insert(&g.nodes[sums_[to]]);
    }
    call(sums_[to], to);
  }

  void node(NodeId id, NodeId g) {
    Graph& graph = out_.graph;
    const Node of = graph.nodes[id];
    if (is_elementwise(of.op)) {
      for (std::size_t i = 0; i < of.inputs.size(); ++i)
        if (needed_[of.inputs[i]])
          add(of.inputs[i], elementwise(id, g, i));
      return;
    }
    switch (of.op) {
    case Op::matmul:
      return matmul(of, g);
    case Op::conv2d:
      return convolution(of, g);
    case Op::conv2d_input:
    case Op::conv2d_weight:
      return convolution_gradient(of, g);
    case Op::sum:
    case Op::mean:
    case Op::max:
      return reduction(id, of, g);
    case Op::softmax: { // softmax: y (g - sum(g y))
      Attributes along = of.attributes;
      along.keep = true;
      const NodeId product = append(graph, Op::mul, {g, id});
      const NodeId sum = append(graph, Op::sum, {product}, along);
      return add(of.inputs[0], append(graph, Op::mul, {id, append(graph, Op::sub, {g, sum})}));
    }
    default:
      return movement(of, g);
    }
  }

  NodeId elementwise(NodeId id, NodeId g, std::size_t input) {
    Graph& graph = out_.graph;
    if (graph.nodes[id].op == Op::cast) {
      Attributes back;
      back.type = graph.nodes[graph.nodes[id].inputs[0]].type;
      return append(graph, Op::cast, {g}, back);
    }
    return times_partial(graph, g, partial_of(graph, id, input));
  }

  [[nodiscard]] NodeId product(NodeId a, bool ta, NodeId b, bool tb) {
    Attributes how;
    how.transpose_a = ta;
    how.transpose_b = tb;
    return append(out_.graph, Op::matmul, {a, b}, how);
  }

  /// y = op(a) op(b): with g the gradient of y, a's is g op(b)^T or op(b) g^T.
  void matmul(const Node& of, NodeId g) {
    const bool ta = of.attributes.transpose_a;
    const bool tb = of.attributes.transpose_b;
    const NodeId a = of.inputs[0];
    const NodeId b = of.inputs[1];
    if (needed_[a])
      add(a, ta ? product(b, tb, g, true) : product(g, false, b, !tb));
    if (needed_[b])
      add(b, tb ? product(g, true, a, ta) : product(a, !ta, g, false));
  }

  void convolution(const Node& of, NodeId g) {
    Attributes how = of.attributes;
    if (needed_[of.inputs[0]]) {
      how.shape = out_.graph.nodes[of.inputs[0]].shape;
      add(of.inputs[0], append(out_.graph, Op::conv2d_input, {of.inputs[1], g}, how));
    }
    if (needed_[of.inputs[1]]) {
      how.shape = out_.graph.nodes[of.inputs[1]].shape;
      add(of.inputs[1], append(out_.graph, Op::conv2d_weight, {of.inputs[0], g}, how));
    }
  }

  /// Convolution is linear in each operand, so derivatives of its gradients are convolutions.
  void convolution_gradient(const Node& of, NodeId g) {
    Graph& graph = out_.graph;
    Attributes how = of.attributes;
    const bool by_input = of.op == Op::conv2d_input; // inputs (w, dy), g has the shape of x
    const NodeId first = of.inputs[0];
    const NodeId dy = of.inputs[1];
    how.shape.clear();
    add(dy, by_input ? append(graph, Op::conv2d, {g, first}, how)
                     : append(graph, Op::conv2d, {first, g}, how));
    how.shape = graph.nodes[first].shape;
    add(first, by_input ? append(graph, Op::conv2d_weight, {g, dy}, how)
                        : append(graph, Op::conv2d_input, {g, dy}, how));
  }

  void reduction(NodeId id, const Node& of, NodeId g) {
    Graph& graph = out_.graph;
    const Shape to = graph.nodes[of.inputs[0]].shape;
    Shape kept = to;
    for (const std::int64_t axis : of.attributes.axes)
      kept[static_cast<std::size_t>(axis)] = 1;
    const auto with_axes = [&](NodeId node) {
      if (graph.nodes[node].shape == kept)
        return node;
      Attributes shape;
      shape.shape = kept;
      return append(graph, Op::reshape, {node}, shape);
    };
    g = with_axes(g);
    if (of.op == Op::mean) {
      const double count =
          static_cast<double>(elements_of(to)) / static_cast<double>(elements_of(kept));
      g = append(graph, Op::mul, {g, append_scalar(graph, 1.0 / count, of.type)});
    }
    if (of.op == Op::max) { // shared equally by all maxima
      const NodeId is_largest = append(graph, Op::equal, {of.inputs[0], with_axes(id)});
      Attributes along = of.attributes;
      along.keep = true;
      const NodeId count = append(graph, Op::sum, {is_largest}, along);
      g = append(graph, Op::mul, {is_largest, append(graph, Op::div, {g, count})});
    }
    add(of.inputs[0], stretched_to(graph, g, to));
  }

  void movement(const Node& of, NodeId g) {
    Graph& graph = out_.graph;
    const NodeId x = of.inputs[0];
    const Shape& shape = graph.nodes[x].shape;
    Attributes how;
    how.axes = of.attributes.axes;
    switch (of.op) {
    case Op::transpose:
      for (std::size_t i = 0; i < of.attributes.axes.size(); ++i)
        how.axes[static_cast<std::size_t>(of.attributes.axes[i])] = static_cast<std::int64_t>(i);
      return add(x, append(graph, Op::transpose, {g}, how));
    case Op::reshape:
      how.shape = shape;
      return add(x, append(graph, Op::reshape, {g}, how));
    case Op::broadcast:
    case Op::contiguous:
      return add(x, g);
    case Op::slice: {
      const std::int64_t size = shape[static_cast<std::size_t>(of.attributes.axes[0])];
      how.begin = of.attributes.begin;
      how.end = size - of.attributes.end;
      return add(x, append(graph, Op::pad, {g}, how));
    }
    case Op::pad:
      how.begin = of.attributes.begin;
      how.end = how.begin + shape[static_cast<std::size_t>(how.axes[0])];
      return add(x, append(graph, Op::slice, {g}, how));
    case Op::concat:
      for (const NodeId part : of.inputs) {
        how.end = how.begin + graph.nodes[part].shape[static_cast<std::size_t>(how.axes[0])];
        if (needed_[part])
          add(part, append(graph, Op::slice, {g}, how));
        how.begin = how.end;
      }
      return;
    default:
      STALLSCOPE_CHECK(false, "composites have been replaced");
    }
  }

  Differentiated out_;
  NodeId forward_ = 0;
  NodeId current_ = 0;            ///< the node whose operands' gradients are being added
  std::set<const Node*> outside_; ///< nodes that have a branch of their own
  std::vector<NodeId> sums_;      ///< accumulated gradient, by node
  std::vector<bool> needed_;
  std::map<std::string, NodeId> named_;
  std::map<std::string, unsigned> parts_;
};

} // namespace

Differentiated reverse(const Graph& graph, NodeId y, const std::vector<NodeId>& wrt) {
  return Backward(graph, y).run(wrt);
}

} // namespace stallscope::graph
