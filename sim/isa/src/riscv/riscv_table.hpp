#pragma once

#include "asm/instruction_table.hpp"

namespace stallscope::isa::riscv {

/// RV32 and RV64 I, M, the counters of Zicsr, and the standard pseudo-instructions.
[[nodiscard]] const assembly::InstructionTable& instruction_table();

} // namespace stallscope::isa::riscv
