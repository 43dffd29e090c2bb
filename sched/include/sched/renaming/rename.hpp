#pragma once

#include "sched/data_flow/liveness.hpp"
#include "sched/dependence/dependence.hpp"
#include "sched/target/target.hpp"

#include <string>
#include <vector>

namespace stallscope::sched {

/// The registers of a notation's program that may hold temporaries, of the class of `like`: integer
/// or floating point, without zero, stack pointer and others that have a meaning. MIPS: even
/// floating-point registers, as doubles are written. None for notations with variables.
[[nodiscard]] std::vector<RegId> temporaries(const isa::Program& program, RegId like);

/// A program's text with some registers exchanged for others.
struct Renamed {
  std::string text;
  std::uint32_t values = 0; ///< that have got another register
  std::uint32_t kept = 0;   ///< that would have been given one, but none was free
};

/// Gives values that are made and used up within one of these blocks (basic_blocks of the program)
/// registers of their own where that drops dependences: where the register holds several values in
/// the block. Of the registers that hold nothing meanwhile (liveness; other values of the block,
/// which move as well) the one that has rested longest. In three-address
/// code there are always new temporaries, named after the variable: t0_1. Instructions that stand
/// on a line with others keep their registers. The program must be source text (can_rewrite).
[[nodiscard]] Renamed rename_registers(const isa::Program& program,
                                       const std::vector<Block>& blocks, bool delay_slot = false);

/// The same, only in blocks that then take fewer cycles on the machine, list-scheduled: registers
/// that are used again sooner than before can also make one longer. In three-address code, which
/// has always new ones, everywhere.
[[nodiscard]] Renamed rename_where_shorter(const isa::Program& program,
                                           const std::vector<Block>& blocks, const Target& target,
                                           const AliasHints& hints = {});

} // namespace stallscope::sched
