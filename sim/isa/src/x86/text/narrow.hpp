#pragma once

#include <string>
#include <string_view>

namespace stallscope::isa::x86 {

/// Whether a text is 32-bit code (i386): it has addresses with registers such as %ebp, pushes such
/// registers, or contains .code32, and uses no 64-bit register.
[[nodiscard]] bool is_32_bit_text(std::string_view text);

/// The name in 64-bit code of a 32-bit stack instruction: pushl is push.
[[nodiscard]] std::string name_in_32_bits(std::string name);

} // namespace stallscope::isa::x86
