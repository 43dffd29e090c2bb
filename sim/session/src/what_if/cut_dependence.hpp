#pragma once

#include "isa/program.hpp"

namespace stallscope::session {

/// Removes a register from the source operands of an instruction, so that the instruction does not
/// wait for the value. `seen` is decoded by a dynamically scheduled core, `micro_op` is scheduled
/// by an in-order core; neither is executed functionally.
void cut_dependence(isa::Instruction& seen, isa::MicroOp& micro_op, RegId reg);

} // namespace stallscope::session
