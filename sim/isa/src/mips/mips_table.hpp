#pragma once

#include "asm/instruction_table.hpp"

namespace stallscope::isa::mips {

/// MIPS32 and MIPS64 integer and FP instructions, the pseudo-instructions of MARS, SPIM and
/// Hennessy-Patterson, and the spellings in DLX and on slides.
[[nodiscard]] const assembly::InstructionTable& instruction_table();

/// Name of the operand for a format letter.
[[nodiscard]] std::string_view operand_name(char letter);

/// Adds a form of a pseudo-instruction.
void add(std::vector<assembly::Row>& all, std::string mnemonic, std::string format,
         std::string expansion, unsigned flags = assembly::kAnywhere);

/// Parts of the table.
[[nodiscard]] std::vector<assembly::Row> integer_rows();
[[nodiscard]] std::vector<assembly::Row> memory_rows();
[[nodiscard]] std::vector<assembly::Row> fp_rows();
[[nodiscard]] std::vector<assembly::Row> pseudo_rows();
[[nodiscard]] std::vector<assembly::Row> book_rows();

} // namespace stallscope::isa::mips
