#pragma once

#include "base/diagnostic.hpp"
#include "isa/program.hpp"
#include "x86/micro_ops/build.hpp"

#include <optional>
#include <span>

namespace stallscope::isa::x86 {

/// Names the registers of the x87 stack that each instruction uses, as all ways to it leave the
/// stack equally deep: so compilers make code, and so calls have it, with an empty stack before and
/// a result at most behind. What begins in the middle, a snippet, gets what it takes from the
/// stack, as zeros. The problem, where there is no such depth.
[[nodiscard]] std::optional<Diagnostic> resolve_x87(Program& program);

/// The straight code behind a call takes more from the x87 stack than it has put there: what the
/// called function has left.
[[nodiscard]] bool takes_x87_result(std::span<const Statement> code);

} // namespace stallscope::isa::x86
