#pragma once

#include "asm/instruction_table.hpp"

namespace stallscope::isa::riscv {

/// All instructions that have machine code here (encoding.hpp), and the pseudo-instructions.
[[nodiscard]] const assembly::InstructionTable& instruction_table();

/// How the operand of a form's letter is called.
[[nodiscard]] std::string_view operand_name(char letter);

} // namespace stallscope::isa::riscv
