#pragma once

#include "run/describe_end.hpp"

#include <optional>

namespace stallscope::session {

/// The fault for which the C library of a bare-metal program has ended it: picolibc's start-up code
/// (crt0 with semihosting) takes all traps, prints the registers and exits with 1. mepc, mcause and
/// mtval still describe the trap (Privileged Architecture, 3.1.14 to 3.1.16).
[[nodiscard]] std::optional<EndedBy> fault_reported_by_library(const isa::Program& program,
                                                               const isa::ArchState& state);

} // namespace stallscope::session
