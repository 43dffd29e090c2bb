#pragma once

#include "x86/build.hpp"

#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// stos and movs, with the suffix of a size and perhaps rep before it, as the instructions they
/// stand for: one for each step, with rep in a loop that leaves flags as they are. The pointers go
/// upwards. Empty: the name is no such operation.
///
/// Processors have faster ways for long stretches; a loop is what gcc -mstringop-strategy=loop
/// makes.
[[nodiscard]] std::vector<Statement> string_operation(std::string_view name, bool repeats);

} // namespace stallscope::isa::x86
