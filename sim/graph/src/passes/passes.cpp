#include "graph/passes/passes.hpp"

#include "passes/choose_places.hpp"
#include "passes/rewriter.hpp"
#include "passes/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace stallscope::graph {

namespace {

struct PassEntry {
  PassInfo info;
  RunPass run;                  ///< null: the layout pass, which takes costs
  bool fuses;                   ///< runs last, since no pass matches within fused kernels
  bool assumes_numbers = false; ///< takes results for numbers that are not rounded to decimals
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
      {{"rules", "the rules of replacement below, or those of --rules", true},
       apply_rules,
       false,
       true},
      {{"saturate",
        "equality saturation: all equal forms at once, of which the cheapest is taken (graphs "
        "of up to 2000 nodes)",
        false},
       saturate_equalities,
       false,
       true},
      {{"layout",
        "channels last (NHWC) where vector lanes gain more than copies cost, by a minimum cut",
        false},
       nullptr,
       false},
      {{"dce", "dead code: what no output needs is left out", true}, remove_dead, false},
      {{"attention",
        "softmax(q k^T s + mask) v in one kernel that keeps no scores (online softmax)", true},
       fuse_attention,
       true,
       true},
      {{"fuse-horizontal", "matrix products of one operand and several params in one", true},
       fuse_horizontally,
       true},
      {{"fuse-vertical", "element-wise operators behind each other in one kernel", true},
       fuse_vertically,
       true},
  };
  return entries;
}

constexpr std::uint64_t kMostRounds = 1000;

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

namespace {

class Optimizer {
public:
  Optimizer(const Graph& graph, const std::vector<Rule>& rules, const PassCosts& costs,
            std::uint64_t most_rewrites)
      : rules_(rules), costs_(costs), log_(most_rewrites), outputs_(verified_outputs(graph)) {
    out_.graph = graph;
  }

  Result<Optimized> run(const std::vector<std::string>& names) {
    by_name_.insert(names.begin(), names.end());
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
        for (const std::size_t place : which) {
          changed = once(place) || changed;
          if (!problem_.message.empty())
            return problem_;
        }
      }
      if (changed)
        say_endless(which);
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

  /// There was a replacement in the last round that is allowed.
  void say_endless(const std::vector<std::size_t>& which) {
    for (const std::size_t place : which)
      if (out_.passes[place].applied > 0 && last_round_[place] == out_.rounds)
        out_.passes[place].note =
            fmt::format("no fixed point after {} rounds; the last replacement: {}: {}", out_.rounds,
                        log_.list().back().pass, log_.list().back().what);
  }

  /// A note if the graph costs more with a pass than without it.
  void say_dearer(PassResult& result, const Graph& next) const {
    const auto before = costs_.cost_of(out_.graph);
    const auto after = costs_.cost_of(next);
    if (!before || !after || !after->exceeds(*before))
      return;
    result.note =
        fmt::format("{}{} > {} ticks, {} > {} bytes",
                    after->bytes > before->bytes ? "moves more: " : "takes longer: ", before->ticks,
                    after->ticks, before->bytes, after->bytes);
  }

  /// Why a pass is not tried; empty: it is.
  [[nodiscard]] std::string why_not(const PassEntry& entry) const {
    if (entry.assumes_numbers && out_.graph.decimals >= 0)
      return fmt::format("not tried: every result is rounded to {} decimals, and equalities of "
                         "numbers do not hold then",
                         out_.graph.decimals);
    if (entry.run == saturate_equalities && out_.graph.nodes.size() > kMostSaturatedNodes)
      return fmt::format("not tried: the graph has {} nodes; up to {} are", out_.graph.nodes.size(),
                         kMostSaturatedNodes);
    return {};
  }

  Graph run_pass(const PassEntry& entry, std::uint64_t& applied, RewriteLog& log) const {
    return entry.run == nullptr ? choose_layouts(out_.graph, costs_.vector_lanes, applied, log)
                                : entry.run(out_.graph, rules_, applied, log);
  }

