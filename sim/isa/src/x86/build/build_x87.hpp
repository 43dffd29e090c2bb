#pragma once

#include "x86/build/build.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// Names of x87 instructions, including suffixes.
[[nodiscard]] const std::vector<std::string>& x87_names();

/// The suffix for a memory operand size in Intel syntax, log2 of its bytes or kX87Width: "s", "l",
/// "t", "ll" or nothing.
[[nodiscard]] std::string x87_suffix(std::string_view name, std::uint8_t size);

/// One instruction or, for 80-bit numbers in memory, two; registers are counted from the top of the
/// stack. nullopt: not an x87 name; no steps: an error was reported. `shown` is the name as
/// written. `intel`: fsub and fsubr, and fdiv and fdivr, are not exchanged as in AT&T syntax.
[[nodiscard]] std::optional<std::vector<Statement>>
x87_steps(std::string_view name, std::string_view shown, const std::vector<Operand>& operands,
          const assembly::Place& place, assembly::Reporter& reporter, bool intel);

} // namespace stallscope::isa::x86
