#include "execution/executor_fp.hpp"

#include "base/check.hpp"
#include "execution/executor_integer.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace stallscope::isa::fp {

namespace {

constexpr std::uint32_t kCanonicalNan = 0x7fc00000;
constexpr std::uint64_t kDoubleSign = 1ULL << 63;
constexpr std::uint32_t kSingleSign = 1U << 31;

/// std::bit_cast is missing in the oldest supported standard library.
template <class To, class From> To reinterpret_bits(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to{};
  std::memcpy(&to, &from, sizeof to);
  return to;
}

/// `value` is already integral. The limits are powers of two, which every FP format represents
/// exactly.
template <class Int, class Float> std::uint64_t saturate(Float value) {
  using Limits = std::numeric_limits<Int>;
  constexpr auto kTooLarge = -static_cast<Float>(Limits::min());
  if (std::isnan(value) || value >= kTooLarge)
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(Limits::max()));
  if (value < static_cast<Float>(Limits::min()))
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(Limits::min()));
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

} // namespace

double to_double(std::uint64_t bits) {
  return reinterpret_bits<double>(bits);
}
float to_float(std::uint32_t bits) {
  return reinterpret_bits<float>(bits);
}
std::uint64_t bits_of(double value) {
  return reinterpret_bits<std::uint64_t>(value);
}
std::uint32_t bits_of(float value) {
  return reinterpret_bits<std::uint32_t>(value);
}

std::uint64_t result(Op op, std::uint64_t a, std::uint64_t b, bool boxed) {
  const auto single_bits = [boxed](std::uint64_t bits) {
    return boxed && (bits >> 32) != 0xffffffff ? kCanonicalNan : static_cast<std::uint32_t>(bits);
  };
  const auto d = [](std::uint64_t bits) { return to_double(bits); };
  const auto s = [&](std::uint64_t bits) { return to_float(single_bits(bits)); };
  const auto put_d = [](double value) { return bits_of(value); };
  const auto put_s = [boxed](float value) { return single_in_register(bits_of(value), boxed); };
  const auto put_s_bits = [boxed](std::uint32_t bits) { return single_in_register(bits, boxed); };
  const auto w = [](std::uint64_t bits) { return static_cast<std::int32_t>(bits); };
  const auto l = [](std::uint64_t bits) { return static_cast<std::int64_t>(bits); };
  using Int32 = std::int32_t;
  using Int64 = std::int64_t;

  switch (op) {
  case Op::fadd_d:
    return put_d(d(a) + d(b));
  case Op::fsub_d:
    return put_d(d(a) - d(b));
  case Op::fmul_d:
    return put_d(d(a) * d(b));
  case Op::fdiv_d:
    return put_d(d(a) / d(b));
  case Op::fsqrt_d:
    return put_d(std::sqrt(d(a)));
  case Op::fabs_d:
    return a & ~kDoubleSign;
  case Op::fneg_d:
    return a ^ kDoubleSign;
  case Op::fadd_s:
    return put_s(s(a) + s(b));
  case Op::fsub_s:
    return put_s(s(a) - s(b));
  case Op::fmul_s:
    return put_s(s(a) * s(b));
  case Op::fdiv_s:
    return put_s(s(a) / s(b));
  case Op::fsqrt_s:
    return put_s(std::sqrt(s(a)));
  case Op::fabs_s:
    return put_s_bits(single_bits(a) & ~kSingleSign);
  case Op::fneg_s:
    return put_s_bits(single_bits(a) ^ kSingleSign);
  case Op::fcmp_eq_d:
    return d(a) == d(b);
  case Op::fcmp_lt_d:
    return d(a) < d(b);
  case Op::fcmp_le_d:
    return d(a) <= d(b);
  case Op::fcmp_eq_s:
    return s(a) == s(b);
  case Op::fcmp_lt_s:
    return s(a) < s(b);
  case Op::fcmp_le_s:
    return s(a) <= s(b);
  case Op::fcmp_un_d:
    return std::isunordered(d(a), d(b));
  case Op::fcmp_ueq_d:
    return !std::islessgreater(d(a), d(b));
  case Op::fcmp_ult_d:
    return !std::isgreaterequal(d(a), d(b));
  case Op::fcmp_ule_d:
    return !std::isgreater(d(a), d(b));
  case Op::fcmp_ne_d:
    return d(a) != d(b);
  case Op::fcmp_un_s:
    return std::isunordered(s(a), s(b));
  case Op::fcmp_ueq_s:
    return !std::islessgreater(s(a), s(b));
  case Op::fcmp_ult_s:
    return !std::isgreaterequal(s(a), s(b));
  case Op::fcmp_ule_s:
    return !std::isgreater(s(a), s(b));
  case Op::fcmp_ne_s:
    return s(a) != s(b);
  case Op::cvt_d_w:
    return put_d(w(a));
  case Op::cvt_d_l:
    return put_d(static_cast<double>(l(a)));
  case Op::cvt_d_s:
    return put_d(static_cast<double>(s(a)));
  case Op::cvt_s_w:
    return put_s(static_cast<float>(w(a)));
  case Op::cvt_s_l:
    return put_s(static_cast<float>(l(a)));
  case Op::cvt_s_d:
    return put_s(static_cast<float>(d(a)));
  case Op::cvt_w_d:
  case Op::round_w_d:
    return saturate<Int32>(std::nearbyint(d(a)));
  case Op::cvt_l_d:
  case Op::round_l_d:
    return saturate<Int64>(std::nearbyint(d(a)));
  case Op::cvt_w_s:
  case Op::round_w_s:
    return saturate<Int32>(std::nearbyint(s(a)));
  case Op::cvt_l_s:
  case Op::round_l_s:
    return saturate<Int64>(std::nearbyint(s(a)));
  case Op::trunc_w_d:
    return saturate<Int32>(std::trunc(d(a)));
  case Op::trunc_l_d:
    return saturate<Int64>(std::trunc(d(a)));
  case Op::trunc_w_s:
    return saturate<Int32>(std::trunc(s(a)));
  case Op::trunc_l_s:
    return saturate<Int64>(std::trunc(s(a)));
  case Op::floor_w_d:
    return saturate<Int32>(std::floor(d(a)));
  case Op::ceil_w_d:
    return saturate<Int32>(std::ceil(d(a)));
  case Op::floor_w_s:
    return saturate<Int32>(std::floor(s(a)));
  case Op::ceil_w_s:
    return saturate<Int32>(std::ceil(s(a)));
  case Op::floor_l_d:
    return saturate<Int64>(std::floor(d(a)));
  case Op::ceil_l_d:
    return saturate<Int64>(std::ceil(d(a)));
  case Op::floor_l_s:
    return saturate<Int64>(std::floor(s(a)));
  case Op::ceil_l_s:
    return saturate<Int64>(std::ceil(s(a)));
  case Op::move_to_fp_w:
    return put_s_bits(static_cast<std::uint32_t>(a));
  case Op::move_from_fp_w:
    return integer::word(a);
  default:
    STALLSCOPE_CHECK(false, "an operation the executor does not know");
  }
}

} // namespace stallscope::isa::fp
