#include "distribute/part_rules.hpp"

#include <algorithm>

namespace stallscope::graph {

namespace {

std::int64_t product(const Shape& shape, std::size_t from, std::size_t to) {
  std::int64_t out = 1;
  for (std::size_t i = from; i < to; ++i)
    out *= shape[i];
  return out;
}

class PartRules {
public:
  PartRules(const Graph& graph, NodeId id, const std::vector<std::int64_t>& split,
            std::uint32_t devices)
      : graph_(graph), node_(graph.nodes[id]), split_(split), devices_(devices) {}

  std::optional<PartRule> rule() {
    if (std::find(split_.begin(), split_.end(), kPartialSums) != split_.end())
      return of_partial_sums();
    if (is_elementwise(node_.op))
      return elementwise();
    switch (node_.op) {
    case Op::matmul:
      return matmul();
    case Op::conv2d:
      return convolution();
    case Op::conv2d_input: // of weights [k,c,r,s] and a gradient [n,k,p,q]
      return cheapest({{0, {kWhole, 0}}, {kPartialSums, {0, 1}}, {1, {1, kWhole}}});
    case Op::conv2d_weight: // of an input [n,c,h,w] and a gradient [n,k,p,q]
      return cheapest({{kPartialSums, {0, 0}}, {0, {kWhole, 1}}, {1, {1, kWhole}}});
    case Op::transpose: {
      const auto& axes = node_.attributes.axes;
      return PartRule{std::find(axes.begin(), axes.end(), split_[0]) - axes.begin(), {split_[0]}};
    }
    case Op::reshape:
      return reshape();
    case Op::broadcast:
      return PartRule{split_[0] + rank(node_) - rank(input(0)), {split_[0]}};
    case Op::contiguous:
      return PartRule{split_[0], {split_[0]}};
    case Op::slice:
    case Op::pad:
    case Op::softmax:
    case Op::concat:
      return beside_axis(node_.attributes.axes[0]);
    case Op::layer_norm:
      return split_[0] < 0 || split_[0] == rank(node_) - 1
                 ? std::nullopt
                 : std::optional(PartRule{split_[0], {split_[0], kWhole, kWhole}});
    case Op::batch_norm: // statistics of a channel
      return split_[0] == 1 ? std::optional(PartRule{1, {1, 0, 0}}) : std::nullopt;
    case Op::sum:
    case Op::mean:
    case Op::max:
      return reduction();
    case Op::attention:
      return attention();
    default:
      return std::nullopt;
    }
  }

private:
  [[nodiscard]] const Node& input(std::size_t i) const { return graph_.nodes[node_.inputs[i]]; }
  static std::int64_t rank(const Node& node) {
    return static_cast<std::int64_t>(node.shape.size());
  }
  [[nodiscard]] std::int64_t lead(std::size_t i) const { return rank(node_) - rank(input(i)); }

  /// A rule whose result is split along an axis that operands have, too, counted from the last one.
  [[nodiscard]] PartRule along(std::int64_t axis) const {
    PartRule out{axis, {}};
    for (std::size_t i = 0; i < node_.inputs.size(); ++i)
      out.operands.push_back(std::max(axis - lead(i), kWhole));
    return out;
  }

  /// Of the rules for which an operand is split as they ask, the one that moves the fewest elements
  /// between devices; of equals the first.
  [[nodiscard]] std::optional<PartRule> cheapest(std::vector<PartRule> rules) const {
    std::optional<PartRule> best;
    for (PartRule& rule : rules) {
      bool asked = false;
      for (std::size_t i = 0; i < rule.operands.size(); ++i)
        asked = asked || (rule.operands[i] >= 0 && split_[i] == rule.operands[i]);
      if (asked && (!best || moved(rule) < moved(*best)))
        best = std::move(rule);
    }
    return best;
  }
  /// Elements that collectives move for a rule: all of an operand whose parts are other ones, and
  /// twice those of partial sums (an all-reduce is a reduce-scatter and an all-gather).
  [[nodiscard]] std::int64_t moved(const PartRule& rule) const {
    std::int64_t out = rule.axis == kPartialSums ? 2 * elements_of(node_.shape) : 0;
    for (std::size_t i = 0; i < rule.operands.size(); ++i)
      if (split_[i] >= 0 && split_[i] != rule.operands[i])
        out += elements_of(input(i).shape);
    return out;
  }

  /// Linear operators of partial sums give partial sums, so that one all-reduce at the end is
  /// enough. Results larger than the sums are left out: the all-reduce would move more.
  [[nodiscard]] std::optional<PartRule> of_partial_sums() const {
    std::int64_t elements = 0;
    for (std::size_t i = 0; i < split_.size(); ++i)
      if (split_[i] == kPartialSums)
        elements = std::max(elements, elements_of(input(i).shape));
    if (elements_of(node_.shape) > elements || node_.type == Type::i32)
      return std::nullopt;
    const auto all =
        static_cast<std::size_t>(std::count(split_.begin(), split_.end(), kPartialSums));
    switch (node_.op) {
    case Op::neg:
    case Op::add:
    case Op::sub:
    case Op::addn:
    case Op::transpose:
    case Op::reshape:
    case Op::slice:
    case Op::sum:
    case Op::mean:
      if (all == split_.size())
        return PartRule{kPartialSums, std::vector<std::int64_t>(split_.size(), kPartialSums)};
      return std::nullopt;
    case Op::mul:
    case Op::div: // by a value that is whole
      if (all != 1 || split_[0] + split_[1] != kPartialSums + kWhole ||
          (node_.op == Op::div && split_[0] != kPartialSums))
        return std::nullopt;
      return PartRule{kPartialSums, split_};
    default:
      return std::nullopt;
    }
  }

