#pragma once

#include "graph/passes/passes.hpp"
#include "graph/structure/graph.hpp"

#include <optional>
#include <vector>

namespace stallscope::graph {

/// Rewrites a graph node by node; a pass replaces nodes by others of the new graph.
class Rewriter {
public:
  explicit Rewriter(const Graph& from);
  virtual ~Rewriter() = default;
  Rewriter(const Rewriter&) = delete;
  Rewriter& operator=(const Rewriter&) = delete;

  /// The new graph; counts replacements in `applied` and records them in `rewrites`.
  Graph run(std::string_view pass, std::uint64_t& applied, RewriteLog& rewrites);

protected:
  /// The replacement of a node that was just copied to the new graph, or none. May append nodes.
  /// The replacement must have the same type and shape.
  virtual std::optional<NodeId> replace(NodeId id) = 0;
  /// Identifies what is replaced together with the current node, by a node of the original graph.
  [[nodiscard]] virtual NodeId unit() const { return current_; }

  [[nodiscard]] const Node& node(NodeId id) const { return out_.nodes[id]; }
  [[nodiscard]] const Node& input(NodeId id, std::size_t i) const {
    return out_.nodes[out_.nodes[id].inputs[i]];
  }
  [[nodiscard]] bool is_constant(NodeId id) const { return node(id).op == Op::constant; }
  /// A constant with this value in all elements.
  [[nodiscard]] bool is_number(NodeId id, double number) const;
  NodeId make(Op op, std::vector<NodeId> inputs, const Attributes& how = {});
  NodeId make_constant(Tensor value);
  /// Number of uses, in the original graph, of the node that `id` represents.
  [[nodiscard]] std::size_t uses(NodeId id) const { return id < uses_.size() ? uses_[id] : 0; }

  /// The new node of an original one; kNoNode: not copied yet.
  [[nodiscard]] NodeId new_of(NodeId old) const { return old < map_.size() ? map_[old] : kNoNode; }

  const Graph& from_;
  NodeId current_ = 0; ///< the original node being rewritten
  Graph out_;
  std::string rule_; ///< set by replace(): name of the rewrite, if different from the pass

private:
  void take_name(NodeId old, NodeId to);

  std::vector<NodeId> map_;
  std::vector<std::size_t> uses_;
};

/// Removes nodes that no output needs, except those that were unneeded in `before`.
[[nodiscard]] Graph without_newly_dead(const Graph& before, const Graph& after);
/// Removes nodes that no output needs, except inputs and params.
[[nodiscard]] Graph without_dead(const Graph& graph, std::uint64_t& removed);

using RunPass = Graph (*)(const Graph&, const std::vector<Rule>&, std::uint64_t&, RewriteLog&);
Graph fold_constants(const Graph&, const std::vector<Rule>&, std::uint64_t&, RewriteLog&);
Graph simplify_algebra(const Graph&, const std::vector<Rule>&, std::uint64_t&, RewriteLog&);
Graph simplify_views(const Graph&, const std::vector<Rule>&, std::uint64_t&, RewriteLog&);
Graph absorb_transposes(const Graph&, const std::vector<Rule>&, std::uint64_t&, RewriteLog&);
Graph apply_rules(const Graph&, const std::vector<Rule>&, std::uint64_t&, RewriteLog&);
Graph share_subexpressions(const Graph&, const std::vector<Rule>&, std::uint64_t&, RewriteLog&);
Graph remove_dead(const Graph&, const std::vector<Rule>&, std::uint64_t&, RewriteLog&);
Graph fuse_attention(const Graph&, const std::vector<Rule>&, std::uint64_t&, RewriteLog&);
Graph fuse_horizontally(const Graph&, const std::vector<Rule>&, std::uint64_t&, RewriteLog&);
Graph fuse_vertically(const Graph&, const std::vector<Rule>&, std::uint64_t&, RewriteLog&);

inline constexpr std::size_t kMostSaturatedNodes = 2000;
/// The equalities of the program, then these rules.
[[nodiscard]] std::vector<Rule> saturated_rules(const std::vector<Rule>& rules);
/// Equality saturation with these rules alone.
Graph saturate_with(const Graph&, const std::vector<Rule>& all, std::uint64_t&, RewriteLog&);
Graph saturate_equalities(const Graph&, const std::vector<Rule>&, std::uint64_t&, RewriteLog&);
Graph choose_layouts(const Graph& graph, std::uint32_t lanes, std::uint64_t& applied,
                     RewriteLog& rewrites);

} // namespace stallscope::graph
