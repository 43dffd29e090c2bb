#include "graph/passes/passes.hpp"

#include "graph/evaluate/evaluate.hpp"
#include "passes/rewriter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace stallscope::graph {

namespace {

struct PassEntry {
  PassInfo info;
  RunPass run; ///< null: the layout pass, which takes costs
  bool fuses;  ///< runs last, since no pass matches within fused kernels
};

const std::vector<PassEntry>& pass_entries() {
  static const std::vector<PassEntry> entries{
      {{"fold", "constant folding: operations of constants are computed now", true},
       fold_constants,
       false},
      {{"cse", "common subexpressions: equal operations are computed once", true},
       share_subexpressions,
       false},
      {{"algebra", "x + 0, x * 1, x * 0, x - x, x ^ 2 and operators that change nothing", true},
       simplify_algebra,
       false},
      {{"views", "cast of cast, reshape of reshape, transpose of transpose, constants of concat",
        true},
       simplify_views,
       false},
      {{"matmul-transpose", "a product reads its operand transposed, instead of transposing it",
        true},
       absorb_transposes,
       false},
      {{"rules", "the rules of replacement below, or those of --rules", true}, apply_rules, false},
      {{"saturate",
        "equality saturation: all equal forms at once, of which the cheapest is taken (graphs "
        "of up to 2000 nodes)",
        false},
       saturate_equalities,
       false},
      {{"layout",
        "channels last (NHWC) where vector lanes gain more than copies cost, by a minimum cut",
        false},
       nullptr,
       false},
      {{"dce", "dead code: what no output needs is left out", true}, remove_dead, false},
      {{"attention", "softmax(q k^T s) v in one kernel that keeps no scores (online softmax)",
        true},
       fuse_attention,
       true},
      {{"fuse-horizontal", "matrix products of one left operand and several params in one", true},
       fuse_horizontally,
       true},
      {{"fuse-vertical", "element-wise operators behind each other in one kernel", true},
       fuse_vertically,
       true},
  };
  return entries;
}

constexpr std::uint64_t kMostRounds = 1000;

/// Values of inputs and params by name, of unknown operators by number; equal for both graphs.
EvaluateOptions random_inputs(const Graph& graph, std::uint64_t seed) {
  EvaluateOptions options;
  options.all_f64 = true;
  options.allow_nonfinite = true;
  options.bound.resize(graph.nodes.size());
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    std::uint64_t hash = seed;
    if (node.op == Op::unknown)
      hash = (seed ^ static_cast<std::uint64_t>(node.attributes.begin)) * 0x100000001b3ULL;
    else if (node.op == Op::param || node.op == Op::input)
      for (const char c : node.name)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    else
      continue;
    options.bound[id] = std::make_shared<const Tensor>(random_tensor(Type::f64, node.shape, hash));
  }
  return options;
}

double difference(double a, double b) {
  if (std::isfinite(a) && std::isfinite(b))
    return std::abs(a - b) / std::max(1.0, std::abs(a));
  const bool same = (std::isnan(a) && std::isnan(b)) || a == b;
  return same ? 0 : HUGE_VAL;
}

} // namespace

const std::vector<PassInfo>& passes() {
  static const std::vector<PassInfo> infos = [] {
    std::vector<PassInfo> out;
    for (const PassEntry& entry : pass_entries())
      out.push_back(entry.info);
    return out;
  }();
  return infos;
}

void tile_attention(Graph& graph, std::uint64_t fast_memory) {
  for (Node& node : graph.nodes) {
    if (node.op != Op::attention)
      continue;
    const Node& q = graph.nodes[node.inputs[0]];
    const auto row = static_cast<std::uint64_t>(q.shape.back()) * bytes_of(q.type);
    const auto rows = static_cast<std::uint64_t>(q.shape[q.shape.size() - 2]);
    node.attributes.begin =
        static_cast<std::int64_t>(std::clamp<std::uint64_t>(fast_memory / (4 * row), 1, rows));
  }
}

