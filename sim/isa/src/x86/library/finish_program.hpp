#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <string_view>

namespace stallscope::isa::x86 {

/// Completes an assembled program: puts the return address of the entry function on the stack and,
/// for a text that uses %fs:40 (32-bit code: %gs:20), creates the thread block with the layout of
/// glibc: its own address at 0 and 16 (8), followed by the stack protector value, whose first byte
/// is 0. Numbered labels that compilers generate for debuggers are removed if there are other
/// labels at the same address.
void finish_program(Program& program, std::string_view text, std::uint64_t stack_top);

} // namespace stallscope::isa::x86
