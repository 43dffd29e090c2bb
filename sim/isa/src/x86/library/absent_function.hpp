#pragma once

#include "asm/dialect.hpp"
#include "x86/build/build.hpp"

#include <vector>

namespace stallscope::isa::x86 {

/// Registers that a function sets to 0 besides eax.
struct Returns {
  bool real = false; ///< in xmm0
  bool x87 = false;  ///< on the x87 stack
};

/// A function that the text calls but does not contain: it returns 0, or ends the run. For 64-bit
/// code, or for 32-bit code with addresses of 2^2 bytes.
[[nodiscard]] std::vector<Statement> absent_function(assembly::Dialect::Ending ending,
                                                     Returns returns, const assembly::Place& place,
                                                     assembly::Reporter& reporter,
                                                     std::uint8_t address_width);

} // namespace stallscope::isa::x86
