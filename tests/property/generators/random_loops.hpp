#pragma once

#include "property/generators/random.hpp"

#include <string>

// Loops for tests of what the scheduling module does to them.

namespace stallscope::property {

/// A loop of RISC-V over memory, labelled 'loop', of `trips` iterations, with some branches one
/// more: with 0 it is jumped over. It walks with a0 and a2, counts with a0 or t5, and adds up in
/// s2. A register is read before it is written, values live into the next iteration, stores may
/// overwrite what later iterations load.
[[nodiscard]] std::string riscv_loop(Random& random, int trips);

/// The same in MIPS notation, with or without a delay slot: it walks with $s0, perhaps $s2, and
/// adds up in $v0. It ends with a branch, or with a comparison in $t9 and a test of that.
[[nodiscard]] std::string mips_loop(Random& random, int trips, bool delay_slot);

} // namespace stallscope::property
