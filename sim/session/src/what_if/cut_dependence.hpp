#pragma once

#include "isa/program.hpp"

namespace stallscope::session {

/// Takes a register from what an instruction is seen to read: it no longer waits for its value.
/// `seen` is what a dynamically scheduled core decodes, `micro_op` what an in-order core schedules;
/// what is executed is neither.
void cut_dependence(isa::Instruction& seen, isa::MicroOp& micro_op, RegId reg);

} // namespace stallscope::session
