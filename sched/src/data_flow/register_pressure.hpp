#pragma once

#include "sched/control_flow/block.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace stallscope::sched {

/// Lifetimes of a block's register values: one value for each register read before it is written,
/// one for each write. A value not overwritten in the block is live at its end.
class LiveValues {
public:
  explicit LiveValues(const Block& block);

  /// Distinct values read by a node.
  [[nodiscard]] std::span<const std::uint32_t> uses(Node node) const {
    return std::span(values_).subspan(parts_[node].uses, parts_[node].defs - parts_[node].uses);
  }
  /// Values defined by a node.
  [[nodiscard]] std::span<const std::uint32_t> defs(Node node) const {
    return std::span(values_).subspan(parts_[node].defs, parts_[node + 1].uses - parts_[node].defs);
  }

  std::vector<std::uint32_t> readers; ///< by value: number of reading nodes
  std::vector<std::uint8_t> lives_on; ///< by value: live at the block's end
  std::uint32_t live_in = 0;          ///< values [0, live_in) are live at the start

private:
  struct Part {
    std::uint32_t uses = 0; ///< index of the node's uses in values_
    std::uint32_t defs = 0;
  };
  std::vector<std::uint32_t> values_;
  std::vector<Part> parts_; ///< by node, and one past the last
};

/// Register pressure: the maximum number of live values in this order.
[[nodiscard]] std::uint32_t registers_used(const LiveValues& values,
                                           const std::vector<Node>& order);

} // namespace stallscope::sched
