#include "graph/evaluate/evaluate.hpp"
#include "passes/rewriter.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <queue>

namespace stallscope::graph {

namespace {

/// The minimum cut of a network, by shortest augmenting paths (Edmonds and Karp 1972).
class MinimumCut {
public:
  explicit MinimumCut(std::size_t nodes) : edges_of_(nodes) {}

  void edge(std::size_t from, std::size_t to, std::uint64_t there, std::uint64_t back) {
    edges_of_[from].push_back(edges_.size());
    edges_.push_back({to, there});
    edges_of_[to].push_back(edges_.size());
    edges_.push_back({from, back});
  }
  /// By node: on the sink's side of the minimum cut; of several minimum cuts the one with the
  /// smallest sink side.
  std::vector<bool> run(std::size_t source, std::size_t sink) {
    while (true) {
      std::vector<std::size_t> by(edges_of_.size(), kNone);
      std::vector<bool> reached(edges_of_.size(), false);
      std::queue<std::size_t> open;
      open.push(source);
      reached[source] = true;
      while (!open.empty() && !reached[sink]) {
        const std::size_t at = open.front();
        open.pop();
        for (const std::size_t e : edges_of_[at])
          if (edges_[e].room > 0 && !reached[edges_[e].to]) {
            reached[edges_[e].to] = true;
            by[edges_[e].to] = e;
            open.push(edges_[e].to);
          }
      }
      if (!reached[sink])
        return reaching(sink);
      std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
      for (std::size_t at = sink; at != source; at = edges_[by[at] ^ 1U].to)
        least = std::min(least, edges_[by[at]].room);
      for (std::size_t at = sink; at != source; at = edges_[by[at] ^ 1U].to) {
        edges_[by[at]].room -= least;
        edges_[by[at] ^ 1U].room += least;
      }
    }
  }

private:
  /// The smallest sink side: nodes from which the sink is reachable in the residual network.
  [[nodiscard]] std::vector<bool> reaching(std::size_t sink) const {
    std::vector<bool> out(edges_of_.size(), false);
    std::vector<std::size_t> open{sink};
    out[sink] = true;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      for (const std::size_t e : edges_of_[at])
        if (edges_[e ^ 1U].room > 0 && !out[edges_[e].to]) {
          out[edges_[e].to] = true;
          open.push_back(edges_[e].to);
        }
    }
    return out;
  }

  static constexpr std::size_t kNone = ~std::size_t{0};
  struct Edge {
    std::size_t to;
    std::uint64_t room;
  };
  std::vector<Edge> edges_; ///< each followed by its reverse edge
  std::vector<std::vector<std::size_t>> edges_of_;
};

bool is_image(const Node& node) {
  return node.shape.size() == 4;
}

/// Chooses the convolutions and operators between them that use channels-last layout, so that the
/// cost of vector lanes and copies is minimal: a minimum cut separates the two layouts. Costs in
/// FLOP; a copied byte counts as one FLOP.
class LayoutChoice {
public:
  LayoutChoice(const Graph& graph, std::uint32_t lanes) : graph_(graph), lanes_(lanes) {
    const std::size_t count = graph.nodes.size();
    MinimumCut cut(3 * count + 2);
    const std::size_t first = 3 * count; // the source: channels first
    const std::size_t last = first + 1;
    for (NodeId id = 0; id < count; ++id) {
      const Node& node = graph.nodes[id];
      if (!is_image(node))
        continue;
      // A copy is made once for all readers with the other layout: node `id` + count is on the side
      // `last` if one of them is, node `id` + 2 count on the side `first`.
      cut.edge(id, id + count, copy_bytes(id), 0);
      cut.edge(id + 2 * count, id, copy_bytes(id), 0);
      if (!may_be_last(id))
        cut.edge(first, id, kNever, 0);
      else if (node.op == Op::conv2d) {
        cut.edge(id, last, lane_flop(id, false), 0);
        cut.edge(first, id, lane_flop(id, true), 0);
      }
    }
    for (NodeId id = 0; id < count; ++id)
      for (const NodeId in : graph.nodes[id].inputs) {
        if (!is_image(graph.nodes[in]))
          continue;
        if (!is_image(graph.nodes[id])) // other operators read the original layout
          cut.edge(first, in + 2 * count, kNever, 0);
        else if (!is_weight(id, in) && !is_of_channels(id, in)) {
          cut.edge(in + count, id, kNever, 0);
          cut.edge(id, in + 2 * count, kNever, 0);
        }
      }
    for (const Output& output : graph.outputs)
      if (is_image(graph.nodes[output.node]))
        cut.edge(first, output.node + 2 * count, kNever, 0);
    last_ = cut.run(first, last);
  }

  [[nodiscard]] bool is_last(NodeId id) const { return last_[id] && may_be_last(id); }
  [[nodiscard]] bool any() const {
    for (NodeId id = 0; id < graph_.nodes.size(); ++id)
      if (graph_.nodes[id].op == Op::conv2d && is_last(id))
        return true;
    return false;
  }

