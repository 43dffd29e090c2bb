#pragma once

#include "x86/micro_ops/build.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// Instructions that stand for several: pushf, popf, xlat, stmxcsr, ldmxcsr, cmpxchg8b, cmpxchg16b,
/// and bt and its kin of a bit that lies in another word of memory than the one named. nullopt: it
/// is none of them; no steps: reported.
[[nodiscard]] std::optional<std::vector<Statement>>
memory_sequence(std::string_view name, const Mnemonic& mnemonic,
                const std::vector<Operand>& operands, const assembly::Place& place,
                assembly::Reporter& reporter, std::uint8_t address_width);

} // namespace stallscope::isa::x86
