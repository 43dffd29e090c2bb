#pragma once

#include "isa/executor.hpp"
#include "isa/registers.hpp"
#include "platform/pmp.hpp"

#include <array>

namespace stallscope::isa {

/// What an instruction does to a control and status register (CSR).
struct CsrAccess {
  bool allowed = false;  ///< otherwise it is an illegal instruction: no such CSR, or read-only
  std::uint64_t old = 0; ///< what it reads, sign-extended from XLEN
  unsigned change_count = 0;
  std::array<CsrChange, 3> changes{}; ///< when it is written: registers, and what they become

  void change(RegId reg, std::uint64_t value) { changes[change_count++] = {reg, value}; }
};

/// Looks at csr_read, csr_write, csr_set and csr_clear without doing anything.
///
/// CSRs are those of machine mode on bare metal, and in programs given as text, which have no PMP
/// and no traps that they could be about; Linux programs have fflags, frm, fcsr and the counters
/// cycle, time and instret with their high halves. Fields follow "The RISC-V Instruction Set
/// Manual, Volume II" for a hart with machine mode only: MPP is always 3, interrupts never come.
/// Beyond what such a hart must have: mcounteren and menvcfg, which keep what they are given and
/// have no effect, PMP (platform/pmp.hpp), event counters that are always 0, and no trigger.
[[nodiscard]] CsrAccess access_csr_of(const Program& program, const ArchState& state,
                                      std::uint64_t cycle, const Instruction& instruction);

[[nodiscard]] inline bool is_csr_access(Op op) {
  return op == Op::csr_read || op == Op::csr_write || op == Op::csr_set || op == Op::csr_clear;
}

/// What the access reads or does depends on the cycle in which it happens: counters of cycles, and
/// what stops them.
[[nodiscard]] bool depends_on_cycle(const Instruction& instruction);

/// The access writes the CSR, be it with the value it has. Setting or clearing the bits of register
/// 0, or of constant 0, does not.
[[nodiscard]] inline bool writes_csr(const Instruction& i) {
  return i.op == Op::csr_write ||
         (i.op != Op::csr_read && (i.has_immediate ? i.target != 0 : i.rs1 != 0));
}

// Fields of mstatus.
inline constexpr std::uint64_t kMstatusMie = 1ULL << 3;
inline constexpr std::uint64_t kMstatusMpie = 1ULL << 7;
inline constexpr std::uint64_t kMstatusMpp = 3ULL << 11;
inline constexpr std::uint64_t kMstatusFs = 3ULL << 13;

/// Floating-point instructions are legal: mstatus.FS is not off.
[[nodiscard]] inline bool fp_is_on(const ArchState& state) {
  return (state.regs[riscv::kMstatus] & kMstatusFs) != 0;
}

/// mstatus as mret leaves it: MIE = MPIE, MPIE = 1.
[[nodiscard]] std::uint64_t mstatus_behind_mret(const Program& program, const ArchState& state);

/// mstatus at reset: floating point on, which the manual leaves open; MPP = 3.
[[nodiscard]] std::uint64_t mstatus_at_reset(unsigned xlen);

} // namespace stallscope::isa
