#pragma once

#include "base/ids.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

/// The operand property on which the latency of a shift, multiply or divide depends, for the
/// register values at execution. `measure` must fit the operation's class.
[[nodiscard]] unsigned measured_bits(machine::OperandMeasure measure,
                                     const isa::Instruction& instruction,
                                     const std::array<std::uint64_t, kMaxRegisters>& registers);

/// Extra cycles on top of the latency of the class: 0 to 255.
[[nodiscard]] std::uint8_t
operand_cycles(const machine::OperandLatency& latency, const isa::Instruction& instruction,
               const std::array<std::uint64_t, kMaxRegisters>& registers);

} // namespace stallscope::core
