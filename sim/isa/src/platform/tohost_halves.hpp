#pragma once

#include "isa/executor.hpp"

namespace stallscope::isa {

/// Number of instructions within which the second half of a command for the host must be stored.
inline constexpr unsigned kTohostWindow = 100;

/// Whether tohost contains a command for the host, after a store of `effect.bytes` bytes there by
/// the instruction at state.pc.
///
/// A doubleword is a command. So are two words, in either order. A single word is the whole
/// command, combined with the current other half, unless the program stores the other half within
/// the next kTohostWindow instructions, and before it reads tohost or fromhost, stores the same
/// half again, makes a semihosting call, jumps to its own address, or stops. Zero is not a command.
///
/// The following instructions are executed in a copy of the state, so that the answer depends only
/// on the program, not on the machine, and is given at the store of the command. Cycle counters
/// read 0 there.
[[nodiscard]] bool completes_command(const Program& program, ArchState& state,
                                     const Environment& environment, const Effect& effect,
                                     bool atomic);

} // namespace stallscope::isa
