#pragma once

#include "isa/executor.hpp"

namespace stallscope::isa {

/// Delivers the trap in `effect` to the handler of a bare-metal program: mepc, mcause, mtval and
/// mstatus are set, pc is at the handler, and effect is marked `exception`. `instruction` is null
/// if there is none at pc.
///
/// Returns false, without changes, if the trap ends the run: the program has no handler, the first
/// instruction of the handler itself traps (and would do so forever), or the trap is not one of the
/// program.
bool take_trap(const Program& program, ArchState& state, const Instruction* instruction,
               Effect& effect);

} // namespace stallscope::isa
