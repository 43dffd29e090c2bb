#pragma once

#include "execution/executor_bits.hpp"
#include "isa/op.hpp"

#include <bit>
#include <cstdint>
#include <limits>
#include <utility>

/// Integer arithmetic of Op on 64-bit register values. The functions never trap, read memory or
/// change control flow.
namespace stallscope::isa::integer {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

using std::int32_t;
using std::int64_t;
using std::uint32_t;
using std::uint64_t;

/// Sign-extends the low 32 bits: the representation of all 32-bit results.
constexpr uint64_t word(uint64_t value) {
  return static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(value)));
}
constexpr uint64_t signed_byte(uint64_t value) {
  return static_cast<uint64_t>(static_cast<int64_t>(static_cast<std::int8_t>(value)));
}
constexpr uint64_t signed_half(uint64_t value) {
  return static_cast<uint64_t>(static_cast<int64_t>(static_cast<std::int16_t>(value)));
}
constexpr int64_t as_signed(uint64_t value) {
  return static_cast<int64_t>(value);
}
constexpr uint32_t low(uint64_t value) {
  return static_cast<uint32_t>(value);
}
constexpr int32_t low_signed(uint64_t value) {
  return static_cast<int32_t>(value);
}

/// RISC-V's rules for the two undefined cases of division: x/0 = -1, x%0 = x, MIN/-1 = MIN, MIN%-1
/// = 0.
template <class T> constexpr bool overflows(T a, T b) {
  return std::numeric_limits<T>::is_signed && a == std::numeric_limits<T>::min() &&
         b == static_cast<T>(-1);
}
template <class T> constexpr T quotient(T a, T b) {
  if (b == 0)
    return static_cast<T>(-1);
  return overflows(a, b) ? a : static_cast<T>(a / b);
}
template <class T> constexpr T remainder(T a, T b) {
  if (b == 0)
    return a;
  return overflows(a, b) ? T{0} : static_cast<T>(a % b);
}

constexpr uint64_t high_unsigned(uint64_t a, uint64_t b) {
  return static_cast<uint64_t>((static_cast<Uint128>(a) * b) >> 64);
}
constexpr uint64_t high_signed(uint64_t a, uint64_t b) {
  return static_cast<uint64_t>((static_cast<Int128>(as_signed(a)) * as_signed(b)) >> 64);
}
constexpr uint64_t high_signed_unsigned(uint64_t a, uint64_t b) {
  return static_cast<uint64_t>((static_cast<Int128>(as_signed(a)) * static_cast<Int128>(b)) >> 64);
}

/// Both results of the mult and div families of MIPS: {LO, HI}.
constexpr std::pair<uint64_t, uint64_t> low_and_high(Op op, uint64_t a, uint64_t b) {
  switch (op) {
  case Op::mult:
    return {a * b, high_signed(a, b)};
  case Op::multu:
    return {a * b, high_unsigned(a, b)};
  case Op::multw: {
    const auto product = static_cast<uint64_t>(static_cast<int64_t>(low_signed(a)) * low_signed(b));
    return {word(product), word(product >> 32)};
  }
  case Op::multuw: {
    const uint64_t product = static_cast<uint64_t>(low(a)) * low(b);
    return {word(product), word(product >> 32)};
  }
  case Op::divmod:
    return {static_cast<uint64_t>(quotient(as_signed(a), as_signed(b))),
            static_cast<uint64_t>(remainder(as_signed(a), as_signed(b)))};
  case Op::divmodu:
    return {quotient(a, b), remainder(a, b)};
  case Op::divmodw:
    return {word(static_cast<uint64_t>(quotient(low_signed(a), low_signed(b)))),
            word(static_cast<uint64_t>(remainder(low_signed(a), low_signed(b))))};
  default: // divmoduw
    return {word(quotient(low(a), low(b))), word(remainder(low(a), low(b)))};
  }
}

/// A field of `size` bits at the low end.
constexpr uint64_t field_mask(uint64_t size) {
  return size >= 64 ? ~0ULL : (1ULL << size) - 1;
}
/// rd of Op::insert and Op::insert_w, from rs1, the field and the old value of rd.
constexpr uint64_t inserted(Op op, uint64_t a, uint64_t field, uint64_t old) {
  const uint64_t position = field & 63;
  const uint64_t mask = field_mask(field >> 8) << position;
  const uint64_t value = (old & ~mask) | (a << position & mask);
  return op == Op::insert_w ? word(value) : value;
}

