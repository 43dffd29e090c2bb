#pragma once

#include "base/result.hpp"
#include "graph/passes/rules.hpp"
#include "graph/structure/graph.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::graph {

struct PassInfo {
  std::string_view name;
  std::string_view meaning;
  bool in_all; ///< part of "all"
};
/// In the order in which "all" goes through them.
[[nodiscard]] const std::vector<PassInfo>& passes();

/// One replacement, for those who step through them.
struct Rewrite {
  std::string pass; ///< pass or rule
  std::string what; ///< "y = mul(x, 1) -> x"
  Place place;
};

/// Replacements in order, at most so many: then passes leave everything as it is.
class RewriteLog {
public:
  explicit RewriteLog(std::uint64_t most) : most_(most) {}

  void push_back(Rewrite rewrite) { list_.push_back(std::move(rewrite)); }
  [[nodiscard]] bool full() const { return list_.size() >= most_; }
  [[nodiscard]] const std::vector<Rewrite>& list() const { return list_; }

private:
  std::vector<Rewrite> list_;
  std::uint64_t most_;
};

/// What one pass has done.
struct PassResult {
  std::string name;
  std::uint64_t applied = 0; ///< replacements
  Totals before;
  Totals after;
  double largest_difference = 0; ///< of both graphs' outputs on random inputs, relative
};

struct Optimized {
  Graph graph;
  std::vector<PassResult> passes; ///< in order; of several rounds each is summed
  std::vector<Rewrite> rewrites;
  std::uint64_t rounds = 0; ///< through all passes, the last without a change
};

/// What passes that choose by cost go by.
struct PassCosts {
  std::uint32_t vector_lanes = 1; ///< layout
};

/// Goes through the passes again and again until none changes anything. `names`: passes, or "all".
/// Each pass is verified: both graphs are computed on random inputs. A name that there is not is an
/// error with a suggestion. `most_rewrites`: behind so many nothing is changed, so that one can
/// step through them.
[[nodiscard]] Result<Optimized>
optimize(const Graph& graph, const std::vector<std::string>& names, const std::vector<Rule>& rules,
         const PassCosts& costs = {},
         std::uint64_t most_rewrites = std::numeric_limits<std::uint64_t>::max());

/// Queries of the fused attention go through fast memory in blocks that fit beside as many keys,
/// values and results: bytes / (4 x bytes of a query).
void tile_attention(Graph& graph, std::uint64_t fast_memory);

/// The largest difference of outputs of two graphs with the same inputs, relative to
/// max(1, |value|), over rounds of random inputs. Infinite values and NaN have to be the same in
/// both.
[[nodiscard]] double largest_difference(const Graph& a, const Graph& b, unsigned rounds,
                                        std::uint64_t seed);

} // namespace stallscope::graph
