#pragma once

#include "x86/build/build.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// Instructions expanded to several: pushf, popf, xlat, stmxcsr, ldmxcsr, cmpxchg8b, cmpxchg16b,
/// and bt and similar for a bit in a different memory word than the operand. nullopt: a different
/// instruction; no steps: an error was reported.
[[nodiscard]] std::optional<std::vector<Statement>>
memory_sequence(std::string_view name, const Mnemonic& mnemonic,
                const std::vector<Operand>& operands, const assembly::Place& place,
                assembly::Reporter& reporter, std::uint8_t address_width);

} // namespace stallscope::isa::x86