double largest_difference(const Graph& a, const Graph& b, unsigned rounds, std::uint64_t seed) {
  double largest = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const Result<Values> of_a = evaluate(a, random_inputs(a, seed + round));
    const Result<Values> of_b = evaluate(b, random_inputs(b, seed + round));
    if (!of_a || !of_b)
      return of_a.ok() == of_b.ok() ? largest : HUGE_VAL; // too large to be evaluated
    for (std::size_t i = 0; i < a.outputs.size(); ++i) {
      const Tensor& left = *(*of_a)[a.outputs[i].node];
      const Tensor& right = *(*of_b)[b.outputs[i].node];
      if (left.shape != right.shape)
        return HUGE_VAL;
      for (std::size_t k = 0; k < left.values.size(); ++k)
        largest = std::max(largest, difference(left.values[k], right.values[k]));
    }
  }
  return largest;
}

namespace {

class Optimizer {
public:
  Optimizer(const Graph& graph, const std::vector<Rule>& rules, const PassCosts& costs,
            std::uint64_t most_rewrites)
      : rules_(rules), costs_(costs), log_(most_rewrites) {
    out_.graph = graph;
  }

  Result<Optimized> run(const std::vector<std::string>& names) {
    std::vector<const PassEntry*> asked;
    for (const std::string& name : names)
      if (!find(name, asked))
        return problem_;
    for (const bool fusing : {false, true}) {
      std::vector<std::size_t> which;
      for (const PassEntry* entry : asked)
        if (entry->fuses == fusing) {
          which.push_back(out_.passes.size());
          PassResult result;
          result.name = entry->info.name;
          out_.passes.push_back(std::move(result));
          entries_.push_back(entry);
        }
      bool changed = !which.empty();
      while (changed && out_.rounds < kMostRounds) {
        ++out_.rounds;
        changed = false;
        for (const std::size_t place : which)
          changed = once(place) || changed;
      }
    }
    out_.rewrites = log_.list();
    return std::move(out_);
  }

private:
  bool find(const std::string& name, std::vector<const PassEntry*>& asked) {
    std::vector<std::string_view> known{"all"};
    for (const PassEntry& entry : pass_entries()) {
      known.push_back(entry.info.name);
      if (name == entry.info.name || (name == "all" && entry.info.in_all))
        if (std::find(asked.begin(), asked.end(), &entry) == asked.end())
          asked.push_back(&entry);
    }
    if (std::find(known.begin(), known.end(), name) != known.end())
      return true;
    problem_.message = fmt::format("unknown pass '{}'", name);
    problem_.expected = fmt::format("{}", fmt::join(known, ", "));
    problem_.suggestion = nearest_word(name, known);
    return false;
  }

  bool once(std::size_t place) {
    PassResult& result = out_.passes[place];
    const Totals before = totals(out_.graph);
    if (!seen_.contains(place)) {
      seen_.insert(place);
      result.before = before;
      result.after = before;
    }
    if (log_.full())
      return false;
    std::uint64_t applied = 0;
    const RunPass pass = entries_[place]->run;
    Graph next = pass == nullptr ? choose_layouts(out_.graph, costs_.vector_lanes, applied, log_)
                                 : pass(out_.graph, rules_, applied, log_);
    if (applied == 0)
      return false;
    result.applied += applied;
    result.after = totals(next);
    result.largest_difference =
        std::max(result.largest_difference, largest_difference(out_.graph, next, 2, applied));
    out_.graph = std::move(next);
    return true;
  }

  const std::vector<Rule>& rules_;
  const PassCosts& costs_;
  RewriteLog log_;
  std::vector<const PassEntry*> entries_;
  std::set<std::size_t> seen_;
  Optimized out_;
  Diagnostic problem_;
};

} // namespace

Result<Optimized> optimize(const Graph& graph, const std::vector<std::string>& names,
                           const std::vector<Rule>& rules, const PassCosts& costs,
                           std::uint64_t most_rewrites) {
  return Optimizer(graph, rules, costs, most_rewrites).run(names);
}

} // namespace stallscope::graph
