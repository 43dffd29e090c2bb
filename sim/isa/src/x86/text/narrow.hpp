#pragma once

#include <string>
#include <string_view>

namespace stallscope::isa::x86 {

/// Whether a text is code for 32 bits (i386): it has addresses of registers such as %ebp, pushes
/// those, or says so (.code32), and names no register of 64 bits.
[[nodiscard]] bool is_32_bit_text(std::string_view text);

/// The name that 64-bit code has for an instruction on the stack of 32-bit code: pushl is push.
[[nodiscard]] std::string name_in_32_bits(std::string name);

} // namespace stallscope::isa::x86
