#pragma once

#include "asm/routines.hpp"

#include <span>

namespace stallscope::isa::x86 {

/// Routines for 32-bit code: 64-bit division and population counts of the compiler's library, and
/// functions that compilers use to copy and fill memory.
[[nodiscard]] std::span<const assembly::Routine> routines_of_32_bits();

} // namespace stallscope::isa::x86
