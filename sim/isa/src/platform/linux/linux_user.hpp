#pragma once

#include "isa/executor.hpp"

namespace stallscope::isa {

/// Opens the standard streams and seeds the random numbers.
void start_linux(const Program& program, ArchState& state);

/// Executes a Linux system call: number in a7, arguments in a0 to a5, result in a0 (a negative
/// errno on failure, as returned by the kernel). Unsupported calls return -ENOSYS and are recorded
/// in PlatformState::unknown_calls. The program can access its standard streams and read the files
/// in Program::files; nothing else on the host, and no clock except the cycle.
[[nodiscard]] Trap linux_call(const Program& program, ArchState& state,
                              const Environment& environment, std::uint64_t cycle,
                              const Instruction& instruction, Effect& effect);

/// ebreak: the kernel sends SIGTRAP, which by default ends the program; no handler is called.
[[nodiscard]] Trap end_by_breakpoint(ArchState& state);

} // namespace stallscope::isa
