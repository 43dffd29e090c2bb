#include "passes/rewriter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace stallscope::graph {

namespace {

bool commutes(Op op) {
  return op == Op::add || op == Op::mul || op == Op::maximum || op == Op::minimum ||
         op == Op::equal || op == Op::addn;
}

/// Computes operations with equal operator, inputs and attributes once (common subexpressions), and
/// merges equal constants.
class Sharing final : public Rewriter {
public:
  using Rewriter::Rewriter;

private:
  std::string key_of(const Node& of) {
    if (of.op == Op::constant)
      return {};
    std::vector<std::uint32_t> inputs;
    for (const NodeId in : of.inputs)
      inputs.push_back(representative_of(in));
    if (commutes(of.op))
      std::sort(inputs.begin(), inputs.end());
    const Attributes& a = of.attributes;
    std::string key =
        fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}{}{}{}{}", static_cast<unsigned>(of.op),
                    fmt::join(inputs, ","), fmt::join(a.axes, ","), fmt::join(a.shape, ","),
                    a.begin, a.end, a.stride, a.padding, a.epsilon, static_cast<unsigned>(a.type),
                    static_cast<unsigned>(of.type), a.keep, a.transpose_a, a.transpose_b,
                    a.channels_last, a.laid);
    for (const FusedStep& step : of.steps)
      key += fmt::format("|{}:{}:{}", static_cast<unsigned>(step.op),
                         static_cast<unsigned>(step.type), fmt::join(step.from, ","));
    return key;
  }

  /// The representative of equal constants.
  NodeId representative_of(NodeId id) {
    if (!is_constant(id))
      return id;
    const Node& of = node(id);
    if (of.value->values.size() > 64)
      return id;
    return constants_
        .try_emplace(fmt::format("{}|{}|{}", static_cast<unsigned>(of.type),
                                 fmt::join(of.shape, ","), fmt::join(of.value->values, ",")),
                     id)
        .first->second;
  }

  std::optional<NodeId> replace(NodeId id) override {
    const Node& of = node(id);
    if (of.condition != kNoNode)
      return std::nullopt; // only within a branch that may not be taken
    const auto [found, added] = known_.try_emplace(key_of(of), id);
    return added ? std::nullopt : std::optional(found->second);
  }

  std::unordered_map<std::string, NodeId> known_;
  std::unordered_map<std::string, NodeId> constants_;
};

} // namespace

Graph share_subexpressions(const Graph& graph, const std::vector<Rule>&, std::uint64_t& applied,
                           RewriteLog& rewrites) {
  return Sharing(graph).run("cse", applied, rewrites);
}

Graph remove_dead(const Graph& graph, const std::vector<Rule>&, std::uint64_t& applied,
                  RewriteLog&) {
  return without_dead(graph, applied);
}

} // namespace stallscope::graph
