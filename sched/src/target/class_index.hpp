#pragma once

#include "isa/op.hpp"

#include <cstddef>

namespace stallscope::sched {

/// Place of a class in the tables a machine has of them.
[[nodiscard]] inline std::size_t at(isa::OpClass op_class) {
  return static_cast<std::size_t>(op_class);
}

} // namespace stallscope::sched
