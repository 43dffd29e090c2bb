#pragma once

#include "graph/structure/graph.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::graph {

/// Where a value is instead of an axis of its parts: whole on every device, or as partial sums, one
/// on each device.
inline constexpr std::int64_t kWhole = -1;
inline constexpr std::int64_t kPartialSums = -2;

/// How a node is computed in parts: each device applies the same operator to parts of the operands.
struct PartRule {
  std::int64_t axis = kWhole;         ///< axis of the result's parts, or kPartialSums
  std::vector<std::int64_t> operands; ///< by operand: axis of its parts, kWhole or kPartialSums
};

/// First element of a device's part of a dimension; sizes of parts differ by at most 1.
[[nodiscard]] inline std::int64_t part_begin(std::int64_t size, std::uint32_t device,
                                             std::uint32_t devices) {
  return size * device / devices;
}

/// The rule for a node whose operands are split as `split` says (axis, kWhole or kPartialSums, by
/// operand). None: the operator needs its operands whole.
[[nodiscard]] std::optional<PartRule> part_rule(const Graph& graph, NodeId id,
                                                const std::vector<std::int64_t>& split,
                                                std::uint32_t devices);

} // namespace stallscope::graph
