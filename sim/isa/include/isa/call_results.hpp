#pragma once

#include "isa/executor.hpp"
#include "isa/program.hpp"

#include <string>

namespace stallscope::isa {

/// Of a program that was made to call one function (isa/compile_c.hpp) and has ended: what it
/// returned, "f(...) = 42", and what it has made of the arrays it was given, a line each; at most
/// 64 elements of one. Empty for all other programs.
[[nodiscard]] std::string call_results(const Program& program, const ArchState& state);

} // namespace stallscope::isa
