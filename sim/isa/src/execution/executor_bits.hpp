#pragma once

#include <bit>
#include <cstdint>

/// RISC-V bit manipulation (Zba, Zbb, Zbc, Zbs, Zbkb) that needs more than one operator. Source:
/// The RISC-V Instruction Set Manual, volume I, chapter of the B extension.
namespace stallscope::isa::integer {

/// Changes every nonzero byte to 0xff.
constexpr std::uint64_t or_combine_bytes(std::uint64_t value) {
  // A byte's highest bit: set already, or by the carry from adding 0x7f to the other seven.
  constexpr std::uint64_t kLow7 = 0x7f7f7f7f7f7f7f7fULL;
  const std::uint64_t filled = (((value & kLow7) + kLow7) | value) & ~kLow7;
  return (filled << 1) - (filled >> 7); // 0x80 becomes 0x100 - 1, in each byte
}

constexpr std::uint64_t reverse_bytes(std::uint64_t value) {
  return __builtin_bswap64(value);
}
constexpr std::uint32_t reverse_bytes(std::uint32_t value) {
  return __builtin_bswap32(value);
}

constexpr std::uint64_t reverse_bits_of_bytes(std::uint64_t value) {
  value = (value >> 1 & 0x5555555555555555ULL) | (value & 0x5555555555555555ULL) << 1;
  value = (value >> 2 & 0x3333333333333333ULL) | (value & 0x3333333333333333ULL) << 2;
  return (value >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (value & 0x0f0f0f0f0f0f0f0fULL) << 4;
}

/// Moves bit n of 16 to bit 2 n.
constexpr std::uint64_t spread_bits(std::uint64_t half) {
  std::uint64_t spread = 0;
  for (unsigned n = 0; n < 16; ++n)
    spread |= (half >> n & 1) << (2 * n);
  return spread;
}
/// The inverse: collects the even bits of 32.
constexpr std::uint64_t gather_bits(std::uint64_t word) {
  std::uint64_t half = 0;
  for (unsigned n = 0; n < 16; ++n)
    half |= (word >> (2 * n) & 1) << n;
  return half;
}

/// Bits `low_bit` to `low_bit` + 63 of the carry-less product of two values, with `low_bit` at most
/// 64: partial products are added without carries, as for polynomials over GF(2).
constexpr std::uint64_t carry_less_product(std::uint64_t a, std::uint64_t b, unsigned low_bit) {
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < 64; ++i) {
    const std::uint64_t partial = i >= low_bit        ? a << (i - low_bit)
                                  : low_bit - i == 64 ? 0
                                                      : a >> (low_bit - i);
    sum ^= (b >> i & 1) != 0 ? partial : 0;
  }
  return sum;
}

} // namespace stallscope::isa::integer
