#pragma once

#include "isa/executor.hpp"
#include "isa/program.hpp"

#include <string>

namespace stallscope::isa {

/// For a program that calls one function (isa/compile_c.hpp) and has ended: the return value,
/// "f(...) = 42", and the final content of its array arguments, one per line, with at most 64
/// elements each. Empty for all other programs.
[[nodiscard]] std::string call_results(const Program& program, const ArchState& state);

} // namespace stallscope::isa
