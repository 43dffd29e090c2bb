#pragma once

#include "asm/emitter.hpp"

namespace stallscope::isa::mips {

/// Whether a row for Dialect::expand is an unaligned load or store: ulw, ush and similar.
[[nodiscard]] bool is_unaligned_access(const assembly::Row& row);

/// Expands an unaligned access as MARS does, but correctly even if the base is the destination or
/// the assembler temporary.
void expand_unaligned_access(assembly::Emitter& emitter, const assembly::Row& row,
                             const assembly::Fields& fields);

} // namespace stallscope::isa::mips
