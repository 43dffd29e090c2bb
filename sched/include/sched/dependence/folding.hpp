#pragma once

#include "sched/control_flow/block.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace stallscope::sched {

/// Loads and stores may cross additions of a constant to their base register when their offset is
/// changed by it: `sd a0, 0(a1)` behind `addi a1, a1, 8` is `sd a0, -8(a1)`.
struct Folding {
  std::vector<bool> increments; ///< by node: reg = reg + constant
  std::vector<bool> accesses;   ///< by node: its offset can be changed, whichever of the block's
                                ///< increments of its base it crosses

  [[nodiscard]] bool empty() const { return accesses.empty(); }
  [[nodiscard]] bool increment(Node node) const { return !empty() && increments[node]; }
  [[nodiscard]] bool access(Node node) const { return !empty() && accesses[node]; }
};

/// What of a block can be folded: RISC-V and MIPS, accesses that read their base as a base only,
/// with a number as offset (no symbol), which stays in range; in machine code in that of the
/// access's own encoding.
[[nodiscard]] Folding foldable(const Block& block);

/// The accesses whose offset an order changes, with the new offset.
[[nodiscard]] std::vector<std::pair<Node, std::int64_t>>
folded_offsets(const Block& block, const Folding& folding, const std::vector<Node>& order);

/// A line of source text with the offset of its memory operand changed.
[[nodiscard]] std::string with_offset(const std::string& line, std::int64_t offset);

} // namespace stallscope::sched
