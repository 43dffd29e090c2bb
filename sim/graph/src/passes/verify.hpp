#pragma once

#include "graph/passes/passes.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace stallscope::graph {

/// The outputs of a graph for several samples of its inputs: its own values, random ones in
/// [-1, 1), and positive ones in [0, 1), for which roots and logarithms exist; whole numbers from
/// -7 to 7.
class Outputs {
public:
  /// `rounds`: number of random samples. `own`: the graph's own values come first. `all_f64`:
  /// without rounding to floating-point types.
  Outputs(const Graph& graph, unsigned rounds, std::uint64_t seed, bool own, bool all_f64 = false);

  /// From these outputs to others of the same samples. With the outputs that both have without
  /// rounding, a floating-point element may differ by as much more as rounding moved the results.
  [[nodiscard]] Difference to(const Outputs& other, const Outputs* exact = nullptr,
                              const Outputs* other_exact = nullptr) const;

private:
  using Values = std::vector<std::shared_ptr<const Tensor>>;
  struct Sample {
    bool random = false;
    bool good = false; ///< the graph is small enough to be evaluated
    Values values;     ///< by output
  };
  /// 8 times the largest distance of an output from the one without rounding, and 8 units of the
  /// last decimal at least, where results are rounded to decimals.
  [[nodiscard]] double moved_by_rounding(const Outputs* exact, std::size_t sample,
                                         std::size_t output) const;

  std::vector<Sample> samples_;
  std::vector<std::string> names_; ///< by output
  double tolerance_ = 0;           ///< of floating-point outputs
  double unit_ = 0;                ///< of the last decimal; 0: results are not rounded to decimals
};

/// The samples with which passes are verified.
[[nodiscard]] Outputs verified_outputs(const Graph& graph, std::uint64_t seed = 1);
/// The difference of two graphs whose outputs are known. Where an element differs by more than a
/// single rounding of each operation explains (cancellation), the results without rounding are
/// compared: these have to be equal, and differences of the rounded ones are explained by how far
/// rounding moves either.
[[nodiscard]] Difference difference_of(const Graph& a, const Outputs& of_a, const Graph& b,
                                       const Outputs& of_b, std::uint64_t seed = 1);

} // namespace stallscope::graph
