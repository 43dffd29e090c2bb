#pragma once

#include "sched/control_flow/block.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace stallscope::sched {

/// The likely predecessor and successor of each block: backward branches are taken, as in loops,
/// others fall through. Calls and returns have unknown neighbours.
class Surroundings {
public:
  /// The program must outlive this object.
  explicit Surroundings(const isa::Program& program, bool delay_slot = false);

  struct Neighbours {
    const Block* before = nullptr; ///< null: unknown
    const Block* behind = nullptr;
    bool jumps_here = false; ///< `before` ends with a taken branch or a jump
    bool jumps_on = false;   ///< the block itself ends with a taken branch or a jump
  };
  /// The neighbours of a block from basic_blocks whose instructions are in source order.
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