/// LO and HI after an operation of the MADD family of MIPS, from their old values.
constexpr std::pair<uint64_t, uint64_t> accumulated(Op op, uint64_t a, uint64_t b, uint64_t lo,
                                                    uint64_t hi) {
  const bool is_signed = op == Op::madd_w || op == Op::msub_w;
  const uint64_t product =
      is_signed ? static_cast<uint64_t>(static_cast<int64_t>(low_signed(a)) * low_signed(b))
                : static_cast<uint64_t>(low(a)) * low(b);
  const uint64_t before = hi << 32 | low(lo);
  const uint64_t sum = op == Op::madd_w || op == Op::maddu_w ? before + product : before - product;
  return {word(sum), word(sum >> 32)};
}

/// rd of an integer operation with one result that cannot fault; `handled` is false for all others.
[[gnu::always_inline]] constexpr uint64_t result(Op op, uint64_t a, uint64_t b, bool& handled) {
  handled = true;
  switch (op) {
  case Op::add:
    return a + b;
  case Op::sub:
    return a - b;
  case Op::and_:
    return a & b;
  case Op::or_:
    return a | b;
  case Op::xor_:
    return a ^ b;
  case Op::nor:
    return ~(a | b);
  case Op::sll:
    return a << (b & 63);
  case Op::srl:
    return a >> (b & 63);
  case Op::sra:
    return static_cast<uint64_t>(as_signed(a) >> (b & 63));
  case Op::slt:
    return as_signed(a) < as_signed(b);
  case Op::sltu:
    return a < b;
  case Op::seq:
    return a == b;
  case Op::sne:
    return a != b;
  case Op::sle:
    return as_signed(a) <= as_signed(b);
  case Op::sleu:
    return a <= b;
  case Op::sgt:
    return as_signed(a) > as_signed(b);
  case Op::sgtu:
    return a > b;
  case Op::sge:
    return as_signed(a) >= as_signed(b);
  case Op::sgeu:
    return a >= b;
  case Op::addw:
    return word(a + b);
  case Op::subw:
    return word(a - b);
  case Op::sllw:
    return word(a << (b & 31));
  case Op::srlw:
    return word(low(a) >> (b & 31));
  case Op::sraw:
    return word(static_cast<uint64_t>(static_cast<int64_t>(low_signed(a)) >> (b & 31)));
  case Op::mul:
    return a * b;
  case Op::mulh:
    return high_signed(a, b);
  case Op::mulhu:
    return high_unsigned(a, b);
  case Op::mulhsu:
    return high_signed_unsigned(a, b);
  case Op::mulw:
    return word(a * b);
  case Op::mulhw:
    return word(static_cast<uint64_t>(static_cast<int64_t>(low_signed(a)) * low_signed(b)) >> 32);
  case Op::mulhuw:
    return word((static_cast<uint64_t>(low(a)) * low(b)) >> 32);
  case Op::mulhsuw:
    return word(
        static_cast<uint64_t>(static_cast<int64_t>(low_signed(a)) * static_cast<int64_t>(low(b))) >>
        32);
  case Op::div:
    return static_cast<uint64_t>(quotient(as_signed(a), as_signed(b)));
  case Op::divu:
    return quotient(a, b);
  case Op::rem:
    return static_cast<uint64_t>(remainder(as_signed(a), as_signed(b)));
  case Op::remu:
    return remainder(a, b);
  case Op::divw:
    return word(static_cast<uint64_t>(quotient(low_signed(a), low_signed(b))));
  case Op::divuw:
    return word(quotient(low(a), low(b)));
  case Op::remw:
    return word(static_cast<uint64_t>(remainder(low_signed(a), low_signed(b))));
  case Op::remuw:
    return word(remainder(low(a), low(b)));
  case Op::rsub:
    return b - a;
  case Op::rsll:
    return b << (a & 63);
  case Op::rsrl:
    return b >> (a & 63);
  case Op::rsra:
    return static_cast<uint64_t>(as_signed(b) >> (a & 63));
  case Op::clz_w:
    return static_cast<uint64_t>(std::countl_zero(low(a)));
  case Op::clo_w:
    return static_cast<uint64_t>(std::countl_one(low(a)));
  case Op::clo:
    return static_cast<uint64_t>(std::countl_one(a));
  case Op::extract:
    return a >> (b & 63) & field_mask(b >> 8);
  case Op::extract_w:
    return word(low(a) >> (b & 31) & field_mask(b >> 8));
  case Op::wsbh:
    return word((a & 0x00ff00ff) << 8 | (a >> 8 & 0x00ff00ff));
  case Op::dsbh:
    return (a & 0x00ff00ff00ff00ff) << 8 | (a >> 8 & 0x00ff00ff00ff00ff);
  case Op::dshd:
    return a << 48 | (a & 0xffff0000) << 16 | (a >> 16 & 0xffff0000) | a >> 48;
  case Op::sh1add:
    return b + (a << 1);
  case Op::sh2add:
    return b + (a << 2);
  case Op::sh3add:
    return b + (a << 3);
  case Op::sh1add_w:
    return word(b + (a << 1));
  case Op::sh2add_w:
    return word(b + (a << 2));
  case Op::sh3add_w:
    return word(b + (a << 3));
  case Op::add_uw:
    return b + low(a);
  case Op::sh1add_uw:
    return b + (static_cast<uint64_t>(low(a)) << 1);
  case Op::sh2add_uw:
    return b + (static_cast<uint64_t>(low(a)) << 2);
  case Op::sh3add_uw:
    return b + (static_cast<uint64_t>(low(a)) << 3);
  case Op::slli_uw:
    return static_cast<uint64_t>(low(a)) << (b & 63);
  case Op::andn:
    return a & ~b;
  case Op::orn:
    return a | ~b;
  case Op::xnor:
    return ~(a ^ b);
  case Op::clz:
    return static_cast<uint64_t>(std::countl_zero(a));
  case Op::ctz:
    return static_cast<uint64_t>(std::countr_zero(a));
  case Op::ctz_w:
    return static_cast<uint64_t>(std::countr_zero(low(a)));
  case Op::cpop:
    return static_cast<uint64_t>(std::popcount(a));
  case Op::cpop_w:
    return static_cast<uint64_t>(std::popcount(low(a)));
  case Op::max:
    return as_signed(a) < as_signed(b) ? b : a;
  case Op::maxu:
    return a < b ? b : a;
  case Op::min:
    return as_signed(a) < as_signed(b) ? a : b;
  case Op::minu:
    return a < b ? a : b;
  case Op::sext_b:
    return static_cast<uint64_t>(static_cast<int64_t>(static_cast<std::int8_t>(a)));
  case Op::sext_h:
    return static_cast<uint64_t>(static_cast<int64_t>(static_cast<std::int16_t>(a)));
  case Op::zext_h:
    return a & 0xffff;
  case Op::rol:
    return std::rotl(a, static_cast<int>(b & 63));
  case Op::ror:
    return std::rotr(a, static_cast<int>(b & 63));
  case Op::rol_w:
    return word(std::rotl(low(a), static_cast<int>(b & 31)));
  case Op::ror_w:
    return word(std::rotr(low(a), static_cast<int>(b & 31)));
  case Op::orc_b:
    return or_combine_bytes(a);
  case Op::orc_b_w:
    return word(or_combine_bytes(low(a)));
  case Op::pack:
    return b << 32 | low(a);
  case Op::pack_w:
    return word((b & 0xffff) << 16 | (a & 0xffff));
  case Op::packh:
    return (b & 0xff) << 8 | (a & 0xff);
  case Op::brev8:
    return reverse_bits_of_bytes(a);
  case Op::brev8_w:
    return word(reverse_bits_of_bytes(a));
  case Op::zip_w:
    return word(spread_bits(a & 0xffff) | spread_bits(a >> 16 & 0xffff) << 1);
  case Op::unzip_w:
    return word(gather_bits(a) | gather_bits(a >> 1) << 16);
  case Op::rev8:
    return reverse_bytes(a);
  case Op::rev8_w:
    return word(reverse_bytes(low(a)));
  case Op::bclr:
    return a & ~(1ULL << (b & 63));
  case Op::bext:
    return a >> (b & 63) & 1;
  case Op::binv:
    return a ^ 1ULL << (b & 63);
  case Op::bset:
    return a | 1ULL << (b & 63);
  case Op::bclr_w:
    return word(a & ~(1ULL << (b & 31)));
  case Op::bext_w:
    return a >> (b & 31) & 1;
  case Op::binv_w:
    return word(a ^ 1ULL << (b & 31));
  case Op::bset_w:
    return word(a | 1ULL << (b & 31));
  case Op::clmul:
    return carry_less_product(a, b, 0);
  case Op::clmulh:
    return carry_less_product(a, b, 64);
  case Op::clmulr:
    return carry_less_product(a, b, 63);
  case Op::clmul_w:
    return word(carry_less_product(low(a), low(b), 0));
  case Op::clmulh_w:
    return word(carry_less_product(low(a), low(b), 32));
  case Op::clmulr_w:
    return word(carry_less_product(low(a), low(b), 31));
  case Op::czero_eqz:
    return b == 0 ? 0 : a;
  case Op::czero_nez:
    return b != 0 ? 0 : a;
  default:
    handled = false;
    return 0;
  }
}

} // namespace stallscope::isa::integer
