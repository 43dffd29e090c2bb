#pragma once

#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <string>
#include <vector>

namespace stallscope::graph {

/// A graph with a backward graph that keeps fewer results of the forward pass: results that the
/// backward pass reads and that are not kept are recomputed before their first reader.
struct Checkpointed {
  Graph graph;                   ///< must be run in program order
  std::vector<std::string> kept; ///< names of the checkpoints
  std::uint64_t recomputed = 0;  ///< number of recomputed kernels
};

/// Keeps every k-th kernel of the forward pass, where k is the square root of their number, rounded
/// up (Chen et al., Training Deep Nets with Sublinear Memory Cost, 2016). For any graph.
[[nodiscard]] Checkpointed checkpoint_sqrt(const Graph& graph);

/// For a chain, in which each kernel of the forward pass reads only the previous one and sources:
/// the minimum number of recomputed kernels with at most `slots` checkpoints at a time (reversal by
/// dynamic programming: Griewank and Walther, Revolve, 2000). An error names the first kernel that
/// does not form a chain.
[[nodiscard]] Result<Checkpointed> checkpoint_optimal(const Graph& graph, std::uint32_t slots);

/// The minimum number of recomputed kernels when a chain of `links` is reversed with `slots`
/// checkpoints, if each backward step reads the input of its link.
[[nodiscard]] std::uint64_t least_recomputed(std::uint32_t links, std::uint32_t slots);

inline constexpr std::uint32_t kMostLinks = 200;

} // namespace stallscope::graph
