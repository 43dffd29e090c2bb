#pragma once

#include "isa/riscv_code.hpp"
#include "riscv/encoding.hpp"

namespace stallscope::isa::riscv {

struct EncodeResult {
  std::uint32_t bits = 0;
  char letter = '\0'; ///< letter of the operand that does not fit; 0: the operands together are
                      ///< invalid
  bool ok = false;
};

/// Machine code for an instruction of the table.
[[nodiscard]] EncodeResult encode(const Encoding& encoding, const RiscvOperands& operands,
                                  unsigned xlen);

} // namespace stallscope::isa::riscv
