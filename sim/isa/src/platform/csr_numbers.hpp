#pragma once

#include "isa/registers.hpp"

/// Numbers of CSRs: The RISC-V Instruction Set Manual, volume II, chapter "Control and Status
/// Registers (CSRs)"; for tselect and the following ones, "The RISC-V Debug Specification", chapter
/// "Sdtrig".
namespace stallscope::isa::csr {

inline constexpr unsigned kFflags = riscv::kCsrFflags;
inline constexpr unsigned kFrm = riscv::kCsrFrm;
inline constexpr unsigned kFcsr = riscv::kCsrFcsr;
inline constexpr unsigned kMstatus = 0x300;
inline constexpr unsigned kMisa = 0x301;
inline constexpr unsigned kMie = 0x304;
inline constexpr unsigned kMtvec = 0x305;
inline constexpr unsigned kMcounteren = 0x306;
inline constexpr unsigned kMenvcfg = 0x30A;
inline constexpr unsigned kMstatush = 0x310;
inline constexpr unsigned kMenvcfgh = 0x31A;
inline constexpr unsigned kMcountinhibit = 0x320;
inline constexpr unsigned kMscratch = 0x340;
inline constexpr unsigned kMepc = 0x341;
inline constexpr unsigned kMcause = 0x342;
inline constexpr unsigned kMtval = 0x343;
inline constexpr unsigned kMip = 0x344;
inline constexpr unsigned kPmpcfg0 = 0x3A0;
inline constexpr unsigned kPmpaddr0 = 0x3B0;
inline constexpr unsigned kMseccfg = 0x747;
inline constexpr unsigned kMseccfgh = 0x757;
inline constexpr unsigned kTselect = 0x7A0;
inline constexpr unsigned kTdata1 = 0x7A1;
inline constexpr unsigned kTdata3 = 0x7A3;
inline constexpr unsigned kTinfo = 0x7A4;
inline constexpr unsigned kMcycle = 0xB00;
inline constexpr unsigned kMinstret = 0xB02;
inline constexpr unsigned kMcycleh = 0xB80;
inline constexpr unsigned kMinstreth = 0xB82;
inline constexpr unsigned kCycle = 0xC00;
inline constexpr unsigned kTime = 0xC01;
inline constexpr unsigned kInstret = 0xC02;
inline constexpr unsigned kCycleh = 0xC80;
inline constexpr unsigned kTimeh = 0xC81;
inline constexpr unsigned kInstreth = 0xC82;
inline constexpr unsigned kMvendorid = 0xF11;
inline constexpr unsigned kMconfigptr = 0xF15;

/// [first, last] of a group with one register per event counter, 3 to 31.
inline constexpr bool is_event_counter(unsigned number, unsigned third) {
  return number >= third && number <= third + 28;
}

} // namespace stallscope::isa::csr

namespace stallscope::isa::riscv {

// Machine mode, after those in isa/registers.hpp.
inline constexpr RegId kMcounteren = 92;      ///< sign-extended from XLEN
inline constexpr RegId kMcountinhibit = 93;   ///< bits 0 and 2
inline constexpr RegId kMenvcfg = 94;         ///< FIOM
inline constexpr RegId kMseccfg = 95;         ///< MML, MMWP, RLB
inline constexpr RegId kTohostHalves = 96;    ///< written halves of a command in tohost: tohost.cpp
inline constexpr RegId kFirstPmpConfig = 100; ///< 8 registers with 8 entries each, one byte per
                                              ///< entry
inline constexpr RegId kFirstPmpAddress = 108; ///< 64 registers, zero-extended
inline constexpr unsigned kPmpEntries = 64;

} // namespace stallscope::isa::riscv
