#pragma once

#include "unit/isa/asm_testing.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::testing::of_mips {

inline std::string expand(std::string_view text) {
  return texts(Isa::mips, text);
}
inline std::string uses(std::string_view text) {
  return registers(assembled(Isa::mips, text));
}
inline std::vector<std::string> errors(std::string_view text) {
  return problems(Isa::mips, text);
}
using Lines = std::vector<std::string>;

inline AssembleOptions delayed() {
  AssembleOptions options;
  options.delay_slots = true;
  return options;
}

/// Integer register `reg` after running the text.
inline std::int64_t result(std::string_view text, RegId reg = 8) {
  return static_cast<std::int64_t>(run_to_end(assembled(Isa::mips, text)).regs[reg]);
}

} // namespace stallscope::isa::testing::of_mips
