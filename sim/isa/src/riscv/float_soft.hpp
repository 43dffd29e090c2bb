#pragma once

#include "riscv/float_format.hpp"

/// The specification: floating point in integer arithmetic only, equal on every host and with every
/// compiler option. All rounding modes and flags; tininess is detected after rounding, as in
/// RISC-V. float.hpp is faster and bit-identical.
namespace stallscope::isa::riscv::fp::soft {

// Instantiated for std::uint32_t (single) and std::uint64_t (double). Every NaN result is the
// canonical one; a signalling NaN operand raises invalid.

template <class Bits> [[nodiscard]] Bits add(Bits a, Bits b, Rounding, std::uint8_t& flags);
template <class Bits> [[nodiscard]] Bits sub(Bits a, Bits b, Rounding, std::uint8_t& flags);
template <class Bits> [[nodiscard]] Bits mul(Bits a, Bits b, Rounding, std::uint8_t& flags);
template <class Bits> [[nodiscard]] Bits div(Bits a, Bits b, Rounding, std::uint8_t& flags);
template <class Bits> [[nodiscard]] Bits sqrt(Bits a, Rounding, std::uint8_t& flags);

/// a * b + c, rounded once. The three other instructions negate a or c first. Infinity times zero
/// is invalid even if c is a quiet NaN, which IEEE 754 leaves open.
template <class Bits> [[nodiscard]] Bits fma(Bits a, Bits b, Bits c, Rounding, std::uint8_t& flags);

/// minimumNumber and maximumNumber of IEEE 754-2019 (F 2.2): -0 is below +0, and a number is
/// preferred to a NaN.
template <class Bits> [[nodiscard]] Bits min(Bits a, Bits b, std::uint8_t& flags);
template <class Bits> [[nodiscard]] Bits max(Bits a, Bits b, std::uint8_t& flags);

/// False if an operand is NaN. `eq` raises invalid only for signalling NaNs, `lt` and `le` for all.
template <class Bits> [[nodiscard]] bool eq(Bits a, Bits b, std::uint8_t& flags);
template <class Bits> [[nodiscard]] bool lt(Bits a, Bits b, std::uint8_t& flags);
template <class Bits> [[nodiscard]] bool le(Bits a, Bits b, std::uint8_t& flags);

[[nodiscard]] std::uint64_t to_double(std::uint32_t single, std::uint8_t& flags);
[[nodiscard]] std::uint32_t to_single(std::uint64_t dbl, Rounding, std::uint8_t& flags);

/// Converts FP to an integer as stored in a 64-bit register: 32-bit results are sign-extended,
/// including unsigned ones. A value out of range after rounding gives the nearest limit and raises
/// only invalid; a NaN counts as too large. Int: std::int32_t, std::uint32_t, std::int64_t,
/// std::uint64_t.
template <class Int, class Bits>
[[nodiscard]] std::uint64_t to_integer(Bits a, Rounding, std::uint8_t& flags);

template <class Bits, class Int>
[[nodiscard]] Bits from_integer(Int value, Rounding, std::uint8_t& flags);

} // namespace stallscope::isa::riscv::fp::soft
