#pragma once

#include "asm/dialect.hpp"
#include "x86/micro_ops/build.hpp"

#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// A function that `text` calls at `place` and does not contain: it returns 0 in eax (and in xmm0
/// if the text names it, and on the x87 stack if what follows the call takes it from there), or
/// ends the run. Of 64-bit code, or with addresses of 2^2 bytes of 32-bit code.
[[nodiscard]] std::vector<Statement> absent_function(assembly::Dialect::Ending ending,
                                                     std::string_view text,
                                                     const assembly::Place& place,
                                                     assembly::Reporter& reporter,
                                                     std::uint8_t address_width);

} // namespace stallscope::isa::x86
