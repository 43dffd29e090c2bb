#pragma once

#include "isa/executor.hpp"

#include <optional>
#include <string>

namespace stallscope::isa {

/// The instruction may change what physical memory protection (PMP) allows, and with it what
/// fetches find: it writes pmpcfg, pmpaddr or mseccfg.
[[nodiscard]] bool changes_protection(const Instruction& instruction);

/// Why an access to a control and status register is an illegal instruction, by the name of the
/// register: "there is no CSR satp (0x180) here: ...". Empty when the access is allowed, or the
/// instruction is none.
[[nodiscard]] std::string csr_objection(const Program& program, const ArchState& state,
                                        const Instruction& instruction);

/// The PMP entry that decides about an address, or the rule for addresses without one, when it does
/// not allow everything there: "PMP entry 3 (locked, r--)". Empty when nothing is forbidden there.
[[nodiscard]] std::string protection_at(const Program& program, const ArchState& state,
                                        std::uint64_t address);

} // namespace stallscope::isa
