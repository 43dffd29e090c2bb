#pragma once

#include "isa/executor.hpp"

namespace stallscope::isa {

/// Carries out the system call `instruction` as the program's notation numbers them
/// (docs/guest-platforms.md). Sets state.exit_code, registers, memory, `effect.result`; on a
/// fault nothing but `effect.address`.
Trap system_call(const Program& program, ArchState& state, const Environment& environment,
                 const Instruction& instruction, Effect& effect);

} // namespace stallscope::isa
