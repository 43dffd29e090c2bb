#pragma once

#include "x86/micro_ops/build.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// Names of instructions of the x87 unit, suffixes included.
[[nodiscard]] const std::vector<std::string>& x87_names();

/// What a size in front of a memory operand of Intel syntax, log2 of its bytes or kX87Width, adds
/// to such a name: "s", "l", "t", "ll" or nothing.
[[nodiscard]] std::string x87_suffix(std::string_view name, std::uint8_t size);

/// One or, of numbers of 80 bits in memory, two instructions; registers are counted from the top of
/// the stack. nullopt: the name is none of the unit; no steps: reported. `shown` is the name as
/// written. `intel`: which of fsub and
/// fsubr is meant, and of fdiv and fdivr, is not exchanged as in AT&T syntax.
[[nodiscard]] std::optional<std::vector<Statement>>
x87_steps(std::string_view name, std::string_view shown, const std::vector<Operand>& operands,
          const assembly::Place& place, assembly::Reporter& reporter, bool intel);

} // namespace stallscope::isa::x86
