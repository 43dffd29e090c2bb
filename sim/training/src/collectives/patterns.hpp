#pragma once
// Patterns of messages that the steps of collectives are composed of, on a list of nodes and the
// part of the data that belongs to each of them.
#include "training/collectives/collective.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::training {

using Steps = std::vector<CollectiveStep>;
using Nodes = std::vector<std::uint32_t>;
using Blocks = std::vector<std::uint32_t>;
using Parts = std::vector<Blocks>; ///< blocks of each node, by position in the list of nodes

[[nodiscard]] std::uint32_t size_of(const Nodes& nodes);
void append(Blocks& to, const Blocks& more);
[[nodiscard]] Blocks all_of(const Parts& parts);
/// Sequential composition.
[[nodiscard]] Steps then(Steps first, Steps second);
/// Parallel composition: step k of both run concurrently.
void beside(Steps& steps, Steps others);
/// Ring reduce-scatter: the sum of part i starts on node i + 1 and ends on node i.
[[nodiscard]] Steps ring_reduce_scatter(const Nodes& nodes, const Parts& parts);
/// Ring all-gather: part i starts on node i.
[[nodiscard]] Steps ring_all_gather(const Nodes& nodes, const Parts& parts);
/// Pipelined transfer along a chain, part by part: in every step each node forwards the part it
/// received in the step before. The first node has all parts; with `added` the direction is
/// reversed, and the parts are summed on the way to the first node.
[[nodiscard]] Steps chain(const Nodes& nodes, const Parts& parts, bool added);
/// Scatter along a chain: the part of the farthest node is sent first, so that all parts arrive in
/// the same step.
[[nodiscard]] Steps chain_scatter(const Nodes& nodes, const Parts& parts);
/// Gather along a chain, the reverse of chain_scatter: every node sends its own part, then those of
/// the nodes after it.
[[nodiscard]] Steps chain_gather(const Nodes& nodes, const Parts& parts);
enum class Tree : std::uint8_t { broadcast, scatter, gather, reduce };

/// Binomial tree rooted at the first node, with halving distances: in the round of distance d node
/// i, a multiple of 2d, exchanges with node i + d the data of the subtree [i + d, i + 2d).
[[nodiscard]] Steps binomial(Tree kind, const Nodes& nodes, const Parts& parts);
/// Recursive halving: in the round of distance d each node sends its partner the partner's half of
/// the data, and adds the half it receives to its own. The number of nodes must be a power of two.
[[nodiscard]] Steps halving(const Nodes& nodes, const Parts& parts);
/// Recursive doubling: each node sends its partner all data it has.
[[nodiscard]] Steps doubling(const Nodes& nodes, const Parts& parts);

} // namespace stallscope::training
