#pragma once

#include "asm/emitter.hpp"

namespace stallscope::isa::mips {

/// Whether a row of Dialect::expand is a load or store at any address: ulw, ush and their like.
[[nodiscard]] bool is_unaligned_access(const assembly::Row& row);

/// Expands one as MARS does, but keeps its promise also when the base is the destination or the
/// assembler temporary.
void expand_unaligned_access(assembly::Emitter& emitter, const assembly::Row& row,
                             const assembly::Fields& fields);

} // namespace stallscope::isa::mips
