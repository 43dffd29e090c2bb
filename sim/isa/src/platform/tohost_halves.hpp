#pragma once

#include "isa/executor.hpp"

namespace stallscope::isa {

/// Instructions within which the second half of a command for the host must be stored.
inline constexpr unsigned kTohostWindow = 100;

/// Whether what tohost holds is a command for the host: a store of `effect.bytes` bytes there has
/// just been made, by the instruction at state.pc.
///
/// A doubleword is one. So are two words, in either order. One word alone is the whole command,
/// with the other half as it is, unless the program stores the other half within the next
/// kTohostWindow instructions; and before it reads tohost or fromhost, stores the same half again,
/// makes a semihosting call, jumps to where it is, or stops. Zero is no command.
///
/// What the program does next is found by executing it in a copy of the state, so that the answer
/// depends on the program alone, not on the machine, and comes where the command was stored. Cycle
/// counters read 0 there.
[[nodiscard]] bool completes_command(const Program& program, ArchState& state,
                                     const Environment& environment, const Effect& effect,
                                     bool atomic);

} // namespace stallscope::isa
