#pragma once

#include "base/diagnostic.hpp"
#include "isa/program.hpp"
#include "x86/build/build.hpp"

#include <optional>
#include <span>

namespace stallscope::isa::x86 {

/// Assigns the registers of the x87 stack to each instruction, assuming that all paths to it have
/// the same stack depth: compilers generate code this way, with an empty stack before a call and at
/// most one result after it. For a snippet, which may begin in the middle, the elements it takes
/// from the stack exist as zeros. Returns the problem if the depth is not unique.
[[nodiscard]] std::optional<Diagnostic> resolve_x87(Program& program);

/// The straight-line code after a call takes more from the x87 stack than it has pushed: the result
/// of the called function.
[[nodiscard]] bool takes_x87_result(std::span<const Statement> code);

} // namespace stallscope::isa::x86
