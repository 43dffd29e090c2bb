#pragma once

#include "isa/executor.hpp"

namespace stallscope::isa {

// The host of a bare-metal program: the program communicates with it through memory (tohost, as in
// the RISC-V test programs) or by semihosting calls.

/// The address is inside the doubleword `tohost`.
[[nodiscard]] inline bool is_tohost(const Program& program, std::uint64_t address) {
  return program.tohost != 0 && address - program.tohost < 8;
}

/// A store of effect.bytes bytes at effect.address, in tohost. If this completes a command
/// (platform/tohost_halves.hpp), the host executes it like the front-end server of Spike: bits 63
/// to 56 are a device, 55 to 48 its command, 47 to 0 the payload.
///
/// - Device 0, command 0: payload 1 ends the run as passed; another odd one ends it as failed with
/// half of its value; an even one is the address of eight doublewords {n, a0 ... a6}, a call,
/// answered with the result in the first one and 1 in fromhost. n is 63 for read, 64 for write, 93
/// and 94 for exit.
/// - Device 1: command 1 prints the character, command 0 reads one. Both are answered with 0x100 +
/// character; there is no answer for a read at the end of the input, nor for a write when fromhost
/// contains an answer that the program has not read yet.
/// - Command 255 of any device puts a name of 64 bytes at payload / 256.
/// - Upper half all ones, odd: a negative exit code.
///
/// Answers contain device and command like commands; tohost is then 0. Unknown commands give
/// Trap::bad_syscall. `atomic`: by an atomic instruction, whose store is always a whole command.
[[nodiscard]] Trap store_to_host(const Program& program, ArchState& state,
                                 const Environment& environment, std::uint64_t value,
                                 const Effect& effect, bool atomic);

/// The instructions before and after the ebreak of a semihosting call.
inline constexpr std::uint32_t kSlliX0By31 = 0x01F01013;
inline constexpr std::uint32_t kSraiX0By7 = 0x40705013;

/// The ebreak at pc is a semihosting call: it is preceded by `slli x0, x0, 0x1f` and followed by
/// `srai x0, x0, 7` ("RISC-V Semihosting", chapter 2).
[[nodiscard]] bool is_semihosting_call(const Program& program, const ArchState& state);

/// Executes the call: number in a0, argument or address of arguments in a1, result in a0. Calls and
/// their arguments are those of "Semihosting for AArch32 and AArch64"; a program can access only
/// standard input and output (":tt"). Other calls return -1.
[[nodiscard]] Trap semihosting_call(const Program& program, ArchState& state,
                                    const Environment& environment, std::uint64_t cycle,
                                    Effect& effect);

} // namespace stallscope::isa
