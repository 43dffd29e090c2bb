#pragma once

#include "isa/op.hpp"

#include <cstdint>

namespace stallscope::isa::riscv {

/// Source values of an FP operation in register representation, FP or integer.
struct FpSources {
  std::uint64_t a = 0; ///< rs1
  std::uint64_t b = 0; ///< rs2
  std::uint64_t c = 0; ///< rs3
};

/// Value of rd for an F or D operation (Op::rv_...), exact and with RISC-V's NaNs. `rounding` is 0
/// to 4 as in frm; raised exceptions are or-ed into `flags` (the bits of fflags).
[[nodiscard]] std::uint64_t fp_result(Op op, const FpSources& sources, std::uint8_t rounding,
                                      std::uint8_t& flags);

} // namespace stallscope::isa::riscv
