#include "passes/rewriter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

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

/// Horizontal fusion: matrix products with the same left operand become one product with their
/// right operands beside each other, those with the same right operand one with their left operands
/// below each other; the results are slices. Params and constants are laid so before a run, so that
/// no kernel copies them. A group is fused if it saves traffic: the shared operand is read once,
/// and only a reshape of columns copies what it read in place before.
class Horizontal final : public Rewriter {
public:
  explicit Horizontal(const Graph& from) : Rewriter(from), users_(from.users()) {
    std::map<Key, std::vector<NodeId>> products;
    for (NodeId old = 0; old < from.nodes.size(); ++old)
      if (is_candidate(old))
        for (const std::size_t shared : {0U, 1U})
          if (is_laid(from.nodes[old].inputs[1 - shared]))
            products[{from.nodes[old].inputs[shared], shared}].push_back(old);
    for (auto& [key, of] : products)
      choose(key, of);
  }

private:
  using Key = std::pair<NodeId, std::size_t>; ///< the shared operand, and which one it is
  struct Group {
    std::vector<NodeId> operands;         ///< of the original graph, without duplicates
    NodeId first = kNoNode;               ///< product of the original graph
    NodeId product = kNoNode;             ///< in the new graph
    std::map<NodeId, std::int64_t> begin; ///< first column or row, by operand
  };

  [[nodiscard]] bool is_candidate(NodeId old) const {
    const Node& of = from_.nodes[old];
    return of.op == Op::matmul && of.shape.size() == 2 && !of.attributes.transpose_a &&
           !of.attributes.transpose_b && of.condition == kNoNode && of.device < 0;
  }
  [[nodiscard]] bool is_laid(NodeId old) const {
    return from_.nodes[old].op == Op::param || from_.nodes[old].op == Op::constant;
  }

  /// Bytes: the shared operand is read once instead of for each product; a reshape of columns is
  /// written and read.
  [[nodiscard]] bool pays(const Key& key, const std::vector<NodeId>& products) const {
    if (products.size() < 2)
      return false;
    std::uint64_t copied = 0;
    for (const NodeId old : products)
      for (const NodeId user : users_[old])
        if (key.second == 0 && from_.nodes[user].op == Op::reshape)
          copied += 2 * result_bytes(from_.nodes[old]);
    return (products.size() - 1) * result_bytes(from_.nodes[key.first]) > copied;
  }

  /// Of products behind all operands. A param lies in one group of operands only, in one order.
  void choose(const Key& key, std::vector<NodeId> products) {
    NodeId last = 0;
    for (const NodeId old : products)
      last = std::max(last, from_.nodes[old].inputs[1 - key.second]);
    std::erase_if(products, [last](NodeId old) { return old < last; });
    if (!pays(key, products))
      return;
    Group group;
    for (const NodeId old : products) {
      const NodeId operand = from_.nodes[old].inputs[1 - key.second];
      if (std::find(group.operands.begin(), group.operands.end(), operand) == group.operands.end())
        group.operands.push_back(operand);
    }
    std::sort(group.operands.begin(), group.operands.end());
    if (group.operands.size() < 2)
      return;
    for (const NodeId operand : group.operands)
      if (const auto found = laid_.find(operand);
          found != laid_.end() && found->second != std::pair(key.second, group.operands))
        return;
    for (const NodeId operand : group.operands)
      laid_[operand] = {key.second, group.operands};
    group.first = products.front();
    for (const NodeId old : products)
      group_of_.try_emplace(old, key);
    groups_[key] = std::move(group);
  }

  /// The first product of a group.
  [[nodiscard]] NodeId unit() const override {
    const auto found = group_of_.find(current_);
    return found == group_of_.end() ? current_ : groups_.at(found->second).first;
  }

  std::optional<NodeId> replace(NodeId id) override {
    const auto found = group_of_.find(current_);
    if (found == group_of_.end())
      return std::nullopt;
    const Node of = node(id);
    const std::size_t shared = found->second.second;
    Group& group = groups_.at(found->second);
    if (group.product == kNoNode)
      begin_group(group, of.inputs[shared], shared);
    Attributes how;
    how.axes = {shared == 0 ? 1 : 0};
    how.begin = group.begin.at(from_.nodes[current_].inputs[1 - shared]);
    how.end = how.begin + of.shape[shared == 0 ? 1 : 0];
    return make(Op::slice, {group.product}, how);
  }

  /// Makes the product of all operands, which stand in front of it.
  void begin_group(Group& group, NodeId shared_node, std::size_t shared) {
    const std::size_t axis = shared == 0 ? 1 : 0;
    std::vector<NodeId> operands;
    std::int64_t at = 0;
    for (const NodeId old : group.operands) {
      operands.push_back(new_of(old));
      group.begin[old] = at;
      at += from_.nodes[old].shape[axis];
    }
    NodeId& all = beside_[{shared, group.operands}];
    if (all == 0) {
      Attributes side;
      side.axes = {static_cast<std::int64_t>(axis)};
      side.laid = true;
      all = make(Op::concat, operands, side);
    }
    group.product =
        shared == 0 ? make(Op::matmul, {shared_node, all}) : make(Op::matmul, {all, shared_node});
  }

