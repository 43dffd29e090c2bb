#pragma once

#include "sched/control_flow/block.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace stallscope::sched {

/// Offset folding: loads and stores may cross additions of a constant to their base register when
/// their offset is adjusted. `sd a0, 0(a1)` after `addi a1, a1, 8` is `sd a0, -8(a1)` before it.
struct Folding {
  std::vector<bool> increments; ///< by node: reg = reg + constant
  std::vector<bool> accesses;   ///< by node: its offset can be adjusted for any of the block's
                                ///< increments of its base

  [[nodiscard]] bool empty() const { return accesses.empty(); }
  [[nodiscard]] bool increment(Node node) const { return !empty() && increments[node]; }
  [[nodiscard]] bool access(Node node) const { return !empty() && accesses[node]; }
};

/// What can be folded in a block: on RISC-V and MIPS, accesses that use their base register only as
/// a base, with a numeric offset (no symbol) that stays within range; in machine code within the
/// range of the access's own encoding.
[[nodiscard]] Folding foldable(const Block& block);

/// The accesses whose offsets an order changes, with the new offsets.
[[nodiscard]] std::vector<std::pair<Node, std::int64_t>>
folded_offsets(const Block& block, const Folding& folding, const std::vector<Node>& order);

/// A source line with a changed offset of its memory operand.
[[nodiscard]] std::string with_offset(const std::string& line, std::int64_t offset);

} // namespace stallscope::sched
