#pragma once

#include "isa/executor.hpp"

namespace stallscope::isa {

/// Opens the standard streams and seeds the random numbers.
void start_linux(const Program& program, ArchState& state);

/// Carries out a Linux system call: number in a7, arguments in a0 to a5, result in a0 (a negative
/// errno when it fails, as the kernel returns it). Calls that do not exist here return -ENOSYS and
/// are remembered in PlatformState::unknown_calls. The program can reach its standard streams, and
/// read the files in Program::files; nothing else of the host, and no clock but the cycle.
[[nodiscard]] Trap linux_call(const Program& program, ArchState& state,
                              const Environment& environment, std::uint64_t cycle,
                              const Instruction& instruction, Effect& effect);

/// ebreak: the kernel sends SIGTRAP, whose default is to end the program; no handler is called.
[[nodiscard]] Trap end_by_breakpoint(ArchState& state);

} // namespace stallscope::isa
