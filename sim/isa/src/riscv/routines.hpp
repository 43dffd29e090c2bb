#pragma once

#include <string>
#include <string_view>

namespace stallscope::isa::riscv {

/// The text of the functions of the C library and of the compiler's own that a program calls
/// without defining them; empty when there is none. They are instructions of the simulated machine,
/// behind those of the program, take their cycles there, and print and allocate by system calls.
[[nodiscard]] std::string routines_for(std::string_view text, unsigned xlen);

} // namespace stallscope::isa::riscv
