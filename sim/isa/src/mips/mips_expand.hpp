#pragma once

#include "asm/emitter.hpp"

namespace stallscope::isa::mips {

/// Pseudo-instructions whose expansion depends on their operands: la, li, li.d, rol, mthc1, ulw and
/// similar. The other expansions are in the table in `mips_pseudo.cpp`.
void expand_row(assembly::Emitter& emitter, const assembly::Row& row,
                const assembly::Fields& fields);

} // namespace stallscope::isa::mips
