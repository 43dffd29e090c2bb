#pragma once

#include "sched/control_flow/block.hpp"
#include "sched/dependence/dependence.hpp"
#include "sched/dependence/folding.hpp"

#include <string>
#include <vector>

namespace stallscope::sched {

/// A block and the order its instructions are to have.
struct Reordered {
  Block block;
  std::vector<Node> order;
  Folding folding{}; ///< what the order may have crossed
};

/// Whether the source text of a program can be written with its instructions in another order:
/// programs read from source text can, machine code cannot.
[[nodiscard]] bool can_rewrite(const isa::Program& program);

/// An order in which the instructions of one line of the source (a pseudo-instruction) stand
/// together, as near to `order` as can be; `order` itself when there are none that were parted, and
/// the order of the source when they cannot be brought together.
[[nodiscard]] std::vector<Node> with_whole_lines(const Block& block, const std::vector<Node>& order,
                                                 const Folding& folding = {},
                                                 const AliasHints& hints = {});

/// The source text of a program with the lines of these blocks in their new orders. Lines keep
/// their text and comments; lines without instructions stay in front of the instruction they stood
/// before; a label that begins a block stays at its beginning, unless it names an auipc for the
/// instruction that has the other half of its address (%pcrel_lo).
[[nodiscard]] std::string rewritten(const isa::Program& program,
                                    const std::vector<Reordered>& blocks);

} // namespace stallscope::sched
