#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <string_view>

namespace stallscope::isa::x86 {

/// Completes an assembled program: the return address of the entry function lies on the stack, and
/// a text that names %fs:40 (32-bit code: %gs:20) finds the thread block, which lies where glibc
/// has it: its own address at 0 and 16 (8), and behind it the value that functions keep on their
/// stack against overflows, whose first byte is 0. Labels that compilers number for their debuggers
/// go; others at the same place say more.
void finish_program(Program& program, std::string_view text, std::uint64_t stack_top);

} // namespace stallscope::isa::x86
