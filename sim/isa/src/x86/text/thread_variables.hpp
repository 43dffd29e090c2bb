#pragma once

#include "x86/text/operand.hpp"

#include <string_view>

namespace stallscope::isa::x86 {

/// The meaning of a relocation of a thread-local variable, in lower case; none: it is another one.
[[nodiscard]] OfThread of_thread_named(std::string_view relocation);

/// Completes an operand with such a relocation when its registers have been read.
void place_thread_variable(const Source& source, Operand& operand);

} // namespace stallscope::isa::x86
