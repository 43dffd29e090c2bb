#pragma once

#include "isa/op.hpp"
#include "property/generators/random.hpp"

#include <string>

namespace stallscope::property {

/// What a random program may contain.
struct ProgramTraits {
  unsigned xlen = 64;     ///< riscv
  bool may_fault = false; ///< sometimes ends in a guest fault instead of normally
  unsigned blocks = 6;    ///< statements at the outermost level; loops and branches nest below them
  unsigned max_trips = 6; ///< of a loop
};

/// Source text of a program that always ends, whatever its data: loops count a register that
/// nothing else writes, other branches go forward, memory accesses stay within one aligned area.
/// Also right with delay slots: an instruction that may stand there follows every branch and jump.
[[nodiscard]] std::string random_program(isa::Isa isa, Random& random, const ProgramTraits& traits);

} // namespace stallscope::property
