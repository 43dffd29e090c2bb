#pragma once

#include "isa/executor.hpp"

#include <cstdint>

namespace stallscope::isa {

// Physical memory protection: The RISC-V Instruction Set Manual, volume II, section "Physical
// Memory Protection", and chapter "Smepmp". 64 entries, granularity 4 bytes, for a hart with
// machine mode only: an entry that is not locked forbids only accesses that match with some but not
// all of their bytes.
//
// The permissions are converted to regions of the state (ArchState::regions) when a CSR changes
// them, so that the usual access checks apply. Code in forbidden memory is removed from the code
// for fetches.

struct CsrChange {
  RegId reg = kNoRegister; ///< the register that stores the CSR
  std::uint64_t value = 0;
};

[[nodiscard]] constexpr bool is_pmp_config(unsigned csr) {
  return csr >= 0x3A0 && csr <= 0x3AF;
}
[[nodiscard]] constexpr bool is_pmp_address(unsigned csr) {
  return csr >= 0x3B0 && csr <= 0x3EF;
}

/// The values read from pmpcfg and pmpaddr; on RV32 not sign-extended.
[[nodiscard]] std::uint64_t read_pmp(const Program& program, const ArchState& state, unsigned csr);
/// The effect of a write: fields of locked entries do not change, and neither do entries for which
/// the new value is invalid.
[[nodiscard]] CsrChange write_pmp(const Program& program, const ArchState& state, unsigned csr,
                                  std::uint64_t value);
/// mseccfg after a write: MML and MMWP cannot be cleared, RLB stays clear once an entry is locked.
[[nodiscard]] std::uint64_t legal_mseccfg(const ArchState& state, std::uint64_t value);

/// PMP does not forbid a store there, whatever the region specifies.
[[nodiscard]] bool store_is_allowed(const ArchState& state, std::uint64_t address,
                                    std::uint64_t bytes);

/// Updates the state's regions and code from the CSRs.
void apply_protection(const Program& program, ArchState& state);

} // namespace stallscope::isa
