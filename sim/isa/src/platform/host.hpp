#pragma once

#include "isa/executor.hpp"

namespace stallscope::isa {

// What a bare-metal program finds behind it: a host that it talks to through memory (tohost, as
// the RISC-V test programs do) or through semihosting calls.

/// The address is in the doubleword `tohost`.
[[nodiscard]] inline bool is_tohost(const Program& program, std::uint64_t address) {
  return program.tohost != 0 && address - program.tohost < 8;
}

/// A store of effect.bytes bytes at effect.address, in tohost. When tohost is no longer zero then:
/// 1 ends the run, passed; another odd number ends it, failed with half that number; an even one
/// is the address of four doublewords {n, a0, a1, a2}, a call for the host, which answers with the
/// result in the first one, 1 in fromhost and 0 in tohost. n is 64 for write and 93 for exit.
[[nodiscard]] Trap store_to_host(const Program& program, ArchState& state,
                                 const Environment& environment, std::uint64_t value,
                                 const Effect& effect);

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
