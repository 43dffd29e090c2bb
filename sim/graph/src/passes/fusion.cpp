#include "passes/rewriter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace stallscope::graph {

namespace {

constexpr std::size_t kMostFused = 32; ///< limit of steps per kernel
constexpr std::size_t kMostFusedInputs = 16;

/// Vertical fusion: an element-wise operation absorbs its element-wise operands that have no other
/// users. Their results stay in registers, without writes, reads and launches. Operands have been
/// fused before their users; operands that would make a kernel exceed the limits are not absorbed.
class Vertical final : public Rewriter {
public:
  using Rewriter::Rewriter;

private:
  [[nodiscard]] static bool is_fusible(const Node& of) {
    return is_elementwise(of.op) && of.condition == kNoNode && !of.chooses;
  }

  std::optional<NodeId> replace(NodeId id) override {
    const Node of = node(id);
    if (!is_fusible(of))
      return std::nullopt;
    bool any = false;
    for (const NodeId in : of.inputs)
      any = any || is_taken_in(in, of);
    if (!any)
      return std::nullopt;
    inputs_.clear();
    steps_.clear();
    add_all(of);
    if (steps_.size() > kMostFused || inputs_.size() > kMostFusedInputs)
      return std::nullopt;
    Node fused;
    fused.op = Op::fused;
    fused.inputs = inputs_;
    fused.steps = steps_;
    fused.attributes.type = of.type;
    // Types within the kernel can differ (cast); the result has the type of the last step.
    const NodeId out = static_cast<NodeId>(out_.nodes.size());
    fused.type = of.type;
    fused.shape = of.shape;
    fused.name = fmt::format("%{}", out);
    fused.backward = of.backward;
    out_.nodes.push_back(std::move(fused));
    return out;
  }

  [[nodiscard]] bool is_taken_in(NodeId in, const Node& by) const {
    const Node& of = node(in);
    const auto reads = static_cast<std::size_t>(std::count(by.inputs.begin(), by.inputs.end(), in));
    return is_fusible(of) && of.shape == by.shape && uses(in) == reads;
  }

  std::int32_t input_place(NodeId in) {
    const auto found = std::find(inputs_.begin(), inputs_.end(), in);
    if (found != inputs_.end())
      return static_cast<std::int32_t>(found - inputs_.begin());
    inputs_.push_back(in);
    return static_cast<std::int32_t>(inputs_.size() - 1);
  }

  /// Adds the steps of the absorbed operands, then the operation's own step.
  void add_all(const Node& of) {
    std::vector<std::int32_t> from;
    std::map<NodeId, std::int32_t> of_input; // step of each operand, so that an operand read twice
                                             // is computed once
    for (const NodeId in : of.inputs) {
      const auto found = of_input.find(in);
      if (found != of_input.end()) {
        from.push_back(found->second);
        continue;
      }
      if (is_taken_in(in, of)) {
        const Node& taken = node(in);
        std::vector<std::int32_t> read;
        for (const NodeId of_taken : taken.inputs)
          read.push_back(input_place(of_taken));
        add_steps(taken, read);
        from.push_back(-static_cast<std::int32_t>(steps_.size()));
      } else {
        from.push_back(input_place(in));
      }
      of_input[in] = from.back();
    }
    add_steps(of, from);
  }

  /// Adds the steps of an operation with operands at `from`.
  void add_steps(const Node& of, const std::vector<std::int32_t>& from) {
    if (of.op != Op::fused) {
      steps_.push_back({of.op, of.type, from});
      return;
    }
    const auto base = static_cast<std::int32_t>(steps_.size());
    for (FusedStep step : of.steps) {
      for (std::int32_t& at : step.from)
        at = at >= 0 ? from[static_cast<std::size_t>(at)] : at - base;
      steps_.push_back(std::move(step));
    }
  }

  std::vector<NodeId> inputs_;
  std::vector<FusedStep> steps_;
};

/// Horizontal fusion: matrix products with the same left operand become one product with the
/// concatenated right operands; the results are slices.
class Horizontal final : public Rewriter {
public:
  explicit Horizontal(const Graph& from) : Rewriter(from) {
    for (NodeId old = 0; old < from.nodes.size(); ++old)
      if (is_candidate(from, old))
        of_left_[from.nodes[old].inputs[0]].push_back(from.nodes[old].inputs[1]);
    for (auto& [left, rights] : of_left_) {
      std::set<NodeId> seen;
      std::erase_if(rights, [&seen](NodeId right) { return !seen.insert(right).second; });
      second_[left] = seen.size() < 2 ? kNoNode : *std::next(seen.begin());
    }
  }

private:
  static bool is_candidate(const Graph& graph, NodeId id) {
    const Node& of = graph.nodes[id];
    return of.op == Op::matmul && of.shape.size() == 2 && !of.attributes.transpose_a &&
           !of.attributes.transpose_b && is_source(graph.nodes[of.inputs[1]].op) &&
           of.condition == kNoNode;
  }

