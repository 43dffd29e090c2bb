#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// Functions of the C library that work on memory and that compilers call implicitly: they are
/// instructions of the simulated machine, appended to the program, and take cycles like others.

/// Names of all routines.
[[nodiscard]] const std::vector<std::string_view>& routine_names();

/// The text of the routines that a program calls without defining them; empty if there are none.
/// `narrow`: those for 32-bit code (routines_32.hpp).
[[nodiscard]] std::string routines_for(std::string_view text, bool narrow);

/// Functions that a text may call without defining them: these, and those in library.hpp.
[[nodiscard]] const std::vector<std::string_view>& functions_there();

} // namespace stallscope::isa::x86
