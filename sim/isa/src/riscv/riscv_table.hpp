#pragma once

#include "asm/instruction_table.hpp"

namespace stallscope::isa::riscv {

/// All instructions with machine code (encoding.hpp), and the pseudo-instructions.
[[nodiscard]] const assembly::InstructionTable& instruction_table();

/// Name of the operand for a format letter.
[[nodiscard]] std::string_view operand_name(char letter);

} // namespace stallscope::isa::riscv
