#include "passes/rewriter.hpp"

#include "base/check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::graph {

Rewriter::Rewriter(const Graph& from) : from_(from) {
  out_.name = from.name;
  out_.decimals = from.decimals;
}

bool Rewriter::is_number(NodeId id, double number) const {
  if (!is_constant(id))
    return false;
  const std::vector<double>& values = node(id).value->values;
  return std::all_of(values.begin(), values.end(),
                     [number](double value) { return value == number; });
}

NodeId Rewriter::make(Op op, std::vector<NodeId> inputs, const Attributes& how) {
  const NodeId id = append(out_, op, std::move(inputs), how);
  uses_.resize(out_.nodes.size(), 1);
  return id;
}

NodeId Rewriter::make_constant(Tensor value) {
  const NodeId id = append_constant(out_, std::move(value));
  uses_.resize(out_.nodes.size(), 1);
  return id;
}

/// A replacement created by the pass takes over the name of the replaced node; for an existing
/// named node the name becomes an alias.
void Rewriter::take_name(NodeId old, NodeId to) {
  Node& before = out_.nodes[old];
  Node& after = out_.nodes[to];
  if (before.named && !after.named && to > old) {
    after.name = before.name;
    after.named = true;
    after.place = before.place;
    after.backward = before.backward;
    before.named = false;
    before.name = fmt::format("%{}", old);
  } else if (before.named) {
    out_.aliases.push_back({before.name, to});
    before.named = false;
    before.name = fmt::format("%{}", old);
  }
}

Graph Rewriter::run(std::string_view pass, std::uint64_t& applied, RewriteLog& rewrites) {
  std::vector<std::size_t> uses(from_.nodes.size(), 0);
  for (const Node& of : from_.nodes)
    for (const NodeId in : of.inputs)
      ++uses[in];
  for (const Output& output : from_.outputs)
    ++uses[output.node];
  for (NodeId old = 0; old < from_.nodes.size(); ++old) {
    current_ = old;
    Node copy = from_.nodes[old];
    for (NodeId& in : copy.inputs)
      in = map_[in];
    if (copy.condition != kNoNode)
      copy.condition = map_[copy.condition];
    if (copy.name.starts_with('%'))
      copy.name.clear();
    const Place place = copy.place;
    const bool backward = copy.backward;
    const int stage = copy.stage;
    if (copy.name.empty())
      copy.name = fmt::format("%{}", out_.nodes.size());
    NodeId id = static_cast<NodeId>(out_.nodes.size());
    out_.nodes.push_back(std::move(copy));
    uses_.resize(out_.nodes.size(), 1);
    uses_[id] = uses[old];
    rule_.clear();
    const bool stays =
        is_source(out_.nodes[id].op) || out_.nodes[id].op == Op::unknown || rewrites.skips(unit());
    const auto other = stays || rewrites.full() ? std::nullopt : replace(id);
    if (other && *other != id) {
      STALLSCOPE_CHECK(node(*other).shape == node(id).shape && node(*other).type == node(id).type,
                       "a replacement has the type and shape of what it replaces");
      ++applied;
      const std::string before = text_of(out_, id);
      const std::string called = out_.nodes[id].name;
      for (NodeId added = id + 1; added < out_.nodes.size(); ++added) {
        out_.nodes[added].place = place;
        out_.nodes[added].backward = backward;
        out_.nodes[added].stage = stage;
      }
      uses_.resize(out_.nodes.size(), 1);
      take_name(id, *other);
      rewrites.push_back({rule_.empty() ? std::string(pass) : rule_,
                          fmt::format("{} = {} -> {}", called, before, text_of(out_, *other)),
                          place, unit()});
      uses_[*other] = std::max(uses_[*other], uses[old]);
      id = *other;
    }
    map_.push_back(id);
  }
  for (const Output& output : from_.outputs)
    out_.outputs.push_back({output.name, map_[output.node]});
  for (const Output& alias : from_.aliases)
    out_.aliases.push_back({alias.name, map_[alias.node]});
  if (applied == 0)
    return from_;
  return without_newly_dead(from_, out_);
}

namespace {

std::vector<bool> needed_nodes(const Graph& graph) {
  std::vector<bool> needed(graph.nodes.size(), false);
  for (const Output& output : graph.outputs)
    needed[output.node] = true;
  for (NodeId id = static_cast<NodeId>(graph.nodes.size()); id-- > 0;) {
    const Node& node = graph.nodes[id];
    if (node.op == Op::param || node.op == Op::input)
      needed[id] = true;
    if (!needed[id])
      continue;
    for (const NodeId from : node.inputs)
      needed[from] = true;
    if (node.condition != kNoNode)
      needed[node.condition] = true;
  }
  return needed;
}

Graph only(const Graph& graph, const std::vector<bool>& keep) {
  Graph out;
  out.name = graph.name;
  out.decimals = graph.decimals;
  std::vector<NodeId> map(graph.nodes.size(), kNoNode);
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    if (!keep[id])
      continue;
    Node node = graph.nodes[id];
    for (NodeId& in : node.inputs)
      in = map[in];
    if (node.condition != kNoNode)
      node.condition = map[node.condition];
    map[id] = static_cast<NodeId>(out.nodes.size());
    if (node.name.starts_with('%'))
      node.name = fmt::format("%{}", map[id]);
    out.nodes.push_back(std::move(node));
  }
  for (const Output& output : graph.outputs)
    out.outputs.push_back({output.name, map[output.node]});
  for (const Output& alias : graph.aliases)
    if (map[alias.node] != kNoNode)
      out.aliases.push_back({alias.name, map[alias.node]});
  return out;
}

} // namespace

Graph without_newly_dead(const Graph& before, const Graph& after) {
  // Named nodes that no output needed before the pass are kept, with their operands.
  std::vector<bool> keep = needed_nodes(after);
  const std::vector<bool> needed_before = needed_nodes(before);
  std::vector<std::string_view> dead;
  for (NodeId id = 0; id < before.nodes.size(); ++id)
    if (!needed_before[id] && before.nodes[id].named)
      dead.push_back(before.nodes[id].name);
  std::sort(dead.begin(), dead.end());
  for (NodeId id = static_cast<NodeId>(after.nodes.size()); id-- > 0;) {
    const Node& node = after.nodes[id];
    keep[id] = keep[id] || (node.named && std::binary_search(dead.begin(), dead.end(), node.name));
    if (keep[id])
      for (const NodeId from : node.inputs)
        keep[from] = true;
    if (keep[id] && node.condition != kNoNode)
      keep[node.condition] = true;
  }
  return only(after, keep);
}

Graph without_dead(const Graph& graph, std::uint64_t& removed) {
  const std::vector<bool> keep = needed_nodes(graph);
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    removed += !keep[id] && !is_source(graph.nodes[id].op) ? 1 : 0;
  return only(graph, keep);
}

} // namespace stallscope::graph
