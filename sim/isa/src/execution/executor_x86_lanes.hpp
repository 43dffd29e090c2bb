#pragma once

#include "execution/executor_x86.hpp"

#include <algorithm>
#include <cstdint>

/// Lanes of registers, for packed operations.
namespace stallscope::isa::x86 {

inline constexpr unsigned kRegisterBytes = 16;

inline unsigned lanes_of(std::uint8_t width) {
  return kRegisterBytes >> width;
}

/// Lane `n`, zero-extended.
inline std::uint64_t lane(const Vector& v, std::uint8_t width, unsigned n) {
  const unsigned bit = n * bits_of(width);
  return (bit < 64 ? v.low >> bit : v.high >> (bit - 64)) & mask_of(width);
}
inline std::int64_t signed_lane(const Vector& v, std::uint8_t width, unsigned n) {
  return static_cast<std::int64_t>(sign_extended(lane(v, width, n), width));
}
inline void set_lane(Vector& v, std::uint8_t width, unsigned n, std::uint64_t value) {
  const unsigned bit = n * bits_of(width) % 64;
  std::uint64_t& half = n * bits_of(width) < 64 ? v.low : v.high;
  half = (half & ~(mask_of(width) << bit)) | (value & mask_of(width)) << bit;
}

template <class Function> inline Vector for_lanes(std::uint8_t width, Function function) {
  Vector result;
  for (unsigned n = 0; n < lanes_of(width); ++n)
    set_lane(result, width, n, function(n));
  return result;
}

inline std::uint64_t ones_when(bool condition) {
  return condition ? ~0ULL : 0;
}

/// Saturates to lanes of `width`.
[[nodiscard]] inline std::uint64_t saturated(std::int64_t value, std::uint8_t width,
                                             bool is_signed) {
  const std::int64_t high = is_signed ? (std::int64_t{1} << (bits_of(width) - 1)) - 1
                                      : (std::int64_t{1} << bits_of(width)) - 1;
  const std::int64_t low = is_signed ? -high - 1 : 0;
  return static_cast<std::uint64_t>(std::clamp(value, low, high));
}

/// The whole register shifted by bytes.
[[nodiscard]] Vector shifted_bytes(bool to_left, const Vector& v, std::uint64_t count);

/// The SSE3, SSSE3, SSE4.1 and AVX operations across lanes: sums of neighbours, shuffles, sums of
/// products.
[[nodiscard]] Vector computed_across_lanes(const Instruction& instruction, const Form& form,
                                           const Vector& left, const Vector& right);

} // namespace stallscope::isa::x86