  std::vector<std::vector<NodeId>> users_;
  std::map<Key, Group> groups_;
  std::map<NodeId, Key> group_of_; ///< by product of the original graph
  std::map<NodeId, std::pair<std::size_t, std::vector<NodeId>>> laid_;   ///< by operand
  std::map<std::pair<std::size_t, std::vector<NodeId>>, NodeId> beside_; ///< concatenations
};

/// softmax(q k^T s + mask) v as separate operators becomes one kernel without stored scores
/// (FlashAttention, Dao et al. 2022).
class Attention final : public Rewriter {
public:
  using Rewriter::Rewriter;

private:
  [[nodiscard]] bool once(NodeId id) const { return uses(id) == 1; }
  /// Queries, keys and values of equal batches and sizes.
  [[nodiscard]] static bool fits(const Shape& q, const Shape& k, const Shape& v) {
    return q.size() == k.size() && k.size() == v.size() &&
           std::equal(q.begin(), q.end() - 2, k.begin()) &&
           std::equal(q.begin(), q.end() - 2, v.begin()) && q.back() == k.back() &&
           k[k.size() - 2] == v[v.size() - 2];
  }

  /// Scores q k^T s.
  struct Scores {
    NodeId product = kNoNode;
    double scale = 1;
  };

  /// The product behind a factor of one number, if nothing else reads it.
  [[nodiscard]] std::optional<Scores> scores_of(NodeId id) const {
    Scores out{id, 1};
    if (const Op op = node(id).op; (op == Op::mul || op == Op::div) && once(id)) {
      const Node& scaled = node(id);
      const std::size_t by = is_constant(scaled.inputs[0]) && op == Op::mul ? 0 : 1;
      if (!is_constant(scaled.inputs[by]) || node(scaled.inputs[by]).value->values.size() != 1)
        return std::nullopt;
      const double number = node(scaled.inputs[by]).value->values[0];
      out = {scaled.inputs[1 - by], op == Op::mul ? number : 1.0 / number};
    }
    const Node& product = node(out.product);
    if (product.op != Op::matmul || !once(out.product) || product.attributes.transpose_a)
      return std::nullopt;
    return out;
  }

  /// Rows of keys, of which the product of the scores reads columns.
  std::optional<NodeId> keys_of(const Node& product, const Shape& values) {
    const NodeId keys = product.inputs[1];
    if (product.attributes.transpose_b)
      return keys;
    if (node(keys).op != Op::transpose)
      return std::nullopt;
    Attributes rows; // another transposition
    rows.axes = node(keys).attributes.axes;
    std::swap(rows.axes[rows.axes.size() - 1], rows.axes[rows.axes.size() - 2]);
    const NodeId of = node(keys).inputs[0];
    if (std::is_sorted(rows.axes.begin(), rows.axes.end()))
      return of;
    Node view;
    view.op = Op::transpose;
    view.inputs = {of};
    view.attributes = rows;
    if (infer(out_, view) || !fits(node(product.inputs[0]).shape, view.shape, values))
      return std::nullopt;
    return make(Op::transpose, {of}, rows);
  }

  std::optional<NodeId> replace(NodeId id) override {
    const Node of = node(id);
    // In one kernel scores are not rounded, neither to whole numbers nor to decimals.
    if (of.op != Op::matmul || is_transposed(of.attributes) || of.type == Type::i32 ||
        out_.decimals >= 0)
      return std::nullopt;
    const NodeId soft = of.inputs[0];
    if (node(soft).op != Op::softmax || !once(soft) ||
        node(soft).attributes.axes[0] + 1 != static_cast<std::int64_t>(node(soft).shape.size()))
      return std::nullopt;
    const NodeId weighed = node(soft).inputs[0];
    std::optional<Scores> scores = scores_of(weighed);
    NodeId mask = kNoNode;
    if (node(weighed).op == Op::add && once(weighed))
      for (std::size_t i = 0; i < 2 && !scores; ++i) {
        scores = scores_of(node(weighed).inputs[i]);
        mask = node(weighed).inputs[1 - i];
      }
    if (!scores || node(scores->product).shape != node(weighed).shape)
      return std::nullopt;
    const Node product = node(scores->product);
    const auto keys = keys_of(product, node(of.inputs[1]).shape);
    if (!keys || !fits(node(product.inputs[0]).shape, node(*keys).shape, node(of.inputs[1]).shape))
      return std::nullopt;
    Attributes how;
    how.epsilon = scores->scale;
    std::vector<NodeId> inputs{product.inputs[0], *keys, of.inputs[1]};
    if (mask != kNoNode)
      inputs.push_back(mask);
    return make(Op::attention, std::move(inputs), how);
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
