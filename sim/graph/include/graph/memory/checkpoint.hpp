#pragma once

#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <string>
#include <vector>

namespace stallscope::graph {

/// A graph with a backward graph that keeps fewer results of the forward pass: what the backward
/// pass reads and was not kept is computed again in front of its first reader.
struct Checkpointed {
  Graph graph;                   ///< to be run in the order of the program
  std::vector<std::string> kept; ///< names of the checkpoints
  std::uint64_t recomputed = 0;  ///< kernels that are computed again
};

/// Every k-th kernel of the forward pass is kept, k the square root of their number, rounded up
/// (Chen et al., Training Deep Nets with Sublinear Memory Cost, 2016). Any graph.
[[nodiscard]] Checkpointed checkpoint_sqrt(const Graph& graph);

/// Of a chain, in which each kernel of the forward pass reads the one before and sources: with at
/// most `slots` checkpoints at once, the fewest kernels computed again (reversal by dynamic
/// programming: Griewank and Walther, Revolve, 2000). An error names the kernel that is no link.
[[nodiscard]] Result<Checkpointed> checkpoint_optimal(const Graph& graph, std::uint32_t slots);

/// Kernels that are computed again at the least when a chain of `links` is reversed with `slots`
/// checkpoints, each of whose backward steps reads the input of its link.
[[nodiscard]] std::uint64_t least_recomputed(std::uint32_t links, std::uint32_t slots);

inline constexpr std::uint32_t kMostLinks = 200;

} // namespace stallscope::graph
