#pragma once

#include "asm/instruction_table.hpp"

namespace stallscope::isa::mips {

/// MIPS32 and MIPS64 integer and FP instructions, and the pseudo-instructions of MARS, SPIM and
/// Hennessy-Patterson.
[[nodiscard]] const assembly::InstructionTable& instruction_table();

/// Parts of the table.
[[nodiscard]] std::vector<assembly::Row> integer_rows();
[[nodiscard]] std::vector<assembly::Row> memory_rows();
[[nodiscard]] std::vector<assembly::Row> fp_rows();
[[nodiscard]] std::vector<assembly::Row> pseudo_rows();

} // namespace stallscope::isa::mips
