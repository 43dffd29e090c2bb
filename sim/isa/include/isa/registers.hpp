#pragma once

#include "base/ids.hpp"

namespace stallscope::isa {

// Register numbering shared by the assemblers, the executor and everything that shows registers.
// Integer registers come first so that a machine number ($8, x8) is the RegId itself.

inline constexpr RegId kFirstInteger = 0; ///< 32 of them for mips and riscv; 0 is hard-wired to zero
inline constexpr RegId kFirstFp = 32;     ///< 32 of them, 64 bits each (mips: FR = 1)
inline constexpr RegId kHi = 64;          ///< mips: high half of a product, remainder of a division
inline constexpr RegId kLo = 65;          ///< mips: low half of a product, quotient of a division
inline constexpr RegId kFirstFlag = 66;   ///< mips: FP condition flags 0 to 7
inline constexpr RegId kFlagCount = 8;

namespace mips {
inline constexpr RegId kAt = 1;
inline constexpr RegId kV0 = 2; ///< number of a system call, and its result
inline constexpr RegId kA0 = 4; ///< first argument; a1 is the next register
inline constexpr RegId kGp = 28;
inline constexpr RegId kSp = 29;
inline constexpr RegId kRa = 31;
} // namespace mips

namespace riscv {
inline constexpr RegId kRa = 1;
inline constexpr RegId kSp = 2;
inline constexpr RegId kGp = 3;
inline constexpr RegId kA0 = 10; ///< first argument and result of a system call; a1 is the next register
inline constexpr RegId kA7 = 17; ///< number of a system call
} // namespace riscv

// Op::syscall names its registers in the instruction: rs1 = number (v0, a7), rs2 = first argument (a0),
// rd = result (v0, a0).

} // namespace stallscope::isa
