#pragma once

#include "base/ids.hpp"
#include "isa/program.hpp"
#include "machine/description.hpp"

#include <array>
#include <cstdint>

namespace stallscope::core {

/// What a shift, multiply or divide measures of its operands, given the registers as they are when
/// it executes. `measure` must be one of the operation's class.
[[nodiscard]] unsigned measured_bits(machine::OperandMeasure measure,
                                     const isa::Instruction& instruction,
                                     const std::array<std::uint64_t, kMaxRegisters>& registers);

/// The cycles an operation takes on top of the latency of its class: 0 to 255.
[[nodiscard]] std::uint8_t
operand_cycles(const machine::OperandLatency& latency, const isa::Instruction& instruction,
               const std::array<std::uint64_t, kMaxRegisters>& registers);

} // namespace stallscope::core
