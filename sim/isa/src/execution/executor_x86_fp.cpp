#include "base/check.hpp"
#include "execution/executor_x86.hpp"

#include <bit>
#include <cmath>

// Computed by the host, except for NaNs: the hardware defines which of two NaN operands is
// returned, and a compiler may exchange the operands of a sum.

namespace stallscope::isa::x86 {

namespace {

using std::uint32_t;
using std::uint64_t;

template <class Float> struct Format;
template <> struct Format<double> {
  using Bits = uint64_t;
  static constexpr Bits kQuiet = 1ULL << 51;
  static constexpr Bits kDefaultNan = 0xfff8000000000000ULL;
};
template <> struct Format<float> {
  using Bits = uint32_t;
  static constexpr Bits kQuiet = 1U << 22;
  static constexpr Bits kDefaultNan = 0xffc00000U;
};

template <class Float> Float real(uint64_t bits) {
  return std::bit_cast<Float>(static_cast<typename Format<Float>::Bits>(bits));
}
template <class Float> uint64_t bits(Float value) {
  return std::bit_cast<typename Format<Float>::Bits>(value);
}

/// A NaN operand, the left one first, made quiet; otherwise the result, or the default NaN if that
/// is a NaN.
template <class Float> uint64_t settled(uint64_t left, uint64_t right, Float result) {
  using F = Format<Float>;
  if (std::isnan(real<Float>(left)))
    return static_cast<typename F::Bits>(left) | F::kQuiet;
  if (std::isnan(real<Float>(right)))
    return static_cast<typename F::Bits>(right) | F::kQuiet;
  return std::isnan(result) ? F::kDefaultNan : bits(result);
}

template <class Float> uint64_t arithmetic(Op op, uint64_t left, uint64_t right) {
  const Float a = real<Float>(left);
  const Float b = real<Float>(right);
  switch (op) {
  case Op::x86_fadd:
    return settled<Float>(left, right, a + b);
  case Op::x86_fsub:
    return settled<Float>(left, right, a - b);
  case Op::x86_fmul:
    return settled<Float>(left, right, a * b);
  case Op::x86_fdiv:
    return settled<Float>(left, right, a / b);
  case Op::x86_fsqrt:
    return settled<Float>(right, right, std::sqrt(b));
  // Returns the right operand if the comparison does not decide: for NaNs and two zeros.
  case Op::x86_fmin:
    return bits(a < b ? a : b);
  default: // fmax
    return bits(a > b ? a : b);
  }
}

template <class Float> uint64_t flags_of(uint64_t left, uint64_t right) {
  const Float a = real<Float>(left);
  const Float b = real<Float>(right);
  if (std::isnan(a) || std::isnan(b))
    return kZero | kParity | kCarry;
  return a < b ? kCarry : a == b ? kZero : 0;
}

/// Numbers that do not fit, and NaNs, give the smallest integer.
template <class Float> uint64_t to_integer(uint64_t right, std::uint8_t width, bool truncate) {
  const Float value = real<Float>(right);
  const Float whole = truncate ? std::trunc(value) : std::nearbyint(value);
  const Float limit = width == 3 ? static_cast<Float>(0x1p63) : static_cast<Float>(0x1p31);
  const uint64_t indefinite = width == 3 ? 1ULL << 63 : 1ULL << 31;
  // A float has no number between 2^31 - 1 and 2^31: both limits are exact.
  if (!(whole >= -limit && whole < limit))
    return indefinite;
  return static_cast<uint64_t>(static_cast<std::int64_t>(whole)) & mask_of(width);
}

uint64_t narrowed(uint64_t right) {
  const auto value = real<double>(right);
  if (std::isnan(value))
    return (right >> 32 & 0x80000000U) | 0x7fc00000U | (right >> 29 & 0x3fffffU);
  return bits(static_cast<float>(value));
}

uint64_t widened(uint64_t right) {
  const auto value = real<float>(right);
  if (std::isnan(value))
    return (right & 0x80000000U) << 32 | 0x7ff8000000000000ULL | (right & 0x3fffffU) << 29;
  return bits(static_cast<double>(value));
}

/// Equal, less, unordered, and their negations; for the upper eight predicates the first four are
/// also true, or never true, for NaNs.
template <class Float> bool holds_of(unsigned predicate, uint64_t left, uint64_t right) {
  const Float a = real<Float>(left);
  const Float b = real<Float>(right);
  const bool unordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case 0:
    return a == b;
  case 1:
    return a < b;
  case 2:
    return a <= b;
  case 3:
    return unordered;
  case 4:
    return !(a == b);
  case 5:
    return !(a < b);
  case 6:
    return !(a <= b);
  case 7:
    return !unordered;
  case 8:
    return a == b || unordered;
  case 9:
    return !(a >= b);
  case 10:
    return !(a > b);
  case 11:
    return false;
  case 12:
    return !unordered && a != b;
  case 13:
    return a >= b;
  case 14:
    return a > b;
  default:
    return true;
  }
}

template <class Float>
uint64_t fused_of(uint64_t x, uint64_t y, uint64_t z, bool negate_product, bool subtract) {
  using F = Format<Float>;
  for (const uint64_t operand : {x, y, z})
    if (std::isnan(real<Float>(operand)))
      return static_cast<typename F::Bits>(operand) | F::kQuiet;
  const Float product = negate_product ? -real<Float>(x) : real<Float>(x);
  const Float addend = subtract ? -real<Float>(z) : real<Float>(z);
  const Float result = std::fma(product, real<Float>(y), addend);
  return std::isnan(result) ? F::kDefaultNan : bits(result);
}

template <class Float> uint64_t rounded_of(unsigned mode, uint64_t value) {
  const Float x = real<Float>(value);
  if (std::isnan(x))
    return static_cast<typename Format<Float>::Bits>(value) | Format<Float>::kQuiet;
  if ((mode & 4) != 0)
    mode = 0;
  switch (mode & 3) {
  case 0:
    return bits(std::nearbyint(x));
  case 1:
    return bits(std::floor(x));
  case 2:
    return bits(std::ceil(x));
  default:
    return bits(std::trunc(x));
  }
}

constexpr uint64_t kLow = 0xffffffffULL;

/// Puts a single into the low half; the upper half is that of the left operand.
uint64_t above(uint64_t left, uint64_t single) {
  return (left & ~kLow) | (single & kLow);
}

} // namespace

