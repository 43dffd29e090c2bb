#pragma once

#include "asm/instruction_table.hpp"

namespace stallscope::isa::riscv {

/// All instructions that have machine code here (encoding.hpp), and the pseudo-instructions.
[[nodiscard]] const assembly::InstructionTable& instruction_table();

} // namespace stallscope::isa::riscv
