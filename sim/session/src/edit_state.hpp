#pragma once

#include "core/in_order/in_order_core.hpp"

#include <cstdint>
#include <span>

namespace stallscope::session {

// What a user writes into a running machine holds from the present cycle on, until an instruction
// fetched later writes there: neither older writes still on their way through the pipeline nor the
// end of a wrong path bring an old value back.

/// Register 0 stays 0. Integer registers of 32-bit programs keep the low 32 bits, sign-extended.
void write_register(core::InOrderState& state, const isa::Program& program, RegId reg,
                    std::uint64_t value);

/// Any address, also where the program itself may not write.
void write_memory(core::InOrderState& state, std::uint64_t address,
                  std::span<const std::uint8_t> bytes);

} // namespace stallscope::session
