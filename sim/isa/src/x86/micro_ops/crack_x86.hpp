#pragma once

#include "isa/crack.hpp"

namespace stallscope::isa::x86 {

/// Adds the micro-ops of an x86 instruction.
void crack_into(CrackedOps& ops, const Instruction& instruction, const CrackRules& rules);

/// Macro-fusion of a compare with the following conditional jump.
[[nodiscard]] bool fuses(const Instruction& first, const Instruction& second);

} // namespace stallscope::isa::x86
