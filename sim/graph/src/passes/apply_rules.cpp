#include "passes/rewriter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

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

  [[nodiscard]] const std::string& declined() const { return declined_; }

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
      const auto saved =
          static_cast<std::size_t>(1 + std::count_if(match.inner.begin(), match.inner.end(),
                                                     [this](NodeId in) { return uses(in) == 1; }));
      if (!out || built_ > saved || node(*out).shape != node(id).shape ||
          node(*out).type != node(id).type) {
        decline(rule, id, out, saved);
        continue;
      }
      rule_ = rule.name;
      return out;
    }
    return std::nullopt;
  }

  void decline(const Rule& rule, NodeId id, std::optional<NodeId> out, std::size_t saved) {
    if (!declined_.empty() || rule.file == kShippedRules)
      return;
    std::string why = "its operators do not fit these shapes";
    if (out && (node(*out).shape != node(id).shape || node(*out).type != node(id).type))
      why = fmt::format("its result is {}{}, and {}{} is needed", graph::name(node(*out).type),
                        text_of(node(*out).shape), graph::name(node(id).type),
                        text_of(node(id).shape));
    else if (out)
      why = fmt::format("it makes {} operations of {}", built_, saved);
    const Node& of = from_.nodes[current_];
    declined_ =
        fmt::format("the rule '{}' is not applied to {} ({}:{}:{}), and so not verified: {}",
                    rule.name, of.name, from_.name, of.place.line, of.place.column, why);
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

  /// A pattern that a node is still to match.
  struct Goal {
    const Pattern* pattern;
    NodeId id;
  };

  bool matches(const Pattern& pattern, NodeId id, Match& match) const {
    return matches_all({{&pattern, id}}, match);
  }

  /// Matches all goals, the last first. Where an order of operands that matches leaves no match for
  /// the others, the next order is tried.
  bool matches_all(std::vector<Goal> goals, Match& match) const {
    while (!goals.empty()) {
      const Goal goal = goals.back();
      goals.pop_back();
      const Pattern& pattern = *goal.pattern;
      if (pattern.kind == Pattern::Kind::operation)
        return matches_operation(pattern, goal.id, goals, match);
      if (pattern.kind == Pattern::Kind::variable ? !binds(pattern.variable, goal.id, match)
                                                  : !is_number(goal.id, pattern.number))
        return false;
    }
    return true;
  }

  bool matches_operation(const Pattern& pattern, NodeId id, const std::vector<Goal>& others,
                         Match& match) const {
    const Node& of = node(id);
    if (of.op != pattern.op || of.inputs.size() != pattern.inputs.size() || of.condition != kNoNode)
      return false;
    // The replacement has the attributes of one of them: they have to be the same, and products
    // not transposed.
    if (const auto first = match.operators.find(of.op);
        first != match.operators.end() &&
        (node(first->second).attributes != of.attributes || is_transposed(of.attributes)))
      return false;
    std::vector<std::size_t> order(of.inputs.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    do {
      Match tried = match;
      tried.operators.try_emplace(of.op, id);
      tried.inner.push_back(id);
      std::vector<Goal> goals = others;
      for (std::size_t i = order.size(); i-- > 0;)
        goals.push_back({&pattern.inputs[i], of.inputs[order[i]]});
      if (matches_all(std::move(goals), tried)) {
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
  std::string declined_;  ///< why a rule that matched was not applied: the first time
};

} // namespace

Graph apply_rules(const Graph& graph, const std::vector<Rule>& rules, std::uint64_t& applied,
                  RewriteLog& rewrites) {
  RulePass pass(graph, rules);
  Graph out = pass.run("rules", applied, rewrites);
  if (!pass.declined().empty())
    rewrites.decline(pass.declined());
  return out;
}

} // namespace stallscope::graph
