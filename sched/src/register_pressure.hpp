#pragma once

#include "sched/block.hpp"

#include <cstdint>
#include <vector>

namespace stallscope::sched {

/// The values a block's registers hold: one for each register read before it is written, and one
/// for each write. A value that is not overwritten in the block lives to its end.
struct LiveValues {
  static constexpr std::uint32_t kNone = ~0U;

  std::vector<std::vector<std::uint32_t>> uses; ///< by node: values it reads, each once
  std::vector<std::vector<std::uint32_t>> defs; ///< by node: values it makes
  std::vector<std::uint32_t> readers;           ///< by value: how many nodes read it
  std::vector<bool> lives_on;                   ///< by value: to the end of the block
  std::uint32_t live_in = 0;                    ///< values [0, live_in) are there at the start

  explicit LiveValues(const Block& block);
};

/// Most values alive at once when the instructions are executed in this order.
[[nodiscard]] std::uint32_t registers_used(const Block& block, const std::vector<Node>& order);

} // namespace stallscope::sched
