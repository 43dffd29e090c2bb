#pragma once

#include "isa/executor.hpp"

#include <cstdint>

namespace stallscope::isa {

// Physical memory protection: The RISC-V Instruction Set Manual, volume II, section "Physical
// Memory Protection", and chapter "Smepmp". 64 entries, granularity 4 bytes, for a hart with
// machine mode only: an entry that is not locked forbids nothing, but to accesses that lie in it
// with a part of their bytes.
//
// What is allowed becomes regions of the state (ArchState::regions) when a CSR changes it, so that
// accesses are checked as they always are. Code that lies in forbidden memory is taken out of what
// fetches see.

struct CsrChange {
  RegId reg = kNoRegister; ///< the register that keeps the CSR
  std::uint64_t value = 0;
};

[[nodiscard]] constexpr bool is_pmp_config(unsigned csr) {
  return csr >= 0x3A0 && csr <= 0x3AF;
}
[[nodiscard]] constexpr bool is_pmp_address(unsigned csr) {
  return csr >= 0x3B0 && csr <= 0x3EF;
}

/// What pmpcfg and pmpaddr read as; on RV32 not sign-extended.
[[nodiscard]] std::uint64_t read_pmp(const Program& program, const ArchState& state, unsigned csr);
/// What writing one changes: fields of locked entries keep their value, and so does an entry that
/// is given a value it cannot have.
[[nodiscard]] CsrChange write_pmp(const Program& program, const ArchState& state, unsigned csr,
                                  std::uint64_t value);
/// mseccfg after a write: MML and MMWP stay when they are set, RLB stays clear once an entry is
/// locked.
[[nodiscard]] std::uint64_t legal_mseccfg(const ArchState& state, std::uint64_t value);

/// Nothing forbids a store there, whatever the region says.
[[nodiscard]] bool store_is_allowed(const ArchState& state, std::uint64_t address,
                                    std::uint64_t bytes);

/// Puts what the CSRs say now into the state's regions and code.
void apply_protection(const Program& program, ArchState& state);

} // namespace stallscope::isa
