#pragma once

#include "x86/micro_ops/form.hpp"

#include <array>
#include <cstdint>

namespace stallscope::isa::x86 {

/// The micro-ops that an operation is made of besides the access to memory: each needs the result
/// of the one before. What stays of the destination is read by the last. Haswell's,
/// which decide how long it takes: Fog, Instruction tables (2022); Abel and Reineke, uops.info.
struct PackedSteps {
  std::array<OpClass, 4> classes{};
  std::uint8_t count = 0;
};
[[nodiscard]] PackedSteps steps_of(const Instruction& instruction, const Form& form);

} // namespace stallscope::isa::x86
