#pragma once

#include <cstdint>
#include <cstring>

/// RISC-V floating point (F and D) on the bits of registers, as pure functions: they depend on no
/// program, executor or host rounding mode. "Bits" is std::uint32_t for a single, std::uint64_t for
/// a double. Source of every rule here: The RISC-V Instruction Set Manual, Volume I, chapters "F"
/// and "D", which build on IEEE 754-2008.
namespace stallscope::isa::riscv::fp {

/// The encodings of frm: to nearest with ties to even, to zero, down, up, to nearest with ties away
/// from zero. 5 and 6 are illegal and 7 means the mode in frm: the caller handles them.
enum class Rounding : std::uint8_t { rne, rtz, rdn, rup, rmm };

/// The bits of fflags. Functions or the raised flags into their `flags` argument.
struct Flags {
  static constexpr std::uint8_t kInexact = 1;
  static constexpr std::uint8_t kUnderflow = 2;
  static constexpr std::uint8_t kOverflow = 4;
  static constexpr std::uint8_t kDivideByZero = 8;
  static constexpr std::uint8_t kInvalid = 16;
};

template <class Bits> struct Format;
template <> struct Format<std::uint32_t> {
  using Host = float;
  static constexpr int kPrecision = 24; ///< size of the significand, including the implicit bit
  static constexpr int kBias = 127;     ///< also the exponent of the largest finite numbers
};
template <> struct Format<std::uint64_t> {
  using Host = double;
  static constexpr int kPrecision = 53;
  static constexpr int kBias = 1023;
};

/// The smallest normal number; also the implicit bit of a normal significand.
template <class Bits> constexpr Bits kMinNormal = Bits{1} << (Format<Bits>::kPrecision - 1);
template <class Bits> constexpr Bits kFraction = kMinNormal<Bits> - 1;
template <class Bits> constexpr Bits kSign = Bits{1} << (8 * sizeof(Bits) - 1);
/// Infinity; also the mask of the exponent field.
template <class Bits> constexpr Bits kInfinity = kSign<Bits> - kMinNormal<Bits>;
/// The bit that distinguishes quiet from signalling NaNs.
template <class Bits> constexpr Bits kQuiet = kMinNormal<Bits> >> 1;
/// The result of every operation that returns a NaN: positive, quiet, no payload.
template <class Bits> constexpr Bits kCanonicalNan = kInfinity<Bits> | kQuiet<Bits>;

template <class Bits> constexpr bool is_negative(Bits bits) {
  return (bits & kSign<Bits>) != 0;
}
template <class Bits> constexpr Bits magnitude(Bits bits) {
  return static_cast<Bits>(bits & ~kSign<Bits>);
}
template <class Bits> constexpr bool is_zero(Bits bits) {
  return magnitude(bits) == 0;
}
template <class Bits> constexpr bool is_infinite(Bits bits) {
  return magnitude(bits) == kInfinity<Bits>;
}
template <class Bits> constexpr bool is_finite(Bits bits) {
  return magnitude(bits) < kInfinity<Bits>;
}
template <class Bits> constexpr bool is_nan(Bits bits) {
  return magnitude(bits) > kInfinity<Bits>;
}
template <class Bits> constexpr bool is_signalling(Bits bits) {
  return is_nan(bits) && (bits & kQuiet<Bits>) == 0;
}

/// The single in a 64-bit register: without all ones above it, it reads as the canonical NaN (NaN
/// boxing, chapter D).
constexpr std::uint32_t unbox(std::uint64_t reg) {
  return (reg >> 32) == 0xffffffff ? static_cast<std::uint32_t>(reg) : kCanonicalNan<std::uint32_t>;
}
constexpr std::uint64_t box(std::uint32_t single) {
  return 0xffffffff00000000ULL | single;
}

/// `a` with the sign of `b`, its opposite, or the product of both signs. NaNs are not special.
template <class Bits> constexpr Bits sgnj(Bits a, Bits b) {
  return static_cast<Bits>(magnitude(a) | (b & kSign<Bits>));
}
template <class Bits> constexpr Bits sgnjn(Bits a, Bits b) {
  return static_cast<Bits>(magnitude(a) | (~b & kSign<Bits>));
}
template <class Bits> constexpr Bits sgnjx(Bits a, Bits b) {
  return static_cast<Bits>(a ^ (b & kSign<Bits>));
}

/// fclass: one bit of 10: -inf, -normal, -subnormal, -0, +0, subnormal, normal, +inf, signalling
/// NaN, quiet NaN (bits 0 to 9).
template <class Bits> constexpr std::uint64_t classify(Bits bits) {
  if (is_nan(bits))
    return is_signalling(bits) ? 1U << 8 : 1U << 9;
  const Bits size = magnitude(bits);
  const unsigned distance = size == 0                 ? 0 // distance from zero, in classes
                            : size < kMinNormal<Bits> ? 1
                            : size == kInfinity<Bits> ? 3
                                                      : 2;
  return is_negative(bits) ? 1U << (3 - distance) : 1U << (4 + distance);
}

} // namespace stallscope::isa::riscv::fp
