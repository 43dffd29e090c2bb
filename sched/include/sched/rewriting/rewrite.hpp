#pragma once

#include "sched/control_flow/block.hpp"
#include "sched/dependence/dependence.hpp"
#include "sched/dependence/folding.hpp"

#include <string>
#include <vector>

namespace stallscope::sched {

/// A block and the new order of its instructions.
struct Reordered {
  Block block;
  std::vector<Node> order;
  Folding folding{}; ///< accesses and increments that the order may have crossed
};

/// Whether a program's text can be rewritten with reordered instructions: source text can, machine
/// code cannot.
[[nodiscard]] bool can_rewrite(const isa::Program& program);

/// An order in which the instructions of one source line (a pseudo-instruction) are adjacent, as
/// close to `order` as possible; `order` itself when none were separated, and the source order when
/// they cannot be made adjacent.
[[nodiscard]] std::vector<Node> with_whole_lines(const Block& block, const std::vector<Node>& order,
                                                 const Folding& folding = {},
                                                 const AliasHints& hints = {});

/// The source text of a program with the lines of these blocks in their new orders. Lines keep
/// their text and comments; lines without instructions stay before the following instruction; a
/// label at the start of a block stays there, unless it names an auipc for the instruction with the
/// lower half of its address (%pcrel_lo).
[[nodiscard]] std::string rewritten(const isa::Program& program,
                                    const std::vector<Reordered>& blocks);

} // namespace stallscope::sched
