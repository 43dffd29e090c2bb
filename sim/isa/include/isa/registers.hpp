#pragma once

#include "isa/program.hpp"

namespace stallscope::isa {

// Registers after the 32 integer registers (RegId n is register n) and the 32 FP registers
// (kFirstFpRegister + n, 64 bits each; mips: FR = 1), shared by the assemblers, the executor and
// all displays of registers.

inline constexpr RegId kHi = 64;        ///< mips: high half of a product, remainder of a division
inline constexpr RegId kLo = 65;        ///< mips: low half of a product, quotient of a division
inline constexpr RegId kFirstFlag = 66; ///< mips: FP condition flags 0 to 7
inline constexpr RegId kFlagCount = 8;

/// Names of values passed between the micro-ops of one instruction (isa/crack.hpp). mips, riscv and
/// x86 registers have other numbers; variables of three-address code may share them, since its
/// instructions need no temporaries.
inline constexpr RegId kFirstTemporary = 496;
inline constexpr RegId kTemporaryCount = 4;

namespace mips {
inline constexpr RegId kAt = 1;
inline constexpr RegId kV0 = 2; ///< number of a system call, and its result
inline constexpr RegId kA0 = 4; ///< first argument; a1 is the next register
inline constexpr RegId kGp = 28;
inline constexpr RegId kSp = 29;
inline constexpr RegId kRa = 31;
inline constexpr RegId kF0 = kFirstFpRegister;       ///< FP result of a system call
inline constexpr RegId kF12 = kFirstFpRegister + 12; ///< FP argument of a system call
} // namespace mips

namespace riscv {
inline constexpr RegId kRa = 1;
inline constexpr RegId kSp = 2;
inline constexpr RegId kGp = 3;
inline constexpr RegId kA0 =
    10; ///< first argument and result of a system call; a1 is the next register
inline constexpr RegId kA2 = 12;
inline constexpr RegId kA7 = 17; ///< number of a system call

// Other state is also stored in registers, so that checkpoints, undo logs and edits handle it
// uniformly. Only kFcsr can be an operand.
inline constexpr RegId kFcsr = 80;        ///< fflags in bits 0 to 4, frm in bits 5 to 7
inline constexpr RegId kReservation = 81; ///< address reserved by lr, plus 1; 0: none
// Machine mode (bare metal), sign-extended from XLEN.
inline constexpr RegId kMstatus = 82; ///< MIE, MPIE, MPP and FS; FS is off (0) or dirty (3)
inline constexpr RegId kMtvec = 83;   ///< 0: never written, so that traps end the run
inline constexpr RegId kMscratch = 84;
inline constexpr RegId kMepc = 85;
inline constexpr RegId kMcause = 86;
inline constexpr RegId kMtval = 87;
inline constexpr RegId kMie = 88;
inline constexpr RegId kMip = 89;
inline constexpr RegId kCycleOffset = 90;   ///< mcycle minus the simulated cycle
inline constexpr RegId kInstretOffset = 91; ///< minstret minus the instructions executed

// Numbers of the CSRs that are parts of kFcsr: The RISC-V Instruction Set Manual, volume I, chapter
// of the F extension.
inline constexpr unsigned kCsrFflags = 1;
inline constexpr unsigned kCsrFrm = 2;
inline constexpr unsigned kCsrFcsr = 3;
} // namespace riscv

/// Integer register n in hardware numbering (rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 ...) is
/// RegId kRax + n: RegId 0 reads as zero, and means "no register" in an address. xmm n is
/// kFirstFpRegister + n, which holds its low 64 bits; the high 64 bits are in kXmmHigh0 + n, and
/// the upper halves of ymm n in kYmmUpper0 + n and kYmmUpper0 + n + 16. Micro-ops name only the low
/// part, which carries the dependences.
namespace x86 {
inline constexpr RegId kRax = 1;
inline constexpr RegId kRcx = 2;
inline constexpr RegId kRdx = 3;
inline constexpr RegId kRbx = 4;
inline constexpr RegId kRsp = 5;
inline constexpr RegId kRbp = 6;
inline constexpr RegId kRsi = 7;
inline constexpr RegId kRdi = 8;
inline constexpr RegId kR8 = 9;
inline constexpr RegId kR13 = 14;
inline constexpr RegId kFlags = 17; ///< PF, AF, ZF, SF and OF, at their positions in RFLAGS
inline constexpr RegId kMoved = 18; ///< not an x86 register: the value copied by movs
/// Values passed between the instructions that replace one instruction (x86/memory_sequences.cpp).
inline constexpr RegId kFirstBetween = 19;
inline constexpr RegId kBetweenCount = 3;
inline constexpr RegId kXmm0 = kFirstFpRegister;
inline constexpr RegId kXmmHigh0 = kXmm0 + 16; ///< unnamed: only the low halves are displayed
inline constexpr RegId kYmmUpper0 = kXmmHigh0 + 16;
/// CF, 0 or 1, separate from the other flags, as processors rename it: inc writes the others
/// without waiting for CF, bt writes only CF. It has no physical register of its own; processors
/// store flags with the result of the operation that sets them.
inline constexpr RegId kCarryFlag = kYmmUpper0 + 32;
} // namespace x86

} // namespace stallscope::isa
