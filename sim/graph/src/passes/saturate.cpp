#include "base/check.hpp"
#include "passes/egraph.hpp"
#include "passes/rewriter.hpp"

#include <fmt/format.h>

namespace stallscope::graph {

namespace {

const std::vector<Rule>& equalities() {
  static const std::vector<Rule> rules = [] {
    const auto parsed = parse_rules(rules_files().back().text, "equalities.rules");
    STALLSCOPE_CHECK(parsed.ok(), "the equalities that come with the program are right");
    return *parsed;
  }();
  return rules;
}

double saturation_cost(const Graph& graph) {
  const Totals all = totals(graph);
  return static_cast<double>(all.kernels) * 1e6 + static_cast<double>(all.bytes) +
         static_cast<double>(all.flop);
}

} // namespace

std::vector<Rule> saturated_rules(const std::vector<Rule>& rules) {
  std::vector<Rule> all = equalities();
  all.insert(all.end(), rules.begin(), rules.end());
  return all;
}

Graph saturate_with(const Graph& graph, const std::vector<Rule>& all, std::uint64_t& applied,
                    RewriteLog& rewrites) {
  if (graph.nodes.size() > kMostSaturatedNodes)
    return graph;
  EGraph equal(graph);
  equal.saturate(all);
  Graph out = equal.extract();
  // The cheapest tree is not always the cheapest graph, in which shared nodes are counted once.
  if (saturation_cost(out) >= saturation_cost(graph))
    return graph;
  ++applied;
  const Totals before = totals(graph);
  const Totals after = totals(out);
  rewrites.push_back(
      {"saturate",
       fmt::format(
           "{} equal nodes{}: the cheapest graph has {} operations, {} kernels, {} FLOP and "
           "{} bytes, not {}, {}, {} and {}",
           equal.node_count(), equal.is_saturated() ? ", which are all" : "", after.operations,
           after.kernels, after.flop, after.bytes, before.operations, before.kernels, before.flop,
           before.bytes),
       {}});
  return out;
}

Graph saturate_equalities(const Graph& graph, const std::vector<Rule>& rules,
                          std::uint64_t& applied, RewriteLog& rewrites) {
  return saturate_with(graph, saturated_rules(rules), applied, rewrites);
}

} // namespace stallscope::graph
