#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <set>

namespace stallscope::sched {

/// Addresses of code that labels name which may be jumped to: all of them, but for local ones
/// (".L...") that no line of the text mentions outside its debug information. Compilers put many of
/// these between instructions (-g: .LVL3, .LBB2), where control only passes by.
[[nodiscard]] std::set<std::uint64_t> labels_in_use(const isa::Program& program);

} // namespace stallscope::sched
