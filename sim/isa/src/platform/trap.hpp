#pragma once

#include "isa/executor.hpp"

namespace stallscope::isa {

/// Takes the trap in `effect` to the handler of a bare-metal program: mepc, mcause, mtval and
/// mstatus are set, pc is at the handler, and effect says `exception`. `instruction` is null when
/// there is none at pc.
///
/// False, with nothing changed, when the trap ends the run: the program has no handler, its first
/// instruction traps itself (and would for ever), or this is no trap of the program.
bool take_trap(const Program& program, ArchState& state, const Instruction* instruction,
               Effect& effect);

} // namespace stallscope::isa
