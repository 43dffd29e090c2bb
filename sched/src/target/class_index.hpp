#pragma once

#include "isa/op.hpp"

#include <cstddef>

namespace stallscope::sched {

/// Index of a class in a machine's tables.
[[nodiscard]] inline std::size_t at(isa::OpClass op_class) {
  return static_cast<std::size_t>(op_class);
}

} // namespace stallscope::sched
