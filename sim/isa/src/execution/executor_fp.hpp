#pragma once

#include "isa/op.hpp"

#include <cstdint>

/// Floating-point arithmetic of Op on register bits, computed by the host: IEEE 754, rounding to
/// nearest even.
namespace stallscope::isa::fp {

/// Value of rd for an FP operation without memory access. `boxed`: single-precision values have all
/// ones above them, and other values read as NaN (RISC-V); otherwise the upper half is ignored when
/// read and zero when written (MIPS).
///
/// Conversions to integers follow RISC-V for every notation: too large values and NaNs give the
/// largest integer, too small ones the smallest. (In MIPS the result depends on its exception
/// mode.)
[[nodiscard]] std::uint64_t result(Op op, std::uint64_t a, std::uint64_t b, bool boxed);

/// The register representation of a single-precision value.
[[nodiscard]] constexpr std::uint64_t single_in_register(std::uint32_t bits, bool boxed) {
  return bits | (boxed ? 0xffffffff00000000ULL : 0);
}

[[nodiscard]] double to_double(std::uint64_t bits);
[[nodiscard]] float to_float(std::uint32_t bits);
[[nodiscard]] std::uint64_t bits_of(double value);
[[nodiscard]] std::uint32_t bits_of(float value);

} // namespace stallscope::isa::fp
