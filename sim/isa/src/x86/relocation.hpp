#pragma once

// Relocation: symbols in immediates, addresses and targets of x86 instructions get their values.

#include "asm/assembler.hpp"
#include "x86/build/build.hpp"

#include <cstdint>

namespace stallscope::isa::x86 {

/// Every instruction takes 4 bytes of address space: near the mean of real code, and all addresses
/// are multiples of 4. Gaps are filled with long nops, as in GNU as.
inline constexpr unsigned kInstructionBytes = 4;

/// Sets what an instruction at `pc` names. `narrow`: 32-bit code. False after a report.
bool relocate(Statement& made, std::uint64_t pc, bool narrow, assembly::Symbols& symbols,
              assembly::Emitter& emitter);

} // namespace stallscope::isa::x86