  /// A bias or scale per channel: [c,1,1] or [1,c,1,1].
  [[nodiscard]] bool is_of_channels(NodeId id, NodeId in) const {
    const Shape& shape = graph_.nodes[in].shape;
    const std::size_t lead = shape.size() == 4 ? 1 : 0;
    return shape.size() == 3 + lead && (lead == 0 || shape[0] == 1) && shape[lead + 1] == 1 &&
           shape[lead + 2] == 1 && (shape[lead] == 1 || shape[lead] == graph_.nodes[id].shape[1]) &&
           graph_.nodes[id].shape != shape;
  }

private:
  static constexpr std::uint64_t kNever = std::uint64_t{1} << 60;

  [[nodiscard]] bool is_weight(NodeId id, NodeId in) const {
    return graph_.nodes[id].op == Op::conv2d && graph_.nodes[id].inputs[1] == in;
  }

  /// The operator supports channels last: a convolution in channels-first layout, or an
  /// element-wise operator of images and numbers.
  [[nodiscard]] bool may_be_last(NodeId id) const {
    const Node& node = graph_.nodes[id];
    if (!is_image(node) || node.condition != kNoNode || node.chooses)
      return false;
    if (node.op == Op::conv2d)
      return !node.attributes.channels_last;
    return is_elementwise(node.op) && node.op != Op::fused &&
           std::all_of(node.inputs.begin(), node.inputs.end(), [&](NodeId in) {
             return graph_.nodes[in].shape == node.shape || graph_.nodes[in].shape.empty() ||
                    is_of_channels(id, in);
           });
  }

  [[nodiscard]] std::uint64_t lane_flop(NodeId id, bool channels_last) const {
    const Shape& shape = graph_.nodes[id].shape;
    return flop_with_lanes(flop_of(graph_, id), shape[channels_last ? 1 : 3], lanes_);
  }
  [[nodiscard]] std::uint64_t copy_bytes(NodeId id) const {
    return 2 * result_bytes(graph_.nodes[id]); // the copy reads and writes it
  }

  const Graph& graph_;
  std::uint64_t lanes_;
  std::vector<bool> last_;
};

class LayoutRewriter final : public Rewriter {
public:
  LayoutRewriter(const Graph& graph, const LayoutChoice& choice)
      : Rewriter(graph), choice_(choice) {
    needed_first_.assign(graph.nodes.size(), false);
    for (NodeId id = 0; id < graph.nodes.size(); ++id) {
      const Node& node = graph.nodes[id];
      for (std::size_t i = 0; i < node.inputs.size(); ++i)
        // weights keep their layout
        if (!choice.is_last(id) || (node.op == Op::conv2d && i == 1))
          needed_first_[node.inputs[i]] = true;
    }
    for (const Output& output : graph.outputs)
      needed_first_[output.node] = true;
    for (const Output& alias : graph.aliases)
      needed_first_[alias.node] = true;
  }

private:
  static Attributes order(std::vector<std::int64_t> axes) {
    Attributes how;
    how.axes = std::move(axes);
    return how;
  }

  /// The operand in channels-last layout.
  NodeId with_channels_last(NodeId in) {
    if (const auto found = last_.find(in); found != last_.end())
      return found->second;
    const NodeId view = make(Op::transpose, {in}, order({0, 2, 3, 1}));
    return last_[in] = make(Op::contiguous, {view});
  }

  std::optional<NodeId> replace(NodeId id) override {
    const NodeId old = current_;
    if (!choice_.is_last(old))
      return std::nullopt;
    const Node of = node(id);
    std::vector<NodeId> inputs;
    for (std::size_t i = 0; i < of.inputs.size(); ++i) {
      const NodeId in = of.inputs[i];
      const Shape shape = node(in).shape;
      if (of.op == Op::conv2d ? i == 1 : shape.empty()) {
        inputs.push_back(in);
      } else if (choice_.is_of_channels(old, from_.nodes[old].inputs[i])) {
        Attributes row;
        row.shape = {elements_of(shape)};
        inputs.push_back(make(Op::reshape, {in}, row));
      } else {
        inputs.push_back(with_channels_last(in));
      }
    }
    Attributes how = of.attributes;
    how.channels_last = of.op == Op::conv2d;
    const NodeId made = make(of.op, std::move(inputs), how);
    NodeId back = make(Op::transpose, {made}, order({0, 3, 1, 2}));
    if (needed_first_[old])
      back = make(Op::contiguous, {back});
    last_[back] = made;
    return back;
  }

  const LayoutChoice& choice_;
  std::vector<bool> needed_first_; ///< by node of the original graph: an operator reads the
                                   ///< original layout
  std::map<NodeId, NodeId> last_;  ///< channels-last version, by node of the new graph
};

} // namespace

Graph choose_layouts(const Graph& graph, std::uint32_t lanes, std::uint64_t& applied,
                     RewriteLog& rewrites) {
  if (lanes <= 1)
    return graph;
  const LayoutChoice choice(graph, lanes);
  if (!choice.any())
    return graph;
  return LayoutRewriter(graph, choice).run("layout", applied, rewrites);
}

} // namespace stallscope::graph
