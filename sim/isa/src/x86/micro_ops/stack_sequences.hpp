#pragma once

#include "x86/micro_ops/build.hpp"

#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// enter, pusha and popa, also with the suffix of the code's size.
[[nodiscard]] bool is_stack_sequence(std::string_view name);

/// Such an instruction as the simple ones it stands for, which leave flags as it does; empty:
/// reported. `stack_width`: log2 of the bytes of what is pushed.
[[nodiscard]] std::vector<Statement> stack_sequence(std::string_view name,
                                                    const std::vector<Operand>& operands,
                                                    const assembly::Place& place,
                                                    assembly::Reporter& reporter,
                                                    std::uint8_t stack_width);

} // namespace stallscope::isa::x86
