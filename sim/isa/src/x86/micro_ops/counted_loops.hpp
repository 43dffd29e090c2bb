#pragma once

#include "x86/micro_ops/build.hpp"

#include <string_view>
#include <vector>

namespace stallscope::isa::x86 {

/// loop, loope, loopne and their other names.
[[nodiscard]] bool is_counted_loop(std::string_view name);

/// Such a branch as the instructions it stands for, which leave flags as they are: the count goes
/// down by lea, jrcxz and for loope jne go past the jump back. Processors take seven micro-ops
/// (Haswell). Empty: the operand is no label, reported.
[[nodiscard]] std::vector<Statement> counted_loop(std::string_view name,
                                                  const std::vector<Operand>& operands,
                                                  const assembly::Place& place,
                                                  assembly::Reporter& reporter,
                                                  std::uint8_t address_width);

} // namespace stallscope::isa::x86
