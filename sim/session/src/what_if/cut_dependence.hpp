#pragma once

#include "isa/program.hpp"

namespace stallscope::session {

/// Removes a register from the source operands of an instruction, so that it no longer waits for
/// the value. `seen` is what a dynamically scheduled core decodes, `micro_op` what an in-order core
/// schedules; neither is executed functionally.
void cut_dependence(isa::Instruction& seen, isa::MicroOp& micro_op, RegId reg);

} // namespace stallscope::session