  bool once(std::size_t place) {
    PassResult& result = out_.passes[place];
    const Totals before = totals(out_.graph);
    if (!seen_.contains(place)) {
      seen_.insert(place);
      result.before = before;
      result.after = before;
    }
    const PassEntry& entry = *entries_[place];
    if (log_.full())
      return false;
    if (std::string why = why_not(entry); !why.empty()) {
      result.note = std::move(why);
      return false;
    }
    std::uint64_t applied = 0;
    const bool asks = entry.fuses && costs_.cost_of != nullptr;
    const bool named = by_name_.contains(std::string(entry.info.name));
    if (asks && !named) {
      ChosenPlaces chosen = choose_places(
          out_.graph,
          [&](RewriteLog& log) {
            std::uint64_t tried = 0;
            return run_pass(entry, tried, log);
          },
          costs_.cost_of);
      log_.skip(std::move(chosen.skipped));
      result.declined = std::move(chosen.declined);
    }
    Graph next = run_pass(entry, applied, log_);
    log_.skip({});
    if (entry.run == apply_rules && !log_.declined().empty())
      result.note = log_.declined();
    if (applied == 0)
      return false;
    Outputs outputs = verified_outputs(next);
    const Difference found = difference_of(out_.graph, outputs_, next, outputs);
    if (found.beyond) {
      refuse(entry, found);
      return false;
    }
    if (!found.compared)
      result.note = "not verified: the graph is too large to be evaluated";
    if (asks && named)
      say_dearer(result, next);
    result.applied += applied;
    result.after = totals(next);
    result.largest_difference = std::max(result.largest_difference, found.largest);
    last_round_[place] = out_.rounds;
    outputs_ = std::move(outputs);
    out_.graph = std::move(next);
    return true;
  }

  /// The smallest number from 1 to `most` for which a property holds that `most` has; the property
  /// of a number below which it holds somewhere need not hold for all above.
  template <class Property> static std::size_t first_with(std::size_t most, Property holds) {
    std::size_t without = 0;
    while (most - without > 1) {
      const std::size_t middle = without + (most - without) / 2;
      (holds(middle) ? most : without) = middle;
    }
    return most;
  }

  /// The error for a pass that changes values: the first replacement, or the first rule of an
  /// equality saturation, with which it does.
  void refuse(const PassEntry& entry, const Difference& of_all) {
    Difference found = of_all;
    const auto changes = [&](const Graph& graph) {
      const Difference now = difference_of(out_.graph, outputs_, graph, verified_outputs(graph));
      if (now.beyond)
        found = now;
      return now.beyond;
    };
    const Rule* rule = nullptr;
    Rewrite rewrite{std::string(entry.info.name), {}, {}};
    if (entry.run == saturate_equalities) {
      all_rules_ = saturated_rules(rules_);
      const std::size_t last = first_with(all_rules_.size(), [&](std::size_t count) {
        std::uint64_t applied = 0;
        RewriteLog log(1);
        return changes(saturate_with(
            out_.graph,
            {all_rules_.begin(), all_rules_.begin() + static_cast<std::ptrdiff_t>(count)}, applied,
            log));
      });
      rule = &all_rules_[last - 1];
      rewrite.pass = rule->name;
    } else {
      std::uint64_t applied = 0;
      RewriteLog all(std::numeric_limits<std::uint64_t>::max());
      (void)run_pass(entry, applied, all);
      const std::size_t last = first_with(all.list().size(), [&](std::size_t count) {
        RewriteLog log(count);
        return changes(run_pass(entry, applied, log));
      });
      if (last > 0)
        rewrite = all.list()[last - 1];
      if (entry.run == apply_rules)
        for (const Rule& each : rules_)
          if (each.name == rewrite.pass && rule == nullptr)
            rule = &each;
    }
    problem_ = refusal(entry, rewrite, rule, found);
  }

  [[nodiscard]] Diagnostic refusal(const PassEntry& entry, const Rewrite& rewrite, const Rule* rule,
                                   const Difference& found) const {
    Diagnostic out;
    const std::string values = text_of(found);
    const Place& place = rewrite.place;
    if (rule == nullptr) {
      out.file = out_.graph.name;
      out.line = place.line;
      out.column = place.column;
      out.length = place.length;
      out.message = fmt::format("the pass '{}' changes values: {}{}", entry.info.name, values,
                                rewrite.what.empty() ? "" : " (" + rewrite.what + ")");
    } else {
      out.file = rule->file;
      out.line = rule->line;
      out.column = 1;
      const std::string at = place.line == 0 ? std::string()
                                             : fmt::format(" ({}:{}:{}: {})", out_.graph.name,
                                                           place.line, place.column, rewrite.what);
      out.message = fmt::format("the rule '{}' of pass '{}' changes values: {}{}", rule->name,
                                entry.info.name, values, at);
    }
    out.expected = "a replacement that is equal for all inputs";
    return out;
  }

  const std::vector<Rule>& rules_;
  const PassCosts& costs_;
  RewriteLog log_;
  std::vector<const PassEntry*> entries_;
  std::set<std::size_t> seen_;
  std::set<std::string> by_name_;                   ///< passes that are asked for by name
  std::map<std::size_t, std::uint64_t> last_round_; ///< with a replacement, by place of the pass
  std::vector<Rule> all_rules_;
  Outputs outputs_; ///< of the graph as it is
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
