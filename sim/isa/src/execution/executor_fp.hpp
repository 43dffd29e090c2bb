#pragma once

#include "isa/op.hpp"

#include <cstdint>

/// Floating-point arithmetic of Op on register bits, as the host computes it: IEEE 754, rounding to
/// nearest even.
namespace stallscope::isa::fp {

/// rd of an FP operation without memory access. `boxed`: singles have all ones above them and
/// anything else reads as NaN (RISC-V); otherwise the upper half is ignored when read and zero when
/// written (MIPS).
///
/// Conversions to integers follow RISC-V for every notation: a value too large, or no number, gives
/// the largest integer, one too small the smallest. (MIPS leaves the result to its exception mode.)
[[nodiscard]] std::uint64_t result(Op op, std::uint64_t a, std::uint64_t b, bool boxed);

/// A single as it stands in a register.
[[nodiscard]] constexpr std::uint64_t single_in_register(std::uint32_t bits, bool boxed) {
  return bits | (boxed ? 0xffffffff00000000ULL : 0);
}

[[nodiscard]] double to_double(std::uint64_t bits);
[[nodiscard]] float to_float(std::uint32_t bits);
[[nodiscard]] std::uint64_t bits_of(double value);
[[nodiscard]] std::uint32_t bits_of(float value);

} // namespace stallscope::isa::fp
