#pragma once

#include "sched/control_flow/block.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace stallscope::sched {

/// For each block of a program the one that a run most likely comes from and the one it goes on
/// with: backwards over branches, as in loops, otherwise into what stands behind. A call and a
/// return go to unknown places.
class Surroundings {
public:
  /// The program outlives this.
  explicit Surroundings(const isa::Program& program, bool delay_slot = false);

  struct Neighbours {
    const Block* before = nullptr; ///< null: not known
    const Block* behind = nullptr;
    bool jumps_here = false; ///< `before` ends with a taken branch or a jump
    bool jumps_on = false;   ///< so does the block itself
  };
  /// Of a block of basic_blocks, in its own order.
  [[nodiscard]] Neighbours of(const Block& block) const;

  [[nodiscard]] bool delay_slot() const { return delay_slot_; }

private:
  [[nodiscard]] std::optional<std::size_t> next_of(std::size_t b) const;

  std::vector<Block> blocks_;
  bool delay_slot_;
  std::map<std::uint64_t, std::size_t> by_pc_;
  std::vector<std::optional<std::size_t>> next_;   ///< by block
  std::vector<std::optional<std::size_t>> before_; ///< by block
};

} // namespace stallscope::sched
