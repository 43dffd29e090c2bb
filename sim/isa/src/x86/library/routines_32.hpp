#pragma once

#include "asm/routines.hpp"

#include <span>

namespace stallscope::isa::x86 {

/// For 32-bit code: of the compiler's own library the division of 64 bits and counts of ones, and
/// what compilers copy and fill memory with.
[[nodiscard]] std::span<const assembly::Routine> routines_of_32_bits();

} // namespace stallscope::isa::x86
