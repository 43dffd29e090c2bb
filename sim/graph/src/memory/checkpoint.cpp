#include "graph/memory/checkpoint.hpp"

#include "base/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace stallscope::graph {

namespace {

/// The kernels of the forward pass that the backward graph depends on, in order.
std::vector<NodeId> forward_kernels(const Graph& graph) {
  std::vector<NodeId> out;
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    if (!graph.nodes[id].backward && !is_source(graph.nodes[id].op) && !launches_nothing(graph, id))
      out.push_back(id);
  return out;
}

/// Rewrites a graph, inserting copies of forward nodes before the backward nodes that read them.
class Recomputing {
public:
  explicit Recomputing(const Graph& from) : from_(from), kept_(from.nodes.size(), false) {
    out_.graph.name = from.name;
    out_.graph.decimals = from.decimals;
  }

  void keep(NodeId id) { kept_[id] = true; }

  void add_forward() {
    for (NodeId id = 0; id < from_.nodes.size(); ++id)
      if (!from_.nodes[id].backward)
        original_[id] = add(id, false, [this](NodeId in) { return original_.at(in); });
  }
  /// Appends a backward node after recomputing its missing operands.
  void add_backward(NodeId id) {
    original_[id] = add(id, false, [this](NodeId in) {
      return from_.nodes[in].backward ? original_.at(in) : there(in);
    });
  }
  /// The node to read for a forward node: the node itself (kept, or a source), its present copy, or
  /// a new copy.
  NodeId there(NodeId id) {
    if (kept_[id] || is_source(from_.nodes[id].op))
      return original_.at(id);
    if (const auto found = copies_.find(id); found != copies_.end())
      return found->second;
    const NodeId copy = add(id, true, [this](NodeId in) { return there(in); });
    copies_[id] = copy;
    if (!launches_nothing(from_, id))
      ++out_.recomputed;
    return copy;
  }
  /// Discards the copy of a node, so that later readers recompute it.
  void drop(NodeId id) { copies_.erase(id); }

  Checkpointed finish() {
    for (const Output& output : from_.outputs)
      out_.graph.outputs.push_back({output.name, original_.at(output.node)});
    for (const Output& alias : from_.aliases)
      out_.graph.aliases.push_back({alias.name, original_.at(alias.node)});
    for (NodeId id = 0; id < from_.nodes.size(); ++id)
      if (kept_[id])
        out_.kept.push_back(from_.nodes[id].name);
    return std::move(out_);
  }

private:
  NodeId add(NodeId id, bool again, const std::function<NodeId(NodeId)>& input) {
    Node node = from_.nodes[id];
    for (NodeId& in : node.inputs)
      in = input(in);
    if (node.condition != kNoNode)
      node.condition = original_.at(node.condition);
    if (again) {
      node.name = fmt::format("{}~{}", node.name, ++times_[id]);
      node.named = false;
    }
    out_.graph.nodes.push_back(std::move(node));
    return static_cast<NodeId>(out_.graph.nodes.size() - 1);
  }

  const Graph& from_;
  std::vector<bool> kept_;
  std::map<NodeId, NodeId> original_;
  std::map<NodeId, NodeId> copies_;
  std::map<NodeId, unsigned> times_;
  Checkpointed out_;
};

/// Minimum number of forward steps to supply the values r, r - 1, ... l + 1 of a chain of `links`
/// to the backward pass, when the values at l and r are available and s slots are free. `again`:
/// the next checkpoint must be recomputed; in the first forward sweep it costs nothing.
class Reversal {
public:
  std::uint64_t cost(std::uint32_t links, std::uint32_t slots, bool again) {
    if (links <= 1)
      return 0;
    if (slots == 0) // each value but the last is recomputed from the start
      return std::uint64_t{links} * (links - 1) / 2;
    const auto key = std::tuple(links, slots, again);
    if (const auto found = costs_.find(key); found != costs_.end())
      return found->second;
    std::uint64_t best = cost(links, 0, again);
    for (std::uint32_t m = 1; m < links; ++m)
      best = std::min(best, split(links, slots, again, m));
    return costs_[key] = best;
  }
  std::uint64_t split(std::uint32_t links, std::uint32_t slots, bool again, std::uint32_t m) {
    return (again ? m : 0) + cost(links - m, slots - 1, again) + cost(m, slots, true);
  }
  /// Position of the next checkpoint; 0: none.
  std::uint32_t place(std::uint32_t links, std::uint32_t slots, bool again) {
    if (links <= 1 || slots == 0)
      return 0;
    const std::uint64_t best = cost(links, slots, again);
    for (std::uint32_t m = 1; m < links; ++m)
      if (split(links, slots, again, m) == best)
        return m;
    return 0;
  }

private:
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, std::uint64_t> costs_;
};

/// Applies the recursion of Reversal to the nodes of a graph.
class ChainReversal {
public:
  ChainReversal(const Graph& graph, std::vector<NodeId> links)
      : graph_(graph), links_(std::move(links)), out_(graph) {}

