#include "passes/rewriter.hpp"

#include <algorithm>
#include <map>

namespace stallscope::graph {

namespace {

bool pattern_commutes(Op op) {
  return op == Op::add || op == Op::mul || op == Op::maximum || op == Op::minimum ||
         op == Op::equal;
}

/// Match of the left side of a rule.
struct Match {
  std::map<std::string, NodeId> variables;
  std::map<Op, NodeId> operators; ///< the outermost match of each operator, for its attributes
  std::vector<NodeId> inner;      ///< matched operators except the outermost one
};

class RulePass final : public Rewriter {
public:
  RulePass(const Graph& graph, const std::vector<Rule>& rules) : Rewriter(graph), rules_(rules) {}

private:
  std::optional<NodeId> replace(NodeId id) override {
    for (const Rule& rule : rules_) {
      if (rule.from.op != node(id).op || (rule.real && node(id).type == Type::i32))
        continue;
      Match match;
      if (!matches(rule.from, id, match) || all_constant(match))
        continue;
      std::erase(match.inner, id);
      built_ = 0;
      const auto out = build(rule.to, match, node(id).type);
      // Matched operators with other users remain, and are not counted as saved: a rule must not
      // increase the number of operations.
      const auto saved = 1 + std::count_if(match.inner.begin(), match.inner.end(),
                                           [this](NodeId in) { return uses(in) == 1; });
      if (!out || built_ > static_cast<std::size_t>(saved) || node(*out).shape != node(id).shape ||
          node(*out).type != node(id).type)
        continue;
      rule_ = rule.name;
      return out;
    }
    return std::nullopt;
  }

  /// left to constant folding
  [[nodiscard]] bool all_constant(const Match& match) const {
    return std::all_of(match.variables.begin(), match.variables.end(),
                       [this](const auto& entry) { return is_constant(entry.second); });
  }

  bool binds(const std::string& variable, NodeId id, Match& match) const {
    const bool constant = variable[0] == 'c' || variable[0] == 'k';
    const bool single = variable[0] == 's' || variable[0] == 'k';
    if ((constant && !is_constant(id)) || (single && elements_of(node(id).shape) != 1))
      return false;
    const auto [found, added] = match.variables.try_emplace(variable, id);
    return added || found->second == id || equal_constants(found->second, id);
  }
  [[nodiscard]] bool equal_constants(NodeId a, NodeId b) const {
    return is_constant(a) && is_constant(b) &&
           (node(a).value == node(b).value || *node(a).value == *node(b).value);
  }

  bool matches(const Pattern& pattern, NodeId id, Match& match) const {
    if (pattern.kind == Pattern::Kind::variable)
      return binds(pattern.variable, id, match);
    if (pattern.kind == Pattern::Kind::number)
      return is_number(id, pattern.number);
    const Node& of = node(id);
    if (of.op != pattern.op || of.inputs.size() != pattern.inputs.size() || of.condition != kNoNode)
      return false;
    match.operators.try_emplace(of.op, id);
    match.inner.push_back(id);
    std::vector<std::size_t> order(of.inputs.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    do {
      Match tried = match;
      bool all = true;
      for (std::size_t i = 0; i < order.size() && all; ++i)
        all = matches(pattern.inputs[i], of.inputs[order[i]], tried);
      if (all) {
        match = std::move(tried);
        return true;
      }
    } while (pattern_commutes(of.op) && std::next_permutation(order.begin(), order.end()));
    return false;
  }

  std::optional<NodeId> build(const Pattern& pattern, const Match& match, Type type) {
    if (pattern.kind == Pattern::Kind::variable)
      return match.variables.at(pattern.variable);
    if (pattern.kind == Pattern::Kind::number)
      return make_constant(filled(type, {}, pattern.number));
    Node out;
    out.op = pattern.op;
    for (const Pattern& input : pattern.inputs) {
      const auto in = build(input, match, type);
      if (!in)
        return std::nullopt;
      out.inputs.push_back(*in);
    }
    if (const auto like = match.operators.find(pattern.op); like != match.operators.end())
      out.attributes = node(like->second).attributes;
    if (infer(out_, out))
      return std::nullopt; // the shapes do not fit here
    if (!std::all_of(out.inputs.begin(), out.inputs.end(),
                     [this](NodeId in) { return is_constant(in); }))
      ++built_; // operations of constants are folded, so not counted
    return make(out.op, out.inputs, out.attributes);
  }

  const std::vector<Rule>& rules_;
  std::size_t built_ = 0; ///< operations created by the right side, without constant folding
};

} // namespace

Graph apply_rules(const Graph& graph, const std::vector<Rule>& rules, std::uint64_t& applied,
                  RewriteLog& rewrites) {
  return RulePass(graph, rules).run("rules", applied, rewrites);
}

} // namespace stallscope::graph
