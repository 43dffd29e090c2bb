#pragma once

#include "isa/riscv_code.hpp"
#include "property/generators/random.hpp"
#include "riscv/encoding.hpp"

#include <cstdint>

namespace stallscope::differential {

using property::Random;

/// Random operands the instruction can have, as far as each can be said alone: registers of its
/// files and fields, an immediate of its layout, a rounding mode.
[[nodiscard]] isa::RiscvOperands random_operands(const isa::riscv::Encoding& encoding,
                                                 Random& random);

/// Its machine code with random operands; all it can have are equally likely.
[[nodiscard]] std::uint32_t random_code(const isa::riscv::Encoding& encoding, unsigned xlen,
                                        Random& random);

} // namespace stallscope::differential
