#pragma once

#include "sched/control_flow/block.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace stallscope::sched {

/// The values a block's registers hold: one for each register read before it is written, and one
/// for each write. A value that is not overwritten in the block lives to its end.
class LiveValues {
public:
  explicit LiveValues(const Block& block);

  /// Values a node reads, each once.
  [[nodiscard]] std::span<const std::uint32_t> uses(Node node) const {
    return std::span(values_).subspan(parts_[node].uses, parts_[node].defs - parts_[node].uses);
  }
  /// Values it makes.
  [[nodiscard]] std::span<const std::uint32_t> defs(Node node) const {
    return std::span(values_).subspan(parts_[node].defs, parts_[node + 1].uses - parts_[node].defs);
  }

  std::vector<std::uint32_t> readers; ///< by value: how many nodes read it
  std::vector<std::uint8_t> lives_on; ///< by value: to the end of the block
  std::uint32_t live_in = 0;          ///< values [0, live_in) are there at the start

private:
  struct Part {
    std::uint32_t uses = 0; ///< where they begin in values_
    std::uint32_t defs = 0;
  };
  std::vector<std::uint32_t> values_;
  std::vector<Part> parts_; ///< by node, and one behind the last
};

/// Most values alive at once when the instructions are executed in this order.
[[nodiscard]] std::uint32_t registers_used(const LiveValues& values,
                                           const std::vector<Node>& order);

} // namespace stallscope::sched
