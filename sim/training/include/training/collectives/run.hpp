#pragma once

#include "training/collectives/collective.hpp"
#include "training/collectives/topology.hpp"
#include "training/numbers/exact.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::training {

/// What a node holds of a block: a sum of contributions, modulo 2^64. Each node's contribution to
/// each block is a number of its own, so that one that is missing or counted twice shows.
struct HeldBlock {
  std::uint64_t sum = 0;
  std::uint64_t contributors = 0; ///< bit i: node i; of up to 64 nodes, else 0
  bool held = false;
};

/// The data of all nodes: moved by every step.
class NodeData {
public:
  /// As it is before the first step.
  explicit NodeData(const CollectiveTask& task);

  [[nodiscard]] const HeldBlock& at(std::uint32_t node, std::uint32_t block) const {
    return held_[std::size_t{node} * blocks_ + block];
  }
  [[nodiscard]] std::uint32_t blocks() const { return blocks_; }
  /// Moves what the messages of a step carry. What cannot be: a sender without the block, data
  /// added to nothing; empty: all is well.
  [[nodiscard]] std::string apply(const CollectiveStep& step);
  /// Whether the collective has kept its promise; empty, or the first node and block where not.
  [[nodiscard]] std::string broken_promise() const;

private:
  [[nodiscard]] HeldBlock promised(std::uint32_t node, std::uint32_t block) const;

  CollectiveTask task_;
  std::uint32_t blocks_;
  std::vector<HeldBlock> held_; ///< by node * blocks + block
};

/// What a step costs.
struct StepCost {
  Exact time_ns;
  std::uint64_t most_bytes = 0;    ///< of one message
  std::uint32_t busiest_link = 0;  ///< the one the step waits for
  std::uint64_t busiest_bytes = 0; ///< on it
};

/// What became of a collective.
struct CollectiveRun {
  std::vector<CollectiveStep> steps;
  std::vector<StepCost> costs;
  Exact time_ns;
  std::vector<std::uint64_t> sent_bytes; ///< by node
  std::string problem;                   ///< of the data; empty: the promise was kept
};

/// Runs a task that is not refused, on a topology with as many nodes. Each step begins when the one
/// before has ended everywhere, and takes its longest way's latency and its busiest link's time.
[[nodiscard]] CollectiveRun run_collective(const CollectiveTask& task, const Topology& topology);

/// Bytes a second as nccl-tests define them: task.bytes / time.
[[nodiscard]] Exact algorithm_bandwidth(const CollectiveTask& task, const Exact& time_ns);
/// By what the former is multiplied to be comparable with the speed of links: 2(n-1)/n of
/// all-reduce, (n-1)/n of reduce-scatter, all-gather, all-to-all, gather and scatter, 1 of
/// broadcast and reduce.
[[nodiscard]] Exact bus_factor(const CollectiveTask& task);

} // namespace stallscope::training
