#pragma once

#include "isa/program.hpp"

#include <cstdint>
#include <set>

namespace stallscope::sched {

/// Addresses of labels that can be jump targets: all except local labels (".L...") used only by
/// debug information. With -g compilers emit many of these between instructions (.LVL3, .LBB2).
[[nodiscard]] std::set<std::uint64_t> labels_in_use(const isa::Program& program);

} // namespace stallscope::sched
