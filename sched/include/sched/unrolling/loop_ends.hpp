#pragma once

#include "sched/control_flow/block.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope::sched {

struct PlainLoopEnds {
  std::string text;
  std::uint32_t changed = 0; ///< lines changed
};

/// Normalises the counting and end test of one-block loops (among `blocks`) to the forms that
/// unrolling and software pipelining recognise, without changing results:
/// - RISC-V: a comparison whose result only the branch tests and that is not read after the loop
/// becomes part of the branch: "slt t0, a0, a1; bnez t0, loop" is "blt a0, a1, loop".
/// - MIPS: a subtraction of a number, two instructions for the assembler, becomes an addition:
/// "dsubu $t0, $t0, 1" is "daddiu $t0, $t0, -1"; branches that compare for order, also two
/// instructions, are written as these two: "blt $t0, $t1, loop" is "slt $at, $t0, $t1" and "bne
/// $at, $zero, loop". $at must not be read after the loop.
/// The program must be source text.
[[nodiscard]] PlainLoopEnds plain_loop_ends(const isa::Program& program,
                                            const std::vector<Block>& blocks,
                                            bool delay_slot = false);

} // namespace stallscope::sched