  Checkpointed run(std::uint32_t slots) {
    const auto count = static_cast<std::uint32_t>(links_.size());
    for (std::uint32_t i = 0; i < count; ++i)
      number_[links_[i]] = i + 1;
    for (const Output& output : graph_.outputs)
      if (!graph_.nodes[output.node].backward)
        out_.keep(output.node);
    std::uint32_t free = slots;
    for (std::uint32_t at = 0;;) { // checkpoints of the first forward sweep
      const std::uint32_t m = reversal_.place(count - at, free, false);
      if (m == 0)
        break;
      at += m;
      --free;
      out_.keep(links_[at - 1]);
    }
    out_.add_forward();
    for (NodeId id = 0; id < graph_.nodes.size(); ++id)
      if (graph_.nodes[id].backward)
        backward_.push_back(id);
    reverse_links(0, count, slots, false);
    while (next_ < backward_.size())
      out_.add_backward(backward_[next_++]);
    return out_.finish();
  }

private:
  void reverse_links(std::uint32_t l, std::uint32_t r, std::uint32_t slots, bool again) {
    const std::uint32_t m = reversal_.place(r - l, slots, again);
    if (m == 0) {
      for (std::uint32_t i = r; i > l; --i)
        reverse_link(i);
      return;
    }
    if (again)
      held_.insert(l + m);
    reverse_links(l + m, r, slots - 1, again);
    reverse_links(l, l + m, slots, true);
  }

  /// Appends the backward nodes that read no value below this link; then discards copies that are
  /// not checkpoints.
  void reverse_link(std::uint32_t link) {
    while (next_ < backward_.size() && lowest_read(backward_[next_]) >= link)
      out_.add_backward(backward_[next_++]);
    held_.erase(link);
    for (std::uint32_t i = 0; i < links_.size(); ++i)
      if (!held_.contains(i + 1))
        drop_with_views(links_[i]);
  }

  [[nodiscard]] std::uint32_t lowest_read(NodeId id) const {
    auto lowest = static_cast<std::uint32_t>(links_.size());
    for (NodeId in : graph_.nodes[id].inputs) {
      while (!is_source(graph_.nodes[in].op) && !graph_.nodes[in].backward &&
             launches_nothing(graph_, in))
        in = graph_.nodes[in].inputs[0];
      if (const auto found = number_.find(in); found != number_.end())
        lowest = std::min(lowest, found->second);
    }
    return lowest;
  }

  void drop_with_views(NodeId link) {
    out_.drop(link);
    for (NodeId id = link + 1; id < graph_.nodes.size() && !graph_.nodes[id].backward; ++id)
      if (!is_source(graph_.nodes[id].op) && launches_nothing(graph_, id) &&
          graph_.nodes[id].inputs[0] == link)
        out_.drop(id);
  }

  const Graph& graph_;
  std::vector<NodeId> links_;
  Recomputing out_;
  Reversal reversal_;
  std::map<NodeId, std::uint32_t> number_;
  std::vector<NodeId> backward_;
  std::size_t next_ = 0;
  std::set<std::uint32_t> held_; ///< recomputed checkpoints that are still needed
};

} // namespace

Checkpointed checkpoint_sqrt(const Graph& graph) {
  const std::vector<NodeId> kernels = forward_kernels(graph);
  const auto every = static_cast<std::size_t>(
      std::ceil(std::sqrt(static_cast<double>(std::max<std::size_t>(1, kernels.size())))));
  Recomputing out(graph);
  for (std::size_t i = every; i <= kernels.size(); i += every)
    out.keep(kernels[i - 1]);
  for (const Output& output : graph.outputs)
    if (!graph.nodes[output.node].backward)
      out.keep(output.node);
  out.add_forward();
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    if (graph.nodes[id].backward)
      out.add_backward(id);
  return out.finish();
}

Result<Checkpointed> checkpoint_optimal(const Graph& graph, std::uint32_t slots) {
  const std::vector<NodeId> kernels = forward_kernels(graph);
  const auto problem = [&](NodeId id, std::string message) {
    Diagnostic out;
    out.file = graph.name;
    out.line = graph.nodes[id].place.line;
    out.column = graph.nodes[id].place.column;
    out.message = std::move(message);
    out.expected = "a chain, each kernel of which reads the one before; sqrt takes any graph";
    return out;
  };
  if (kernels.size() > kMostLinks)
    return problem(kernels[kMostLinks],
                   fmt::format("a chain of {} kernels; at most {} are planned optimally",
                               kernels.size(), kMostLinks));
  for (std::size_t i = 0; i < kernels.size(); ++i)
    for (NodeId in : graph.nodes[kernels[i]].inputs) {
      while (!is_source(graph.nodes[in].op) && launches_nothing(graph, in))
        in = graph.nodes[in].inputs[0];
      if (!is_source(graph.nodes[in].op) && (i == 0 || in != kernels[i - 1]))
        return problem(kernels[i], fmt::format("{} is no link of a chain: it reads {}",
                                               graph.nodes[kernels[i]].name, graph.nodes[in].name));
    }
  return ChainReversal(graph, kernels).run(slots);
}

std::uint64_t least_recomputed(std::uint32_t links, std::uint32_t slots) {
  STALLSCOPE_CHECK(links <= kMostLinks, "the table is small");
  return Reversal().cost(links, slots, false);
}

} // namespace stallscope::graph
