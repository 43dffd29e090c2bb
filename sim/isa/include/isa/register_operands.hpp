#pragma once

#include "isa/program.hpp"

namespace stallscope::isa {

/// Number of register operands that an instruction reads as written: the zero register counts, and
/// a register named twice counts twice. x86: number of registers read.
[[nodiscard]] unsigned register_operands(const Instruction& instruction);

} // namespace stallscope::isa