  [[nodiscard]] std::optional<PartRule> elementwise() const {
    std::vector<PartRule> rules;
    for (std::size_t i = 0; i < split_.size(); ++i)
      if (split_[i] >= 0)
        rules.push_back(along(split_[i] + lead(i)));
    return cheapest(std::move(rules));
  }

  /// An operator along an axis, whose operands are split along another one.
  [[nodiscard]] std::optional<PartRule> beside_axis(std::int64_t axis) const {
    std::vector<PartRule> rules;
    for (const std::int64_t split : split_)
      if (split >= 0 && split != axis)
        rules.push_back({split, std::vector<std::int64_t>(split_.size(), split)});
    return cheapest(std::move(rules));
  }

  [[nodiscard]] std::optional<PartRule> matmul() const {
    const Attributes& how = node_.attributes;
    const std::int64_t last_a = rank(input(0)) - 1;
    const std::int64_t last_b = rank(input(1)) - 1;
    const std::int64_t summed_a = how.transpose_a ? last_a - 1 : last_a;
    const std::int64_t summed_b = how.transpose_b ? last_b : last_b - 1;
    const std::int64_t free_a = 2 * last_a - 1 - summed_a;
    const std::int64_t free_b = 2 * last_b - 1 - summed_b;
    const std::int64_t last = rank(node_) - 1;
    std::vector<PartRule> rules{{kPartialSums, {summed_a, summed_b}},
                                {last - 1, {free_a, kWhole}},
                                {last, {kWhole, free_b}}};
    for (std::size_t i = 0; i < 2; ++i)
      if (const std::int64_t axis = split_[i] + lead(i); split_[i] >= 0 && axis < last - 1)
        rules.push_back(along(axis)); // of a batch
    return cheapest(std::move(rules));
  }

  /// By images, by channels of the result, or by channels of the input.
  [[nodiscard]] std::optional<PartRule> convolution() const {
    const std::int64_t channels = node_.attributes.channels_last ? 3 : 1;
    return cheapest({{0, {0, kWhole}}, {channels, {kWhole, 0}}, {kPartialSums, {channels, 1}}});
  }

  /// Parts stay parts if there is a dimension of the result in whose order elements lie in the same
  /// parts: with as many elements before it, and bounds of parts at the same elements.
  [[nodiscard]] std::optional<PartRule> reshape() const {
    const Shape& from = input(0).shape;
    const Shape& to = node_.shape;
    const auto axis = static_cast<std::size_t>(split_[0]);
    const std::int64_t before = product(from, 0, axis);
    const std::int64_t inner = product(from, axis + 1, from.size());
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (product(to, 0, i) != before)
        continue;
      const std::int64_t to_inner = product(to, i + 1, to.size());
      bool same = to[i] >= devices_;
      for (std::uint32_t d = 1; d < devices_; ++d)
        same = same && part_begin(from[axis], d, devices_) * inner ==
                           part_begin(to[i], d, devices_) * to_inner;
      if (same)
        return PartRule{static_cast<std::int64_t>(i), {split_[0]}};
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<PartRule> reduction() const {
    const auto& axes = node_.attributes.axes;
    if (std::find(axes.begin(), axes.end(), split_[0]) != axes.end())
      return node_.op == Op::sum ? std::optional(PartRule{kPartialSums, {split_[0]}})
                                 : std::nullopt;
    std::int64_t to = split_[0];
    if (!node_.attributes.keep)
      to -= std::count_if(axes.begin(), axes.end(), [this](auto axis) { return axis < split_[0]; });
    return PartRule{to, {split_[0]}};
  }

  /// By heads, or by queries, for which keys and values are whole.
  [[nodiscard]] std::optional<PartRule> attention() const {
    const std::int64_t rows = rank(node_) - 2;
    std::vector<PartRule> rules{{rows, {rows, kWhole, kWhole}}};
    if (split_.size() > 3) // of the mask the same queries
      rules.front().operands.push_back(std::max(rows - lead(3), kWhole));
    for (std::size_t i = 0; i < split_.size(); ++i)
      if (split_[i] >= 0 && split_[i] + lead(i) < rows)
        rules.push_back(along(split_[i] + lead(i)));
    return cheapest(std::move(rules));
  }

  const Graph& graph_;
  const Node& node_;
  const std::vector<std::int64_t>& split_;
  std::uint32_t devices_;
};

} // namespace

std::optional<PartRule> part_rule(const Graph& graph, NodeId id,
                                  const std::vector<std::int64_t>& split, std::uint32_t devices) {
  return PartRules(graph, id, split, devices).rule();
}

} // namespace stallscope::graph
