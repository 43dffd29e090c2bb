#pragma once

#include "x86/build/build.hpp"

#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// loop, loope, loopne and their alternative names.
[[nodiscard]] bool is_counted_loop(std::string_view name);

/// The equivalent instructions for such a branch, which do not change flags: lea decrements the
/// count, jrcxz and for loope jne skip the jump back. Processors need seven micro-ops (Haswell).
/// Empty: the operand is not a label, which was reported.
[[nodiscard]] std::vector<Statement> counted_loop(std::string_view name,
                                                  const std::vector<Operand>& operands,
                                                  const assembly::Place& place,
                                                  assembly::Reporter& reporter,
                                                  std::uint8_t address_width);

} // namespace stallscope::isa::x86