  std::optional<NodeId> replace(NodeId id) override {
    if (!is_candidate(out_, id))
      return std::nullopt;
    const Node of = node(id);
    const NodeId left = of.inputs[0];
    const auto group = products_.find(left);
    if (group != products_.end()) {
      const auto place = group->second.columns.find(of.inputs[1]);
      return place == group->second.columns.end()
                 ? std::nullopt
                 : std::optional(column(group->second.product, place->second, of.shape[1]));
    }
    return make_group(of);
  }

  NodeId column(NodeId product, std::int64_t begin, std::int64_t width) {
    Attributes how;
    how.axes = {1};
    how.begin = begin;
    how.end = begin + width;
    return make(Op::slice, {product}, how);
  }

  /// Concatenates the right operands of this left operand that are available before all of its
  /// products.
  std::optional<NodeId> make_group(const Node& of) {
    const NodeId old_left = from_.nodes[current_].inputs[0];
    const auto second = second_.find(old_left);
    if (second == second_.end() || new_of(second->second) == kNoNode)
      return std::nullopt; // fewer than two are available
    std::vector<NodeId> rights;
    Group group;
    std::int64_t at = 0;
    for (const NodeId old : of_left_.at(old_left)) {
      const NodeId right = new_of(old);
      if (right == kNoNode)
        continue;
      group.columns[right] = at;
      at += node(right).shape[1];
      rights.push_back(right);
    }
    Attributes side;
    side.axes = {1};
    const NodeId all = make(Op::concat, rights, side);
    group.product = make(Op::matmul, {of.inputs[0], all});
    const std::int64_t begin = group.columns.at(of.inputs[1]);
    products_[of.inputs[0]] = group;
    return column(products_[of.inputs[0]].product, begin, of.shape[1]);
  }

  struct Group {
    NodeId product = kNoNode;
    std::map<NodeId, std::int64_t> columns; ///< first column in the product, by right operand
  };
  std::map<NodeId, Group> products_;              ///< by left operand
  std::map<NodeId, std::vector<NodeId>> of_left_; ///< right operands of the original graph, without
                                                  ///< duplicates, by left operand
  std::map<NodeId, NodeId> second_; ///< the second of these operands in graph order; kNoNode: fewer
                                    ///< than two
};

/// softmax(q k^T s) v as separate operators becomes one kernel without stored scores
/// (FlashAttention, Dao et al. 2022).
class Attention final : public Rewriter {
public:
  using Rewriter::Rewriter;

private:
  [[nodiscard]] bool once(NodeId id) const { return uses(id) == 1; }

  std::optional<NodeId> replace(NodeId id) override {
    const Node of = node(id);
    if (of.op != Op::matmul || of.attributes.transpose_a || of.attributes.transpose_b)
      return std::nullopt;
    const NodeId soft = of.inputs[0];
    if (node(soft).op != Op::softmax || !once(soft) ||
        node(soft).attributes.axes[0] + 1 != static_cast<std::int64_t>(node(soft).shape.size()))
      return std::nullopt;
    NodeId scores = node(soft).inputs[0];
    double scale = 1;
    if (const Op op = node(scores).op; (op == Op::mul || op == Op::div) && once(scores)) {
      const Node scaled = node(scores);
      const std::size_t by = is_constant(scaled.inputs[0]) && op == Op::mul ? 0 : 1;
      if (!is_constant(scaled.inputs[by]) || node(scaled.inputs[by]).value->values.size() != 1)
        return std::nullopt;
      const double number = node(scaled.inputs[by]).value->values[0];
      scale = op == Op::mul ? number : 1.0 / number;
      scores = scaled.inputs[1 - by];
    }
    const Node product = node(scores);
    if (product.op != Op::matmul || !once(scores) || product.attributes.transpose_a)
      return std::nullopt;
    NodeId keys = product.inputs[1];
    if (!product.attributes.transpose_b) {
      if (node(keys).op != Op::transpose)
        return std::nullopt;
      keys = node(keys).inputs[0];
    }
    const Shape& q = node(product.inputs[0]).shape;
    const Shape& k = node(keys).shape;
    const Shape& v = node(of.inputs[1]).shape;
    if (q.size() != k.size() || k.size() != v.size() ||
        !std::equal(q.begin(), q.end() - 2, k.begin()) ||
        !std::equal(q.begin(), q.end() - 2, v.begin()) || q.back() != k.back() ||
        k[k.size() - 2] != v[v.size() - 2])
      return std::nullopt;
    Attributes how;
    how.epsilon = scale;
    return make(Op::attention, {product.inputs[0], keys, of.inputs[1]}, how);
  }
};

} // namespace

Graph fuse_vertically(const Graph& graph, const std::vector<Rule>&, std::uint64_t& applied,
                      RewriteLog& rewrites) {
  return Vertical(graph).run("fuse-vertical", applied, rewrites);
}
Graph fuse_horizontally(const Graph& graph, const std::vector<Rule>&, std::uint64_t& applied,
                        RewriteLog& rewrites) {
  return Horizontal(graph).run("fuse-horizontal", applied, rewrites);
}
Graph fuse_attention(const Graph& graph, const std::vector<Rule>&, std::uint64_t& applied,
                     RewriteLog& rewrites) {
  return Attention(graph).run("attention", applied, rewrites);
}

} // namespace stallscope::graph
