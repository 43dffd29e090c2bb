#pragma once

#include "isa/executor.hpp"

namespace stallscope::isa {

// What a bare-metal program finds behind it: a host that it talks to through memory (tohost, as
// the RISC-V test programs do) or through semihosting calls.

/// The address is in the doubleword `tohost`.
[[nodiscard]] inline bool is_tohost(const Program& program, std::uint64_t address) {
  return program.tohost != 0 && address - program.tohost < 8;
}

/// A store of effect.bytes bytes at effect.address, in tohost. When that makes a command
/// (platform/tohost_halves.hpp), the host carries it out as the front-end server of Spike does:
/// bits 63 to 56 are a device, 55 to 48 its command, 47 to 0 the payload.
///
/// - Device 0, command 0: payload 1 ends the run, passed; another odd one ends it, failed with half
///   of it; an even one is the address of eight doublewords {n, a0 ... a6}, a call, which is
///   answered with the result in the first one and 1 in fromhost. n is 63 for read, 64 for write,
///   93 and 94 for exit.
/// - Device 1: command 1 prints the character, command 0 reads one. Both are answered with
///   0x100 + character; there is no answer for a read at the end of the input, nor for a write when
///   fromhost holds an answer that the program has not taken yet.
/// - Command 255 of any device puts a name of 64 bytes at payload / 256.
/// - Upper half all ones, odd: a negative exit code.
///
/// Answers name device and command as commands do; tohost is 0 then. What there is not is
/// Trap::bad_syscall. `atomic`: by an atomic instruction, whose store is a whole command.
[[nodiscard]] Trap store_to_host(const Program& program, ArchState& state,
                                 const Environment& environment, std::uint64_t value,
                                 const Effect& effect, bool atomic);

/// What stands before and behind the ebreak of a semihosting call.
inline constexpr std::uint32_t kSlliX0By31 = 0x01F01013;
inline constexpr std::uint32_t kSraiX0By7 = 0x40705013;

/// The ebreak at pc is a semihosting call: `slli x0, x0, 0x1f` stands before it and
/// `srai x0, x0, 7` behind it ("RISC-V Semihosting", chapter 2).
[[nodiscard]] bool is_semihosting_call(const Program& program, const ArchState& state);

/// Carries the call out: number in a0, argument or address of arguments in a1, result in a0.
/// Calls and their arguments are those of "Semihosting for AArch32 and AArch64"; a program can
/// reach standard input and output (":tt") and nothing else. Other calls return -1.
[[nodiscard]] Trap semihosting_call(const Program& program, ArchState& state,
                                    const Environment& environment, std::uint64_t cycle,
                                    Effect& effect);

} // namespace stallscope::isa
