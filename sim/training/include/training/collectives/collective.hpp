#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// Collective operation of a group of nodes.
enum class Collective : std::uint8_t {
  broadcast,      ///< the root's data to all nodes
  scatter,        ///< block i of the root to node i
  gather,         ///< the block of every node to the root
  reduce,         ///< the sum of all nodes' data to the root
  all_gather,     ///< the block of every node to all
  all_reduce,     ///< the sum of all nodes' data to all nodes
  reduce_scatter, ///< block i of the sum of all nodes' data to node i
  all_to_all,     ///< block j of node i becomes block i of node j
};
inline constexpr std::size_t kCollectiveCount = 8;

/// Algorithm of a collective operation.
enum class Algorithm : std::uint8_t {
  ring,             ///< every node sends to the next one
  tree,             ///< binomial: every node that has the data sends it on, so the number of nodes
                    ///< with the data doubles each step
  halving_doubling, ///< exchange with the node whose rank differs in one bit; nodes beyond the
                    ///< largest power of two are folded onto the first ones
  hierarchical,     ///< within groups, and between the nodes with the same index in their groups
};
inline constexpr std::size_t kAlgorithmCount = 4;

[[nodiscard]] std::string_view name(Collective collective); ///< "all-reduce"
[[nodiscard]] std::string_view name(Algorithm algorithm);   ///< "halving-doubling"
[[nodiscard]] std::optional<Collective> collective_called(std::string_view name);
[[nodiscard]] std::optional<Algorithm> algorithm_called(std::string_view name);
[[nodiscard]] std::vector<std::string_view> collective_names();
[[nodiscard]] std::vector<std::string_view> algorithm_names();
/// The result that the collective guarantees, in one sentence.
[[nodiscard]] std::string_view promise(Collective collective);
/// The collective sums contributions.
[[nodiscard]] constexpr bool adds(Collective collective) {
  return collective == Collective::reduce || collective == Collective::all_reduce ||
         collective == Collective::reduce_scatter;
}
/// One node is the only source or the only destination of the data.
[[nodiscard]] constexpr bool has_root(Collective collective) {
  return collective <= Collective::reduce;
}

/// Limits: larger tasks are refused, never truncated.
inline constexpr std::uint32_t kMostNodes = 1024;
inline constexpr std::uint32_t kMostAllToAllNodes = 128;

/// A collective operation, its number of nodes and its amount of data.
struct CollectiveTask {
  Collective collective = Collective::all_reduce;
  Algorithm algorithm = Algorithm::ring;
  std::uint32_t nodes = 4;
  std::uint32_t root = 0;       ///< for collectives with has_root()
  std::uint32_t group_size = 0; ///< nodes per group, for Algorithm::hierarchical
  /// As counted by nccl-tests: the larger of the buffers of one node. For broadcast, reduce and
  /// all-reduce the data of each node, for the others all blocks of a node together.
  std::uint64_t bytes = 0;
  /// For Algorithm::ring: the nodes in the order of the ring; empty: by number.
  std::vector<std::uint32_t> ring;
};

/// Why a task cannot run; empty: it can. `expected` names the
/// accepted numbers.
struct Refusal {
  std::string message;
  std::string expected;
};
[[nodiscard]] std::optional<Refusal> refusal(const CollectiveTask& task);

/// Blocks that one node sends to another.
struct Message {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  bool added = false; ///< added to the receiver's block; otherwise replaces the block
  std::vector<std::uint32_t> blocks;
};
/// Messages sent concurrently: each reads the sender's data from before the step.
using CollectiveStep = std::vector<Message>;

/// The steps of a task that refusal() accepts. Data is divided into blocks: one per node, for
/// all_to_all one per pair of nodes, block i * nodes + j from node i to node j.
[[nodiscard]] std::vector<CollectiveStep> steps_of(const CollectiveTask& task);

/// Nodes per group where nothing names a number: the largest divisor up to the square root, so that
/// groups are about as large as they are many.
[[nodiscard]] std::uint32_t usual_group_size(std::uint32_t nodes);

[[nodiscard]] std::uint32_t block_count(const CollectiveTask& task);
/// Bytes of a block: block sizes differ by at most one byte.
[[nodiscard]] std::uint64_t block_bytes(const CollectiveTask& task, std::uint32_t block);
[[nodiscard]] std::uint64_t message_bytes(const CollectiveTask& task, const Message& message);

} // namespace stallscope::training
