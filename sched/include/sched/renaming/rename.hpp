#pragma once

#include "sched/data_flow/liveness.hpp"
#include "sched/dependence/dependence.hpp"
#include "sched/target/target.hpp"

#include <string>
#include <vector>

namespace stallscope::sched {

/// The registers usable for temporaries, of the class of `like`: integer or floating point, without
/// zero, stack pointer and other reserved registers. MIPS: even floating-point registers, as used
/// for doubles. Empty for notations with variables.
[[nodiscard]] std::vector<RegId> temporaries(const isa::Program& program, RegId like);

/// A program's text with renamed registers.
struct Renamed {
  std::string text;
  std::uint32_t values = 0; ///< values with a new register
  std::uint32_t kept = 0;   ///< values not renamed because no register was free
};

/// Register renaming of local values of these blocks (basic_blocks of the program), where it
/// removes WAR and WAW dependences: a value gets another register if its own holds several values
/// in the block. Of the registers free for the value's lifetime (by liveness and the other values
/// of the block, which are renamed too) the least recently used is taken. In three-address code
/// there are always new temporaries, named after the variable: t0_1. Instructions that share a
/// source line keep their registers. The program must be source text (can_rewrite).
[[nodiscard]] Renamed rename_registers(const isa::Program& program,
                                       const std::vector<Block>& blocks, bool delay_slot = false);

/// Register renaming (rename_registers) only in the blocks that take fewer cycles on the machine
/// when renamed and list-scheduled: reusing registers sooner can also lengthen a block. In
/// three-address code, with its unlimited registers, all blocks are renamed.
[[nodiscard]] Renamed rename_where_shorter(const isa::Program& program,
                                           const std::vector<Block>& blocks, const Target& target,
                                           const AliasHints& hints = {});

} // namespace stallscope::sched
