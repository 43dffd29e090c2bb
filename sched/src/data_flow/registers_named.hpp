#pragma once

#include "sched/control_flow/block.hpp"

#include <algorithm>
#include <cstddef>

namespace stallscope::sched {

/// All registers a block reads or writes have smaller numbers.
[[nodiscard]] inline std::size_t registers_named(const Block& block) {
  std::size_t registers = 0;
  for (Node node = 0; node < block.count; ++node) {
    const isa::MicroOp& micro_op = block.micro_op(node);
    for (const isa::RegisterRead& read : micro_op.sources())
      registers = std::max<std::size_t>(registers, read.reg + 1U);
    for (const RegId reg : micro_op.destinations())
      registers = std::max<std::size_t>(registers, reg + 1U);
  }
  return registers;
}

} // namespace stallscope::sched
