#pragma once

#include "base/result.hpp"
#include "graph/passes/rules.hpp"
#include "graph/structure/graph.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::graph {

struct PassInfo {
  std::string_view name;
  std::string_view meaning;
  bool in_all; ///< included in "all"
};
/// In the order of execution of "all".
[[nodiscard]] const std::vector<PassInfo>& passes();

/// One replacement, for display step by step.
struct Rewrite {
  std::string pass; ///< name of the pass or rule
  std::string what; ///< "y = mul(x, 1) -> x"
  Place place;
  NodeId unit = kNoNode; ///< what can only be replaced together, in the graph before the pass
};

/// Records replacements in order, up to a limit, after which passes make no further changes.
class RewriteLog {
public:
  explicit RewriteLog(std::uint64_t most) : most_(most) {}

  void push_back(Rewrite rewrite) { list_.push_back(std::move(rewrite)); }
  [[nodiscard]] bool full() const { return list_.size() >= most_; }
  [[nodiscard]] const std::vector<Rewrite>& list() const { return list_; }

  /// Why a rule that matched was not applied: the first time. Rules of the program do not say it.
  void decline(std::string why) {
    if (declined_.empty())
      declined_ = std::move(why);
  }
  [[nodiscard]] const std::string& declined() const { return declined_; }

  /// Units that are not replaced.
  void skip(std::set<NodeId> units) { skipped_ = std::move(units); }
  [[nodiscard]] bool skips(NodeId unit) const { return skipped_.contains(unit); }

private:
  std::vector<Rewrite> list_;
  std::string declined_;
  std::set<NodeId> skipped_;
  std::uint64_t most_;
};

/// What a graph costs when it runs.
struct GraphCost {
  std::uint64_t ticks = 0; ///< length of its schedule
  std::uint64_t bytes = 0; ///< read and written by its kernels

  [[nodiscard]] bool exceeds(const GraphCost& other) const {
    return ticks > other.ticks || bytes > other.bytes;
  }
};
/// None: the graph cannot run (memory limit).
using CostOf = std::function<std::optional<GraphCost>(const Graph&)>;

/// A fusion that is not applied, because the graph would cost more.
struct Declined {
  Rewrite rewrite;
  GraphCost before;
  std::optional<GraphCost> after; ///< none: the graph could not run
};
/// "y = ... -> ... (3:5): 15 > 20 ticks, 9732 > 13312 bytes"
[[nodiscard]] std::string text_of(const Declined& declined);

/// Result of one pass.
struct PassResult {
  std::string name;
  std::uint64_t applied = 0; ///< number of replacements
  Totals before;
  Totals after;
  double largest_difference = 0;  ///< relative, between the outputs of both graphs
  std::string note;               ///< why it was not tried, did not come to an end, or costs more;
                                  ///< empty: none
  std::vector<Declined> declined; ///< in the last round
};

/// How the outputs of two graphs differ.
struct Difference {
  double largest = 0;    ///< relative to max(1, |value|)
  bool compared = false; ///< false: the graphs are too large to be evaluated
  bool beyond = false; ///< an element differs by more than rounding explains; whole numbers: at all
  // The first such element.
  std::string where; ///< "element 3 of y"
  double before = 0;
  double after = 0;
  bool random = false; ///< for random inputs, not for the graph's own values
};

struct Optimized {
  Graph graph;
  std::vector<PassResult> passes; ///< in order; summed over rounds
  std::vector<Rewrite> rewrites;
  std::uint64_t rounds = 0; ///< executions of all passes, including the last one without a change
};

/// Parameters of cost-based passes.
struct PassCosts {
  std::uint32_t vector_lanes = 1; ///< for the layout pass
  CostOf cost_of{};               ///< for fusions; empty: all are applied
};

/// Runs the passes repeatedly until none makes a change. `names`: passes, or "all". Each pass is
/// verified by evaluating both graphs, in their own types, on their own and on random inputs. A
/// pass that changes values is an error with the replacement or rule that does so, its place and
/// both values. An unknown name is an error with a suggestion. `most_rewrites`: limit of
/// replacements, to step through them. A fusion of "all" is applied where the graph costs no more
/// with it; one that is named is applied, with a note if the graph costs more.
[[nodiscard]] Result<Optimized>
optimize(const Graph& graph, const std::vector<std::string>& names, const std::vector<Rule>& rules,
         const PassCosts& costs = {},
         std::uint64_t most_rewrites = std::numeric_limits<std::uint64_t>::max());

/// Sets the number of queries per block of the fused attention so that a block fits into fast
/// memory with as many keys, values and results: bytes / (4 x bytes of a query).
void tile_attention(Graph& graph, std::uint64_t fast_memory);

/// The difference between the outputs of two graphs, in their own types, on their own inputs and on
/// two random samples. Where a value of the first graph does not exist, nothing is compared.
[[nodiscard]] Difference compare(const Graph& a, const Graph& b, std::uint64_t seed);
/// "element 3 of y is 10 before it and 15 behind it"
[[nodiscard]] std::string text_of(const Difference& difference);

/// The largest difference of two graphs on `rounds` random samples.
[[nodiscard]] double largest_difference(const Graph& a, const Graph& b, unsigned rounds,
                                        std::uint64_t seed);

} // namespace stallscope::graph