Outcome fp_computed(const Instruction& i, const Form& form, uint64_t left, uint64_t right,
                    uint64_t flags) {
  const bool wide = form.width == 3;
  const bool from_wide = form.source_width == 3;
  switch (i.op) {
  case Op::x86_fmerge:
    return {wide ? right : above(left, right), 0, flags};
  case Op::x86_fadd:
  case Op::x86_fsub:
  case Op::x86_fmul:
  case Op::x86_fdiv:
  case Op::x86_fmin:
  case Op::x86_fmax:
  case Op::x86_fsqrt:
    return {wide ? arithmetic<double>(i.op, left, right)
                 : above(left, arithmetic<float>(i.op, left, right)),
            0, flags};
  case Op::x86_freciprocal:
    return {above(left, fp_reciprocal(right)), 0, flags};
  case Op::x86_freciprocal_root:
    return {above(left, fp_reciprocal_root(right)), 0, flags};
  case Op::x86_fcompare:
    return {0, 0, wide ? flags_of<double>(left, right) : flags_of<float>(left, right)};
  case Op::x86_cvt_integer: {
    const auto value = static_cast<std::int64_t>(sign_extended(right, form.source_width));
    return {wide ? bits(static_cast<double>(value)) : above(left, bits(static_cast<float>(value))),
            0, flags};
  }
  case Op::x86_cvt_trunc:
  case Op::x86_cvt_round: {
    const bool truncate = i.op == Op::x86_cvt_trunc;
    return {from_wide ? to_integer<double>(right, form.width, truncate)
                      : to_integer<float>(right, form.width, truncate),
            0, flags};
  }
  case Op::x86_cvt_float:
    return {wide ? widened(right) : above(left, narrowed(right)), 0, flags};
  default:
    STALLSCOPE_CHECK(false, "an operation of x86 without a meaning");
    return {};
  }
}

uint64_t fp_arithmetic(Op op, std::uint8_t width, uint64_t left, uint64_t right) {
  return width == 3 ? arithmetic<double>(op, left, right)
                    : static_cast<uint32_t>(arithmetic<float>(op, left, right));
}

bool fp_holds(unsigned predicate, std::uint8_t width, uint64_t left, uint64_t right) {
  return width == 3 ? holds_of<double>(predicate, left, right)
                    : holds_of<float>(predicate, left, right);
}

uint64_t fp_fused(std::uint8_t width, uint64_t x, uint64_t y, uint64_t z, bool negate_product,
                  bool subtract) {
  return width == 3 ? fused_of<double>(x, y, z, negate_product, subtract)
                    : fused_of<float>(x, y, z, negate_product, subtract);
}

uint64_t fp_rounded(unsigned mode, std::uint8_t width, uint64_t value) {
  return width == 3 ? rounded_of<double>(mode, value) : rounded_of<float>(mode, value);
}

uint64_t fp_to_integer(std::uint8_t from_width, std::uint8_t width, bool truncate, uint64_t value) {
  return from_width == 3 ? to_integer<double>(value, width, truncate)
                         : to_integer<float>(value, width, truncate);
}

uint64_t fp_from_integer(std::uint8_t width, std::int64_t value) {
  return width == 3 ? bits(static_cast<double>(value)) : bits(static_cast<float>(value));
}

uint64_t single_of_double(uint64_t value) {
  return narrowed(value);
}

uint64_t double_of_single(uint64_t value) {
  return widened(value);
}

} // namespace stallscope::isa::x86
