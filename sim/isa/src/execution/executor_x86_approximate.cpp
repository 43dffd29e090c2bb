#include "execution/executor_x86.hpp"

#include <bit>
#include <cmath>

// x86 operations with implementation-defined results or special formats: approximations, 16-bit
// numbers, CRCs. Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2.

namespace stallscope::isa::x86 {

namespace {

using std::uint32_t;
using std::uint64_t;

constexpr uint32_t kSignBit = 0x80000000U;
constexpr uint32_t kInfinity = 0x7f800000U;
constexpr uint32_t kQuietBit = 0x00400000U;
constexpr uint32_t kDefaultNan = 0xffc00000U;

uint32_t magnitude(uint32_t bits) {
  return bits & ~kSignBit;
}
bool is_nan(uint32_t bits) {
  return magnitude(bits) > kInfinity;
}
/// Zeros and subnormal numbers, which both operations treat as zeros.
bool is_tiny(uint32_t bits) {
  return magnitude(bits) < 0x00800000U;
}

/// A 16-bit number from sign, exponent and fraction of a single, correctly rounded: `mode` 0 to
/// nearest even, 1 down, 2 up, 3 towards zero.
uint32_t rounded_half(unsigned mode, uint32_t bits) {
  const uint32_t sign = bits >> 16 & 0x8000U;
  const int exponent = static_cast<int>(magnitude(bits) >> 23) - 127;
  const uint32_t whole = (bits & 0x7fffffU) | (exponent > -127 ? 0x800000U : 0);
  constexpr int kLeast = -14; // minimum exponent of a normal number
  constexpr int kMost = 15;
  constexpr unsigned kDropped = 13; // 23 - 10
  const int below = exponent < kLeast ? kLeast - exponent : 0;
  const unsigned dropped = kDropped + static_cast<unsigned>(below > 12 ? 12 : below);
  uint32_t kept = whole >> dropped;
  const uint32_t rest = whole & ((1U << dropped) - 1);
  const uint32_t half = 1U << (dropped - 1);
  const bool is_negative = sign != 0;
  const bool up = mode == 0   ? rest > half || (rest == half && (kept & 1) != 0)
                  : mode == 1 ? is_negative && rest != 0
                  : mode == 2 ? !is_negative && rest != 0
                              : false;
  kept += up ? 1 : 0; // a carry into the exponent gives the correct result
  const uint32_t biased = exponent < kLeast ? 0 : static_cast<uint32_t>(exponent - kLeast);
  const uint32_t result = (biased << 10) + kept;
  if (exponent > kMost || result >= 0x7c00U) { // too large: infinity, or the largest number
    const bool to_infinity = mode == 0 || (mode == 1 && is_negative) || (mode == 2 && !is_negative);
    return sign | (to_infinity ? 0x7c00U : 0x7bffU);
  }
  return sign | result;
}

} // namespace

/// Exact in double, then rounded to single: the relative error is below 2^-23, and the manual's
/// bound is 1.5 * 2^-12. Subnormal results become zeros.
uint64_t fp_reciprocal(uint64_t value) {
  const auto bits = static_cast<uint32_t>(value);
  if (is_nan(bits))
    return bits | kQuietBit;
  if (is_tiny(bits))
    return (bits & kSignBit) | kInfinity;
  if (magnitude(bits) == kInfinity)
    return bits & kSignBit;
  const auto result = std::bit_cast<uint32_t>(
      static_cast<float>(1.0 / static_cast<double>(std::bit_cast<float>(bits))));
  return is_tiny(result) ? result & kSignBit : result;
}

uint64_t fp_reciprocal_root(uint64_t value) {
  const auto bits = static_cast<uint32_t>(value);
  if (is_nan(bits))
    return bits | kQuietBit;
  if (is_tiny(bits))
    return (bits & kSignBit) | kInfinity;
  if ((bits & kSignBit) != 0)
    return kDefaultNan;
  if (bits == kInfinity)
    return 0;
  return std::bit_cast<uint32_t>(
      static_cast<float>(1.0 / std::sqrt(static_cast<double>(std::bit_cast<float>(bits)))));
}

uint64_t single_of_half(uint64_t value) {
  const auto bits = static_cast<uint32_t>(value & 0xffff);
  const uint32_t sign = (bits & 0x8000U) << 16;
  const uint32_t fraction = bits & 0x3ffU;
  const uint32_t exponent = bits >> 10 & 31;
  if (exponent == 31)
    return sign | kInfinity | (fraction != 0 ? kQuietBit | fraction << 13 : 0);
  if (exponent != 0)
    return sign | (exponent + 112) << 23 | fraction << 13;
  // fraction * 2^-24 is exact
  return sign | std::bit_cast<uint32_t>(static_cast<float>(fraction) * 0x1p-24F);
}

uint64_t half_of_single(unsigned mode, uint64_t value) {
  const auto bits = static_cast<uint32_t>(value);
  const uint32_t sign = bits >> 16 & 0x8000U;
  if (is_nan(bits))
    return sign | 0x7e00U | (bits >> 13 & 0x3ffU);
  if (magnitude(bits) == kInfinity)
    return sign | 0x7c00U;
  return rounded_half((mode & 4) != 0 ? 0 : mode & 3, bits);
}

uint64_t crc32c(uint64_t crc, uint64_t value, unsigned bytes) {
  constexpr uint32_t kPolynomial = 0x82f63b78U; // 0x11edc6f41, bits reversed
  auto result = static_cast<uint32_t>(crc);
  for (unsigned n = 0; n < bytes; ++n) {
    result ^= static_cast<uint32_t>(value >> (8 * n) & 0xff);
    for (unsigned bit = 0; bit < 8; ++bit)
      result = result >> 1 ^ ((result & 1) != 0 ? kPolynomial : 0);
  }
  return result;
}

} // namespace stallscope::isa::x86
