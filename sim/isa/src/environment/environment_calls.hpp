#pragma once

#include "isa/executor.hpp"

namespace stallscope::isa {

/// Executes the system call `instruction` with the numbers of the program's notation
/// (docs/guest-platforms.md). Sets state.exit_code, registers, memory, `effect.result`; on a fault
/// only `effect.address`.
Trap system_call(const Program& program, ArchState& state, const Environment& environment,
                 const Instruction& instruction, Effect& effect);

} // namespace stallscope::isa
