#pragma once

#include "isa/executor.hpp"
#include "x86/micro_ops/form.hpp"

#include <cstdint>

/// Computation of x86 operations from operand values; the functions do not access machine state.
/// Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2. Values that it
/// leaves undefined are documented at each operation.
namespace stallscope::isa::x86 {

// Bits of RFLAGS: in the register kFlags, kCarry in kCarryFlag. Operations use both combined.
inline constexpr std::uint64_t kCarry = 1;
inline constexpr std::uint64_t kParity = 1 << 2;
inline constexpr std::uint64_t kAdjust = 1 << 4;
inline constexpr std::uint64_t kZero = 1 << 6;
inline constexpr std::uint64_t kSign = 1 << 7;
inline constexpr std::uint64_t kOverflow = 1 << 11;
/// Flags moved by lahf and sahf, and the bit that is always set.
inline constexpr std::uint64_t kInAh = kCarry | kParity | kAdjust | kZero | kSign;
inline constexpr std::uint64_t kAlwaysInAh = 1 << 1;
/// Additional bits stored by pushf: that bit, and the interrupt enable flag.
inline constexpr std::uint64_t kAlwaysInFlags = kAlwaysInAh | 1 << 9;
inline constexpr std::uint64_t kAllFlags = kInAh | kOverflow;
/// Initial MXCSR: all exceptions masked, rounding to nearest. Its flags are not modelled.
inline constexpr std::uint64_t kMxcsr = 0x1f80;
inline constexpr std::uint64_t kMxcsrFlags = 0x3f;

[[nodiscard]] constexpr unsigned bits_of(std::uint8_t width) {
  return 8U << width;
}
[[nodiscard]] constexpr std::uint64_t mask_of(std::uint8_t width) {
  return width == 3 ? ~0ULL : (1ULL << bits_of(width)) - 1;
}
[[nodiscard]] constexpr std::uint64_t sign_extended(std::uint64_t value, std::uint8_t width) {
  const unsigned shift = 64 - bits_of(width);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << shift) >> shift);
}

/// The part of a register used by an operand of a width: ah, ch, dh and bh are `high`.
[[nodiscard]] constexpr std::uint64_t part(std::uint64_t reg, std::uint8_t width, bool high) {
  return (high ? reg >> 8 : reg) & mask_of(width);
}
/// A register after writing an operand of a width: 32 bits clear the upper half, 8 and 16 bits keep
/// the rest.
[[nodiscard]] constexpr std::uint64_t with_part(std::uint64_t reg, std::uint64_t value,
                                                std::uint8_t width, bool high) {
  const std::uint64_t mask = mask_of(width);
  if (width >= 2)
    return value & mask;
  return high ? (reg & ~(mask << 8)) | (value & mask) << 8 : (reg & ~mask) | (value & mask);
}

[[nodiscard]] bool holds(Condition condition, std::uint64_t flags);

struct Outcome {
  std::uint64_t result = 0;
  std::uint64_t second = 0; ///< rdx of a product or a division
  std::uint64_t flags = 0;
};

/// The result of all operations with a single result. Sources are zero-extended from their widths;
/// `flags` is the old value; `third` is the register in Form::third, or the constant.
[[nodiscard]] Outcome computed(const Instruction& instruction, const Form& form, std::uint64_t left,
                               std::uint64_t right, std::uint64_t flags, std::uint64_t third);

[[nodiscard]] Outcome summed(std::uint64_t left, std::uint64_t right, std::uint8_t width);
/// The flags of left - right.
[[nodiscard]] std::uint64_t compared(std::uint64_t left, std::uint64_t right, std::uint8_t width);

/// Computes x86_packed. Operations that write less than 16 bytes return their result in the low
/// bytes.
[[nodiscard]] Vector packed_computed(const Instruction& instruction, const Form& form,
                                     const Vector& left, const Vector& right, const Vector& third);

/// Like packed_computed, in ymm registers (Form::full). Results of 16 bytes are the low ones.
[[nodiscard]] WideVector full_computed(const Instruction& instruction, const Form& form,
                                       const WideVector& left, const WideVector& right,
                                       const WideVector& third);

/// rdx:rax = rax * right; results are in the low bits. CF and OF are set if the upper half is
/// significant; the other flags are undefined; here 0.
[[nodiscard]] Outcome multiplied(bool is_signed, std::uint8_t width, std::uint64_t rax,
                                 std::uint64_t right);

/// rdx:rax / right. False: division by 0, or the quotient does not fit. Flags are undefined; here
/// unchanged.
[[nodiscard]] bool divided(bool is_signed, std::uint8_t width, std::uint64_t rax, std::uint64_t rdx,
                           std::uint64_t right, Outcome& outcome);

/// Scalar FP of SSE2 on register bits; default NaNs and rounding to nearest even. `left` is also
/// used by operations that keep the upper part.
[[nodiscard]] Outcome fp_computed(const Instruction& instruction, const Form& form,
                                  std::uint64_t left, std::uint64_t right, std::uint64_t flags);

// Operations on one number, double (width 3) or single (width 2), which packed operations apply to
// each lane.

/// x86_fadd to x86_fsqrt, where x86_fsqrt uses only `right`.
[[nodiscard]] std::uint64_t fp_arithmetic(Op op, std::uint8_t width, std::uint64_t left,
                                          std::uint64_t right);
/// Comparison with one of the predicates 0 to 15 of cmpsd and vcmpsd.
[[nodiscard]] bool fp_holds(unsigned predicate, std::uint8_t width, std::uint64_t left,
                            std::uint64_t right);
/// x * y + z, rounded once; the first NaN operand is returned.
[[nodiscard]] std::uint64_t fp_fused(std::uint8_t width, std::uint64_t x, std::uint64_t y,
                                     std::uint64_t z, bool negate_product, bool subtract);
/// Like roundsd: 0 to nearest even, 1 down, 2 up, 3 towards zero, 4 as in MXCSR: to nearest.
[[nodiscard]] std::uint64_t fp_rounded(unsigned mode, std::uint8_t width, std::uint64_t value);
/// 1 / value, or 1 / sqrt(value): see executor_x86_approximate.cpp. Bits of singles.
[[nodiscard]] std::uint64_t fp_reciprocal(std::uint64_t value);
[[nodiscard]] std::uint64_t fp_reciprocal_root(std::uint64_t value);
/// Conversion between binary16 and single; `mode` as in fp_rounded.
[[nodiscard]] std::uint64_t single_of_half(std::uint64_t value);
[[nodiscard]] std::uint64_t half_of_single(unsigned mode, std::uint64_t value);
/// CRC32-C continued from `crc` with more bytes.
[[nodiscard]] std::uint64_t crc32c(std::uint64_t crc, std::uint64_t value, unsigned bytes);
/// Converts a number of `from_width` to an integer of `width`.
[[nodiscard]] std::uint64_t fp_to_integer(std::uint8_t from_width, std::uint8_t width,
                                          bool truncate, std::uint64_t value);
[[nodiscard]] std::uint64_t fp_from_integer(std::uint8_t width, std::int64_t value);
[[nodiscard]] std::uint64_t single_of_double(std::uint64_t value);
[[nodiscard]] std::uint64_t double_of_single(std::uint64_t value);

} // namespace stallscope::isa::x86
