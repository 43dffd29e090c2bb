#pragma once

#include "isa/executor.hpp"
#include "isa/registers.hpp"
#include "platform/pmp.hpp"

#include <array>

namespace stallscope::isa {

/// Effect of an instruction on a control and status register (CSR).
struct CsrAccess {
  bool allowed = false;  ///< false: illegal instruction, because the CSR does not exist or is
                         ///< read-only
  std::uint64_t old = 0; ///< value read, sign-extended from XLEN
  unsigned change_count = 0;
  std::array<CsrChange, 3> changes{}; ///< registers changed by a write, with their new values

  void change(RegId reg, std::uint64_t value) { changes[change_count++] = {reg, value}; }
};

/// Computes the effect of csr_read, csr_write, csr_set and csr_clear without changing anything.
///
/// The CSRs are those of machine mode on bare metal and in programs given as text, which have
/// neither PMP nor traps; Linux programs have fflags, frm, fcsr and the counters cycle, time and
/// instret with their high halves. Fields follow "The RISC-V Instruction Set Manual, Volume II" for
/// a hart with machine mode only: MPP is always 3, interrupts never occur. Besides the required
/// registers: mcounteren and menvcfg, which store their value without effect, PMP
/// (platform/pmp.hpp), event counters that are always 0, and no trigger.
[[nodiscard]] CsrAccess access_csr_of(const Program& program, const ArchState& state,
                                      std::uint64_t cycle, const Instruction& instruction);

[[nodiscard]] inline bool is_csr_access(Op op) {
  return op == Op::csr_read || op == Op::csr_write || op == Op::csr_set || op == Op::csr_clear;
}

/// The result or effect of the access depends on the cycle in which it happens: for cycle counters
/// and their control.
[[nodiscard]] bool depends_on_cycle(const Instruction& instruction);

/// The access writes the CSR, possibly with its current value. Setting or clearing the bits of
/// register 0, or of constant 0, does not write.
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

/// mstatus after mret: MIE = MPIE, MPIE = 1.
[[nodiscard]] std::uint64_t mstatus_behind_mret(const Program& program, const ArchState& state);

/// mstatus at reset: floating point enabled if the hart has it, which the manual leaves open;
/// MPP = 3.
[[nodiscard]] std::uint64_t mstatus_at_reset(const Program& program);

} // namespace stallscope::isa
