#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::training {

/// What the nodes of a group do together.
enum class Collective : std::uint8_t {
  broadcast,      ///< the root's data to all
  scatter,        ///< block i of the root to node i
  gather,         ///< the block of every node to the root
  reduce,         ///< the sum of all nodes' data to the root
  all_gather,     ///< the block of every node to all
  all_reduce,     ///< the sum of all nodes' data to all
  reduce_scatter, ///< block i of that sum to node i
  all_to_all,     ///< block j of node i becomes block i of node j
};
inline constexpr std::size_t kCollectiveCount = 8;

/// How they do it.
enum class Algorithm : std::uint8_t {
  ring,             ///< every node sends to the next one
  tree,             ///< binomial: whoever has the data passes it on, twice as many each step
  halving_doubling, ///< exchange with the node whose number differs in one bit
  hierarchical,     ///< inside groups, and between nodes of the same place in their groups
};
inline constexpr std::size_t kAlgorithmCount = 4;

[[nodiscard]] std::string_view name(Collective collective); ///< "all-reduce"
[[nodiscard]] std::string_view name(Algorithm algorithm);   ///< "halving-doubling"
[[nodiscard]] std::optional<Collective> collective_called(std::string_view name);
[[nodiscard]] std::optional<Algorithm> algorithm_called(std::string_view name);
[[nodiscard]] std::vector<std::string_view> collective_names();
[[nodiscard]] std::vector<std::string_view> algorithm_names();
/// One sentence: what it promises.
[[nodiscard]] std::string_view promise(Collective collective);
/// It adds up contributions.
[[nodiscard]] constexpr bool adds(Collective collective) {
  return collective == Collective::reduce || collective == Collective::all_reduce ||
         collective == Collective::reduce_scatter;
}
/// One node's data goes out or comes in.
[[nodiscard]] constexpr bool has_root(Collective collective) {
  return collective <= Collective::reduce;
}

/// Limits: larger ones are refused, never cut.
inline constexpr std::uint32_t kMostNodes = 1024;
inline constexpr std::uint32_t kMostAllToAllNodes = 128;

/// What is done, by how many nodes, with how much.
struct CollectiveTask {
  Collective collective = Collective::all_reduce;
  Algorithm algorithm = Algorithm::ring;
  std::uint32_t nodes = 4;
  std::uint32_t root = 0;       ///< of has_root()
  std::uint32_t group_size = 0; ///< nodes a group, of Algorithm::hierarchical
  /// As nccl-tests count: the larger of the buffers of one node. Of broadcast, reduce and
  /// all-reduce the data of each node, of the others all blocks of a node together.
  std::uint64_t bytes = 0;
};

/// Why there is no such algorithm for these nodes; empty: there is. `expected` says what would do.
struct Refusal {
  std::string message;
  std::string expected;
};
[[nodiscard]] std::optional<Refusal> refusal(const CollectiveTask& task);

/// Blocks that go from one node to another.
struct Message {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  bool added = false; ///< to what the receiver has; else it takes its place
  std::vector<std::uint32_t> blocks;
};
/// Messages under way at the same time: each reads what its sender had before the step.
using CollectiveStep = std::vector<Message>;

/// The steps of a task that refusal() does not refuse. Data is cut into blocks: one a node, of
/// all_to_all one a pair of nodes, block i * nodes + j from node i to node j.
[[nodiscard]] std::vector<CollectiveStep> steps_of(const CollectiveTask& task);

[[nodiscard]] std::uint32_t block_count(const CollectiveTask& task);
/// Bytes of a block: all bytes are dealt out as evenly as they can be.
[[nodiscard]] std::uint64_t block_bytes(const CollectiveTask& task, std::uint32_t block);
[[nodiscard]] std::uint64_t message_bytes(const CollectiveTask& task, const Message& message);

} // namespace stallscope::training
