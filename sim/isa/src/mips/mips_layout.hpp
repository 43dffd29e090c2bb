#pragma once

#include "asm/dialect.hpp"

namespace stallscope::isa::mips {

// Memory map of SPIM, with writable data starting below .data so that examples by Hennessy and
// Patterson can put arrays at round addresses. All addresses are below 2 GiB and are equal for 32
// and 64 bits.
inline constexpr assembly::Layout kLayout = {
    .text = 0x00400000,
    .data_region = 0x10000000,
    .data = 0x10010000,
    .heap = 0x10040000,
    .heap_bytes = 256ULL << 20,
    .stack_begin = 0x7f7ff000,
    .stack_end = 0x7ffff000,
};
/// Memory map of WinMIPS64: data starts at address 0, so its addresses fit 16 bits (daddi r4, r0,
/// A).
inline constexpr assembly::Layout kLowLayout = {
    .text = kLayout.text,
    .data_region = 0,
    .data = 0,
    .heap = 0x40000,
    .heap_bytes = 1ULL << 20,
    .stack_begin = kLayout.stack_begin,
    .stack_end = kLayout.stack_end,
};
inline constexpr std::uint64_t kStackTop = 0x7fffeff0; // SPIM's 0x7fffeffc, at a multiple of 16
inline constexpr std::uint64_t kGlobalPointer = 0x10008000;
/// Offset of $gp in the data reachable with 16 bits, as set by linkers (System V ABI, MIPS
/// supplement): _gp.
inline constexpr std::uint64_t kSmallDataReach = 0x7ff0;

} // namespace stallscope::isa::mips
