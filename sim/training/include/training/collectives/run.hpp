#pragma once

#include "training/collectives/collective.hpp"
#include "training/collectives/topology.hpp"
#include "training/numbers/exact.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::training {

/// A node's value of a block: a sum of contributions, modulo 2^64. The contributions of each node
/// to each block are distinct numbers, so that a contribution that is missing or counted twice
/// changes the sum.
struct HeldBlock {
  std::uint64_t sum = 0;
  std::uint64_t contributors = 0; ///< bit i: node i contributed; 0 with more than 64 nodes
  bool held = false;
};

/// The data of all nodes, updated by every step.
class NodeData {
public:
  /// The state before the first step.
  explicit NodeData(const CollectiveTask& task);

  [[nodiscard]] const HeldBlock& at(std::uint32_t node, std::uint32_t block) const {
    return held_[std::size_t{node} * blocks_ + block];
  }
  [[nodiscard]] std::uint32_t blocks() const { return blocks_; }
  /// Delivers the messages of a step. Returns the error (a sender without the block, data added to
  /// no block), or an empty string.
  [[nodiscard]] std::string apply(const CollectiveStep& step);
  /// Checks the result against the collective's guarantee: the first node and block that are wrong,
  /// or an empty string.
  [[nodiscard]] std::string broken_promise() const;

private:
  [[nodiscard]] HeldBlock promised(std::uint32_t node, std::uint32_t block) const;

  CollectiveTask task_;
  std::uint32_t blocks_;
  std::vector<HeldBlock> held_; ///< by node * blocks + block
};

/// Cost of a step.
struct StepCost {
  Exact time_ns;
  std::uint64_t most_bytes = 0;    ///< size of the largest message
  std::uint32_t busiest_link = 0;  ///< the link that determines the duration of the step
  std::uint64_t busiest_bytes = 0; ///< bytes on the busiest link
};

/// Result of running a collective.
struct CollectiveRun {
  std::vector<CollectiveStep> steps;
  std::vector<StepCost> costs;
  Exact time_ns;
  std::vector<std::uint64_t> sent_bytes; ///< by node
  std::string problem;                   ///< the first violation of the collective's guarantee;
                                         ///< empty: the data is correct
};

/// Runs an accepted task on a topology with as many nodes as the task. Each step starts when the
/// previous one has ended on all nodes, and takes the latency of its longest path plus the transfer
/// time of its busiest link.
[[nodiscard]] CollectiveRun run_collective(const CollectiveTask& task, const Topology& topology);

/// Bytes a second. The fraction of a time in ns may need more than 64 bits; then only the nearest
/// double is known.
struct Bandwidth {
  Exact exact;
  double nearest = 0;
};
/// As nccl-tests define it: task.bytes / time.
[[nodiscard]] Bandwidth algorithm_bandwidth(const CollectiveTask& task, const Exact& time_ns);
/// algorithm_bandwidth times bus_factor.
[[nodiscard]] Bandwidth bus_bandwidth(const CollectiveTask& task, const Exact& time_ns);
/// Factor from algorithm bandwidth to bus bandwidth, which is comparable with link speed: 2(n-1)/n
/// for all-reduce, (n-1)/n for reduce-scatter, all-gather, all-to-all, gather and scatter, 1 for
/// broadcast and reduce.
[[nodiscard]] Exact bus_factor(const CollectiveTask& task);

} // namespace stallscope::training
