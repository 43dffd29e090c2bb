#include "training/collectives/collective.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace stallscope::training {

namespace {

constexpr std::array<std::string_view, kCollectiveCount> kCollectiveNames{
    "broadcast",  "scatter",    "gather",         "reduce",
    "all-gather", "all-reduce", "reduce-scatter", "all-to-all"};
constexpr std::array<std::string_view, kAlgorithmCount> kAlgorithmNames{
    "ring", "tree", "halving-doubling", "hierarchical"};
constexpr std::array<std::string_view, kCollectiveCount> kPromises{
    "all nodes have the data of the root",
    "node i has block i of the root's data",
    "the root has the block of every node",
    "the root has the sum of all nodes' data",
    "all nodes have the block of every node",
    "all nodes have the sum of all nodes' data",
    "node i has block i of the sum of all nodes' data",
    "node j has block j of every node"};

template <class Enum, std::size_t N>
std::optional<Enum> called(std::string_view name, const std::array<std::string_view, N>& names) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

std::optional<Refusal> group_refusal(const CollectiveTask& task) {
  if (task.group_size < 1 || task.group_size > task.nodes)
    return Refusal{"hierarchical: groups of " + std::to_string(task.group_size) + " nodes",
                   "1 to " + std::to_string(task.nodes) + " nodes a group"};
  if (task.nodes % task.group_size != 0)
    return Refusal{"hierarchical: " + std::to_string(task.nodes) +
                       " nodes make no whole groups of " + std::to_string(task.group_size),
                   "a number of nodes that the size of a group divides"};
  return std::nullopt;
}

} // namespace

std::string_view name(Collective collective) {
  return kCollectiveNames[static_cast<std::size_t>(collective)];
}
std::string_view name(Algorithm algorithm) {
  return kAlgorithmNames[static_cast<std::size_t>(algorithm)];
}
std::optional<Collective> collective_called(std::string_view name) {
  return called<Collective>(name, kCollectiveNames);
}
std::optional<Algorithm> algorithm_called(std::string_view name) {
  return called<Algorithm>(name, kAlgorithmNames);
}
std::vector<std::string_view> collective_names() {
  return {kCollectiveNames.begin(), kCollectiveNames.end()};
}
std::vector<std::string_view> algorithm_names() {
  return {kAlgorithmNames.begin(), kAlgorithmNames.end()};
}
std::string_view promise(Collective collective) {
  return kPromises[static_cast<std::size_t>(collective)];
}

std::optional<Refusal> refusal(const CollectiveTask& task) {
  const std::uint32_t most =
      task.collective == Collective::all_to_all ? kMostAllToAllNodes : kMostNodes;
  if (task.nodes < 1 || task.nodes > most)
    return Refusal{std::string(name(task.collective)) + " of " + std::to_string(task.nodes) +
                       " nodes",
                   "1 to " + std::to_string(most) + " nodes"};
  if (has_root(task.collective) && task.root >= task.nodes)
    return Refusal{"the root is node " + std::to_string(task.root),
                   "a node from 0 to " + std::to_string(task.nodes - 1)};
  if (task.algorithm == Algorithm::hierarchical)
    return group_refusal(task);
  return std::nullopt;
}

std::uint32_t usual_group_size(std::uint32_t nodes) {
  std::uint32_t size = 1;
  for (std::uint32_t divisor = 1; divisor * divisor <= nodes; ++divisor)
    if (nodes % divisor == 0)
      size = divisor;
  return size;
}

std::uint32_t block_count(const CollectiveTask& task) {
  return task.collective == Collective::all_to_all ? task.nodes * task.nodes : task.nodes;
}

std::uint64_t block_bytes(const CollectiveTask& task, std::uint32_t block) {
  const std::uint32_t place = block % task.nodes;
  return task.bytes / task.nodes + (place < task.bytes % task.nodes ? 1 : 0);
}

std::uint64_t message_bytes(const CollectiveTask& task, const Message& message) {
  std::uint64_t bytes = 0;
  for (const std::uint32_t block : message.blocks)
    bytes += block_bytes(task, block);
  return bytes;
}

} // namespace stallscope::training
