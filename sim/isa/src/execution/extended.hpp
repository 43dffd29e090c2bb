#pragma once

#include <cstdint>

/// Arithmetic of the x87 unit in integers, so that results are the same on every host: 80-bit
/// numbers, rounded as set in the control word. All exceptions are masked, and their flags are not
/// modelled. Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1,
/// chapters 4 and 8.
namespace stallscope::isa::x86 {

/// A number as stored in memory. The highest bit of the significand is its integer bit.
struct Extended {
  std::uint64_t significand = 0;
  std::uint16_t upper = 0; ///< sign in bit 15, exponent biased by 16383

  friend bool operator==(const Extended&, const Extended&) = default;
};

/// The control word after finit: exceptions masked, 64 bits of precision, rounding to nearest.
inline constexpr std::uint16_t kX87DefaultControl = 0x37f;
/// Its rounding control: to nearest, down, up, towards zero.
inline constexpr unsigned kX87RoundingBit = 10;

enum class Order : std::uint8_t { less, equal, greater, unordered };

[[nodiscard]] Extended extended_of_integer(std::int64_t value);
/// Converts the bits of a double (width 3) or single (width 2).
[[nodiscard]] Extended extended_of_real(std::uint8_t width, std::uint64_t bits);
/// fld1, fldl2t, fldl2e, fldpi, fldlg2, fldln2, fldz
[[nodiscard]] Extended extended_constant(unsigned number);

[[nodiscard]] std::uint64_t real_of_extended(std::uint8_t width, const Extended& value,
                                             std::uint16_t control);
/// Converts to an integer of 2 (width 1), 4 or 8 bytes; the most negative one if the value does not
/// fit.
[[nodiscard]] std::uint64_t integer_of_extended(std::uint8_t width, const Extended& value,
                                                std::uint16_t control);

[[nodiscard]] Extended extended_sum(const Extended& a, const Extended& b, std::uint16_t control);
[[nodiscard]] Extended extended_difference(const Extended& a, const Extended& b,
                                           std::uint16_t control);
[[nodiscard]] Extended extended_product(const Extended& a, const Extended& b,
                                        std::uint16_t control);
[[nodiscard]] Extended extended_quotient(const Extended& a, const Extended& b,
                                         std::uint16_t control);
[[nodiscard]] Extended extended_root(const Extended& a, std::uint16_t control);
/// frndint
[[nodiscard]] Extended extended_whole(const Extended& a, std::uint16_t control);
[[nodiscard]] Order extended_order(const Extended& a, const Extended& b);
/// C3, C2, C1 and C0 of the status word after fxam.
[[nodiscard]] std::uint16_t extended_class(const Extended& a);

} // namespace stallscope::isa::x86
