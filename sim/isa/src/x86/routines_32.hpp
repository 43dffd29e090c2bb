#pragma once

#include "asm/routines.hpp"

#include <span>

namespace stallscope::isa::x86 {

/// Of the compiler's own library, for 32-bit code: division of 64 bits and counts of ones.
[[nodiscard]] std::span<const assembly::Routine> routines_of_32_bits();

} // namespace stallscope::isa::x86
