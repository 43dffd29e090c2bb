#pragma once

#include "base/check.hpp"
#include "execution/executor_riscv_fp.hpp"
#include "riscv/float.hpp"

#include <optional>

/// RISC-V F and D operations by Op. Must be compiled with -ffp-contract=off.
namespace stallscope::isa::riscv::operation {

using std::int32_t;
using std::int64_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;

/// Operations on numbers of one width. The order of Op's members is the same for both widths, so
/// that one function can be used for both: `op` is the one for singles.
template <class Bits>
[[gnu::always_inline]] inline std::optional<Bits>
arithmetic(Op op, Bits a, Bits b, Bits c, fp::Rounding rounding, uint8_t& flags) {
  constexpr Bits kSign = fp::kSign<Bits>;
  switch (op) {
  case Op::rv_fadd_s:
    return fp::add(a, b, rounding, flags);
  case Op::rv_fsub_s:
    return fp::sub(a, b, rounding, flags);
  case Op::rv_fmul_s:
    return fp::mul(a, b, rounding, flags);
  case Op::rv_fdiv_s:
    return fp::div(a, b, rounding, flags);
  case Op::rv_fsqrt_s:
    return fp::sqrt(a, rounding, flags);
  case Op::rv_fmadd_s:
    return fp::fma(a, b, c, rounding, flags);
  case Op::rv_fmsub_s:
    return fp::fma<Bits>(a, b, c ^ kSign, rounding, flags);
  case Op::rv_fnmsub_s:
    return fp::fma<Bits>(a ^ kSign, b, c, rounding, flags);
  case Op::rv_fnmadd_s:
    return fp::fma<Bits>(a ^ kSign, b, c ^ kSign, rounding, flags);
  case Op::rv_fsgnj_s:
    return fp::sgnj(a, b);
  case Op::rv_fsgnjn_s:
    return fp::sgnjn(a, b);
  case Op::rv_fsgnjx_s:
    return fp::sgnjx(a, b);
  case Op::rv_fmin_s:
    return fp::min(a, b, flags);
  case Op::rv_fmax_s:
    return fp::max(a, b, flags);
  default:
    return std::nullopt;
  }
}

/// Comparisons, classification and conversions to integers for one width: rd is an integer
/// register.
template <class Bits>
[[gnu::always_inline]] inline std::optional<uint64_t>
to_integer_register(Op op, Bits a, Bits b, fp::Rounding rounding, uint8_t& flags) {
  switch (op) {
  case Op::rv_feq_s:
    return fp::eq(a, b, flags);
  case Op::rv_flt_s:
    return fp::lt(a, b, flags);
  case Op::rv_fle_s:
    return fp::le(a, b, flags);
  case Op::rv_fclass_s:
    return fp::classify(a);
  case Op::rv_cvt_w_s:
    return fp::to_integer<int32_t>(a, rounding, flags);
  case Op::rv_cvt_wu_s:
    return fp::to_integer<uint32_t>(a, rounding, flags);
  case Op::rv_cvt_l_s:
    return fp::to_integer<int64_t>(a, rounding, flags);
  case Op::rv_cvt_lu_s:
    return fp::to_integer<uint64_t>(a, rounding, flags);
  default:
    return std::nullopt;
  }
}

template <class Bits>
[[gnu::always_inline]] inline std::optional<Bits>
from_integer_register(Op op, uint64_t a, fp::Rounding rounding, uint8_t& flags) {
  switch (op) {
  case Op::rv_cvt_from_w_s:
    return fp::from_integer<Bits>(static_cast<int32_t>(a), rounding, flags);
  case Op::rv_cvt_from_wu_s:
    return fp::from_integer<Bits>(static_cast<uint32_t>(a), rounding, flags);
  case Op::rv_cvt_from_l_s:
    return fp::from_integer<Bits>(static_cast<int64_t>(a), rounding, flags);
  case Op::rv_cvt_from_lu_s:
    return fp::from_integer<Bits>(a, rounding, flags);
  default:
    return std::nullopt;
  }
}

constexpr bool is_double(Op op) {
  return op >= Op::rv_fadd_d && op <= Op::rv_cvt_from_lu_d;
}

constexpr Op as_single(Op op) {
  constexpr auto kDistance =
      static_cast<std::uint16_t>(Op::rv_fadd_d) - static_cast<std::uint16_t>(Op::rv_fadd_s);
  return static_cast<Op>(static_cast<std::uint16_t>(op) - kDistance);
}
static_assert(as_single(Op::rv_fsub_d) == Op::rv_fsub_s);
static_assert(as_single(Op::rv_fnmadd_d) == Op::rv_fnmadd_s);
static_assert(as_single(Op::rv_fmax_d) == Op::rv_fmax_s);
static_assert(as_single(Op::rv_fclass_d) == Op::rv_fclass_s);
static_assert(as_single(Op::rv_cvt_from_lu_d) == Op::rv_cvt_from_lu_s);

[[gnu::always_inline]] inline uint64_t single_result(Op op, const FpSources& in,
                                                     fp::Rounding rounding, uint8_t& flags) {
  const uint32_t a = fp::unbox(in.a);
  const uint32_t b = fp::unbox(in.b);
  if (const auto r = arithmetic<uint32_t>(op, a, b, fp::unbox(in.c), rounding, flags))
    return fp::box(*r);
  if (const auto r = to_integer_register<uint32_t>(op, a, b, rounding, flags))
    return *r;
  const auto r = from_integer_register<uint32_t>(op, in.a, rounding, flags);
  STALLSCOPE_CHECK(r.has_value(), "an operation on singles");
  return fp::box(*r);
}

[[gnu::always_inline]] inline uint64_t double_result(Op op, const FpSources& in,
                                                     fp::Rounding rounding, uint8_t& flags) {
  if (const auto r = arithmetic<uint64_t>(op, in.a, in.b, in.c, rounding, flags))
    return *r;
  if (const auto r = to_integer_register<uint64_t>(op, in.a, in.b, rounding, flags))
    return *r;
  const auto r = from_integer_register<uint64_t>(op, in.a, rounding, flags);
  STALLSCOPE_CHECK(r.has_value(), "an operation on doubles");
  return *r;
}

/// fp_result(), for operations known at compile time or at run time.
[[gnu::always_inline]] inline uint64_t result(Op op, const FpSources& in, uint8_t rounding_mode,
                                              uint8_t& flags) {
  const auto rounding = static_cast<fp::Rounding>(rounding_mode);
  switch (op) {
  case Op::rv_cvt_s_d:
    return fp::box(fp::to_single(in.a, rounding, flags));
  case Op::rv_cvt_d_s:
    return fp::to_double(fp::unbox(in.a), flags);
  case Op::rv_fmv_x_w: // the bits without change, boxed or not
    return static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(in.a)));
  case Op::rv_fmv_w_x:
    return fp::box(static_cast<uint32_t>(in.a));
  case Op::rv_fmv_x_d:
  case Op::rv_fmv_d_x:
    return in.a;
  default:
    return is_double(op) ? double_result(as_single(op), in, rounding, flags)
                         : single_result(op, in, rounding, flags);
  }
}

} // namespace stallscope::isa::riscv::operation
