#pragma once

#include "isa/program.hpp"

namespace stallscope::isa {

/// How many register operands an instruction reads as it is written: the zero register counts, and
/// a register that is named twice counts twice. x86: the registers that it reads.
[[nodiscard]] unsigned register_operands(const Instruction& instruction);

} // namespace stallscope::isa
