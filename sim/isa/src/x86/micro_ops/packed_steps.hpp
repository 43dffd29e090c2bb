#pragma once

#include "x86/micro_ops/form.hpp"

#include <array>
#include <cstdint>

namespace stallscope::isa::x86 {

/// The micro-ops of an operation besides the memory access: each depends on the result of the
/// previous one. The last one reads the unchanged part of the destination. Those of Haswell, which
/// determine the latency: Fog, Instruction tables (2022); Abel and Reineke, uops.info.
struct PackedSteps {
  std::array<OpClass, 4> classes{};
  std::uint8_t count = 0;
};
[[nodiscard]] PackedSteps steps_of(const Instruction& instruction, const Form& form);

} // namespace stallscope::isa::x86
