#pragma once

#include "base/diagnostic.hpp"
#include "isa/program.hpp"

#include <optional>

namespace stallscope::isa::x86 {

/// Names the registers of the x87 stack that each instruction uses, as all ways to it leave the
/// stack equally deep: so compilers make code, and so calls have it, with an empty stack before and
/// a result at most behind. What begins in the middle, a snippet, gets what it takes from the
/// stack, as zeros. The problem, where there is no such depth.
[[nodiscard]] std::optional<Diagnostic> resolve_x87(Program& program);

} // namespace stallscope::isa::x86
