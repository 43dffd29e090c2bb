#pragma once

#include "property/generators/random_program.hpp"

#include <string>

namespace stallscope::property {

[[nodiscard]] std::string random_tac(Random& random, const ProgramTraits& traits);
[[nodiscard]] std::string random_mips(Random& random, const ProgramTraits& traits);
[[nodiscard]] std::string random_riscv(Random& random, const ProgramTraits& traits);
[[nodiscard]] std::string random_x86(Random& random, const ProgramTraits& traits);

} // namespace stallscope::property
