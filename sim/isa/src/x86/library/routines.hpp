#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// Functions of the C library that work on memory, and that compilers call by themselves: they are
/// instructions of the simulated machine, behind those of the program, and take their cycles there.

/// Names of all of them.
[[nodiscard]] const std::vector<std::string_view>& routine_names();

/// The text of those that a program calls without defining them; empty when there is none.
/// `narrow`: of those that 32-bit code has (routines_32.hpp).
[[nodiscard]] std::string routines_for(std::string_view text, bool narrow);

/// What a text may call without defining it: these, and those of library.hpp.
[[nodiscard]] const std::vector<std::string_view>& functions_there();

} // namespace stallscope::isa::x86
