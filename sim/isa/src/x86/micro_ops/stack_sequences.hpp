#pragma once

#include "x86/build/build.hpp"

#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// enter, pusha and popa, also with the size suffix of the code.
[[nodiscard]] bool is_stack_sequence(std::string_view name);

/// The equivalent simple instructions for such an instruction, with the same effect on flags;
/// empty: an error was reported. `stack_width`: log2 of the size of pushed values.
[[nodiscard]] std::vector<Statement> stack_sequence(std::string_view name,
                                                    const std::vector<Operand>& operands,
                                                    const assembly::Place& place,
                                                    assembly::Reporter& reporter,
                                                    std::uint8_t stack_width);

} // namespace stallscope::isa::x86
