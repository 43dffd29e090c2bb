#pragma once

#include "isa/executor.hpp"

#include <optional>
#include <string>

namespace stallscope::isa {

/// The instruction may change physical memory protection (PMP), and thus the fetchable memory: it
/// writes pmpcfg, pmpaddr or mseccfg.
[[nodiscard]] bool changes_protection(const Instruction& instruction);

/// Why a CSR access is an illegal instruction, with the register's name: "there is no CSR satp
/// (0x180) here: ...". Empty when the access is allowed, or the instruction is not a CSR access.
[[nodiscard]] std::string csr_objection(const Program& program, const ArchState& state,
                                        const Instruction& instruction);

/// The PMP entry that matches an address, or the default rule, if it does not allow all accesses:
/// "PMP entry 3 (locked, r--)". Empty if all accesses are allowed.
[[nodiscard]] std::string protection_at(const Program& program, const ArchState& state,
                                        std::uint64_t address);

} // namespace stallscope::isa
