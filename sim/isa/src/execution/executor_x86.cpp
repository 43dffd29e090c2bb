#include "execution/executor_x86.hpp"

#include <bit>

namespace stallscope::isa::x86 {

namespace {

using std::uint64_t;
using std::uint8_t;
__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

uint64_t when(bool condition, uint64_t flag) {
  return condition ? flag : 0;
}

/// Zero, sign, and the parity of the low byte.
uint64_t result_flags(uint64_t result, uint8_t width) {
  return when(result == 0, kZero) | when((result >> (bits_of(width) - 1) & 1) != 0, kSign) |
         when(!__builtin_parity(static_cast<unsigned>(result & 0xff)), kParity);
}

Outcome sum(uint64_t a, uint64_t b, bool carry, uint8_t width) {
  const unsigned top = bits_of(width) - 1;
  const uint64_t r = (a + b + (carry ? 1 : 0)) & mask_of(width);
  const uint64_t flags = result_flags(r, width) | when(r < a || (carry && r == a), kCarry) |
                         when(((a ^ r) & (b ^ r)) >> top & 1, kOverflow) | ((a ^ b ^ r) & kAdjust);
  return {r, 0, flags};
}

Outcome difference(uint64_t a, uint64_t b, bool borrow, uint8_t width) {
  const unsigned top = bits_of(width) - 1;
  const uint64_t r = (a - b - (borrow ? 1 : 0)) & mask_of(width);
  const uint64_t flags = result_flags(r, width) | when(a < b || (borrow && a == b), kCarry) |
                         when(((a ^ b) & (a ^ r)) >> top & 1, kOverflow) | ((a ^ b ^ r) & kAdjust);
  return {r, 0, flags};
}

/// AF is undefined; here 0.
Outcome logic(uint64_t r, uint8_t width) {
  return {r, 0, result_flags(r, width)};
}

/// OF is defined only for shifts by 1; the same rule is used here for all shifts. CF after shifting
/// out all of 8 or 16 bits is undefined; here it is the last bit shifted out, or 0.
Outcome shifted(Op op, uint64_t a, uint64_t count, uint64_t flags, uint8_t width) {
  const unsigned bits = bits_of(width);
  const uint64_t mask = mask_of(width);
  const unsigned n = static_cast<unsigned>(count & (width == 3 ? 63 : 31));
  if (n == 0)
    return {a, 0, flags};
  const bool top_before = (a >> (bits - 1) & 1) != 0;
  uint64_t r = 0;
  bool carry = false;
  bool overflow = false;
  if (op == Op::x86_shl) {
    r = a << n & mask;
    carry = n <= bits && (a >> (bits - n) & 1) != 0;
    overflow = ((r >> (bits - 1) & 1) != 0) != carry;
  } else if (op == Op::x86_shr) {
    r = a >> n;
    carry = (a >> (n - 1) & 1) != 0;
    overflow = top_before;
  } else {
    const auto wide = static_cast<std::int64_t>(sign_extended(a, width));
    r = static_cast<uint64_t>(wide >> n) & mask;
    carry = (wide >> (n - 1) & 1) != 0;
  }
  return {r, 0, result_flags(r, width) | when(carry, kCarry) | when(overflow, kOverflow)};
}

/// Flags other than CF and OF do not change, and OF changes only for rotations by 1, which define
/// it.
Outcome rotated(bool left, uint64_t a, uint64_t count, uint64_t flags, uint8_t width) {
  const unsigned bits = bits_of(width);
  const uint64_t mask = mask_of(width);
  const unsigned masked = static_cast<unsigned>(count & (width == 3 ? 63 : 31));
  if (masked == 0)
    return {a, 0, flags};
  const unsigned n = masked % bits;
  const unsigned up = left ? n : (bits - n) % bits;
  const uint64_t r = up == 0 ? a : (a << up | a >> (bits - up)) & mask;
  const bool top = (r >> (bits - 1) & 1) != 0;
  const bool carry = left ? (r & 1) != 0 : top;
  flags = (flags & ~kCarry) | when(carry, kCarry);
  if (masked != 1)
    return {r, 0, flags};
  const bool overflow = left ? top != carry : top != ((r >> (bits - 2) & 1) != 0);
  return {r, 0, (flags & ~kOverflow) | when(overflow, kOverflow)};
}

/// Rotates the operand with CF above it; the other flags as in rotated().
Outcome rotated_with_carry(bool left, uint64_t a, uint64_t count, uint64_t flags, uint8_t width) {
  const unsigned bits = bits_of(width);
  const unsigned masked = static_cast<unsigned>(count & (width == 3 ? 63 : 31));
  const unsigned n = masked % (bits + 1);
  const Uint128 mask = (static_cast<Uint128>(1) << (bits + 1)) - 1;
  const Uint128 whole = static_cast<Uint128>(flags & kCarry) << bits | a;
  const unsigned up = left ? n : (bits + 1 - n) % (bits + 1);
  const Uint128 turned = (whole << up | whole >> (bits + 1 - up)) & mask;
  const uint64_t r = static_cast<uint64_t>(turned) & mask_of(width);
  const bool carry = (turned >> bits) != 0;
  const uint64_t kept = flags & ~kCarry;
  if (masked != 1)
    return {r, 0, kept | when(carry, kCarry)};
  const bool top = (r >> (bits - 1) & 1) != 0;
  const bool overflow = left ? top != carry : top != ((r >> (bits - 2) & 1) != 0);
  return {r, 0, (kept & ~kOverflow) | when(carry, kCarry) | when(overflow, kOverflow)};
}

/// adcx and adox: `flag` is the carry input and output.
Outcome sum_with(uint64_t flag, uint64_t a, uint64_t b, uint64_t flags, uint8_t width) {
  const Outcome outcome = sum(a, b, (flags & flag) != 0, width);
  return {outcome.result, 0, (flags & ~flag) | when((outcome.flags & kCarry) != 0, flag)};
}

/// SF, ZF, AF and PF are undefined; here set from the result, AF to 0.
Outcome product(uint64_t a, uint64_t b, uint8_t width) {
  const Int128 wide = static_cast<Int128>(static_cast<std::int64_t>(sign_extended(a, width))) *
                      static_cast<std::int64_t>(sign_extended(b, width));
  const uint64_t r = static_cast<uint64_t>(wide) & mask_of(width);
  const bool lost = wide != static_cast<std::int64_t>(sign_extended(r, width));
  return {r, 0, result_flags(r, width) | when(lost, kCarry | kOverflow)};
}

/// bsf and bsr: ZF is set if no bit is set, and the destination is then unchanged; the other flags
/// are undefined; here 0.
Outcome scanned(Op op, uint64_t left, uint64_t right, uint8_t width) {
  if (right == 0)
    return {left, 0, kZero};
  const auto n = op == Op::x86_bsf ? std::countr_zero(right) : 63 - std::countl_zero(right);
  return {static_cast<uint64_t>(n) & mask_of(width), 0, 0};
}

/// tzcnt and lzcnt: CF is set if no bit is set, ZF for a count of 0; the other flags are undefined;
/// here 0.
Outcome counted(Op op, uint64_t right, uint8_t width) {
  const unsigned bits = bits_of(width);
  const unsigned n = right == 0 ? bits
                     : op == Op::x86_tzcnt
                         ? static_cast<unsigned>(std::countr_zero(right))
                         : static_cast<unsigned>(std::countl_zero(right)) + bits - 64;
  return {n, 0, when(right == 0, kCarry) | when(n == 0, kZero)};
}

/// OF is defined only for shifts by 1; the same rule is used here for all shifts: the sign has
/// changed. Counts above the width, possible with 16 bits, leave everything undefined; here the
/// result for the count minus the width.
Outcome double_shifted(bool to_left, uint64_t a, uint64_t b, uint64_t count, uint64_t flags,
                       uint8_t width) {
  const unsigned bits = bits_of(width);
  const auto n = static_cast<unsigned>(count & (width == 3 ? 63 : 31));
  if (n == 0)
    return {a, 0, flags};
  if (n > bits)
    return double_shifted(to_left, a, b, n - bits, flags, width);
  const Uint128 pair =
      to_left ? static_cast<Uint128>(a) << bits | b : static_cast<Uint128>(b) << bits | a;
  const auto r = static_cast<uint64_t>(to_left ? pair >> (bits - n) : pair >> n) & mask_of(width);
  const bool carry = (a >> (to_left ? bits - n : n - 1) & 1) != 0;
  const bool overflow = ((a ^ r) >> (bits - 1) & 1) != 0;
  return {r, 0, result_flags(r, width) | when(carry, kCarry) | when(overflow, kOverflow)};
}

uint64_t deposited(uint64_t from, uint64_t mask) {
  uint64_t result = 0;
  for (; mask != 0; mask &= mask - 1, from >>= 1)
    if ((from & 1) != 0)
      result |= mask & (0 - mask);
  return result;
}
uint64_t extracted(uint64_t from, uint64_t mask) {
  uint64_t result = 0;
  for (uint64_t place = 1; mask != 0; mask &= mask - 1, place <<= 1)
    if ((from & mask & (0 - mask)) != 0)
      result |= place;
  return result;
}

/// BMI1: CF is set for blsi if a bit is set, for the others if none is set. AF and PF are
/// undefined; here 0.
Outcome lowest_bit(Op op, uint64_t a, uint8_t width) {
  const uint64_t r = (op == Op::x86_blsi   ? a & (0 - a)
                      : op == Op::x86_blsr ? a & (a - 1)
                                           : a ^ (a - 1)) &
                     mask_of(width);
  const bool carry = (a == 0) != (op == Op::x86_blsi);
  const uint64_t flags = result_flags(r, width) & ~kParity;
  return {r, 0, flags | when(carry, kCarry)};
}

/// bzhi: CF is set if the index is beyond the operand. bextr: SF, AF and PF are undefined; here 0.
Outcome bit_field(Op op, uint64_t a, uint64_t control, uint8_t width) {
  const unsigned bits = bits_of(width);
  const auto first = static_cast<unsigned>(control & 0xff);
  if (op == Op::x86_bzhi) {
    const uint64_t r = first < bits ? a & ((1ULL << first) - 1) : a;
    return {r, 0, (result_flags(r, width) & ~kParity) | when(first >= bits, kCarry)};
  }
  const auto length = static_cast<unsigned>(control >> 8 & 0xff);
  uint64_t r = first < bits ? a >> first : 0;
  if (length < bits)
    r &= (1ULL << length) - 1;
  return {r, 0, when(r == 0, kZero)};
}

} // namespace

bool holds(Condition condition, uint64_t flags) {
  const bool carry = (flags & kCarry) != 0;
  const bool zero = (flags & kZero) != 0;
  const bool less = ((flags & kSign) != 0) != ((flags & kOverflow) != 0);
  bool yes = false;
  switch (static_cast<unsigned>(condition) / 2) {
  case 0:
    yes = (flags & kOverflow) != 0;
    break;
  case 1:
    yes = carry;
    break;
  case 2:
    yes = zero;
    break;
  case 3:
    yes = carry || zero;
    break;
  case 4:
    yes = (flags & kSign) != 0;
    break;
  case 5:
    yes = (flags & kParity) != 0;
    break;
  case 6:
    yes = less;
    break;
  default:
    yes = less || zero;
    break;
  }
  return yes != (static_cast<unsigned>(condition) % 2 != 0);
}

Outcome summed(uint64_t left, uint64_t right, uint8_t width) {
  return sum(left, right, false, width);
}

uint64_t compared(uint64_t left, uint64_t right, uint8_t width) {
  return difference(left, right, false, width).flags;
}

Outcome computed(const Instruction& i, const Form& form, uint64_t left, uint64_t right,
                 uint64_t flags, uint64_t third) {
  const uint8_t width = form.width;
  const bool carry = (flags & kCarry) != 0;
  switch (i.op) {
  case Op::x86_mov:
  case Op::x86_movzx:
  case Op::x86_lea:
    return {right, 0, flags};
  case Op::x86_movsx:
    return {sign_extended(right, form.source_width) & mask_of(width), 0, flags};
  case Op::x86_add:
    return sum(left, right, false, width);
  case Op::x86_adc:
    return sum(left, right, carry, width);
  case Op::x86_sub:
  case Op::x86_cmp:
    return difference(left, right, false, width);
  case Op::x86_sbb:
    return difference(left, right, carry, width);
  case Op::x86_and:
  case Op::x86_test:
    return logic(left & right, width);
  case Op::x86_or:
    return logic(left | right, width);
  case Op::x86_xor:
    return logic(left ^ right, width);
  case Op::x86_inc: {
    Outcome outcome = sum(left, 1, false, width);
    outcome.flags = (outcome.flags & ~kCarry) | (flags & kCarry);
    return outcome;
  }
  case Op::x86_dec: {
    Outcome outcome = difference(left, 1, false, width);
    outcome.flags = (outcome.flags & ~kCarry) | (flags & kCarry);
    return outcome;
  }
  case Op::x86_neg:
    return difference(0, left, false, width);
  case Op::x86_not:
    return {~left & mask_of(width), 0, flags};
  case Op::x86_imul:
    return product(left, right, width);
  case Op::x86_shl:
  case Op::x86_shr:
  case Op::x86_sar:
    return shifted(i.op, left, right, flags, width);
  case Op::x86_rol:
  case Op::x86_ror:
    return rotated(i.op == Op::x86_rol, left, right, flags, width);
  case Op::x86_rcl:
  case Op::x86_rcr:
    return rotated_with_carry(i.op == Op::x86_rcl, left, right, flags, width);
  case Op::x86_adcx:
    return sum_with(kCarry, left, right, flags, width);
  case Op::x86_adox:
    return sum_with(kOverflow, left, right, flags, width);
  case Op::x86_bt: {
    const bool set = (left >> (right & (bits_of(width) - 1)) & 1) != 0;
    return {0, 0, (flags & ~kCarry) | when(set, kCarry)};
  }
  case Op::x86_bts:
  case Op::x86_btr:
  case Op::x86_btc: {
    const uint64_t bit = 1ULL << (right & (bits_of(width) - 1));
    const uint64_t result = i.op == Op::x86_bts   ? left | bit
                            : i.op == Op::x86_btr ? left & ~bit
                                                  : left ^ bit;
    return {result, 0, (flags & ~kCarry) | when((left & bit) != 0, kCarry)};
  }
  case Op::x86_stc:
    return {0, 0, flags | kCarry};
  case Op::x86_clc:
    return {0, 0, flags & ~kCarry};
  case Op::x86_cmc:
    return {0, 0, flags ^ kCarry};
  case Op::x86_lahf:
    return {(flags & kInAh) | kAlwaysInAh, 0, flags};
  case Op::x86_sahf:
    return {0, 0, (flags & ~kInAh) | (right & kInAh)};
  case Op::x86_read_flags:
    return {flags | kAlwaysInFlags, 0, flags};
  case Op::x86_write_flags:
    return {0, 0, (flags & ~(kAllFlags & mask_of(width))) | (right & kAllFlags & mask_of(width))};
  case Op::x86_bit_word: // whole words, upwards or downwards
    return {left + static_cast<uint64_t>(
                       static_cast<std::int64_t>(sign_extended(right, form.source_width)) >>
                       (3 + form.source_width) << form.source_width),
            0, flags};
  case Op::x86_differ:
    return {left ^ right, 0, flags};
  case Op::x86_equal_pair:
    return {0, 0, (flags & ~kZero) | when(left == right && third == 0, kZero)};
  case Op::x86_shld:
  case Op::x86_shrd:
    return double_shifted(i.op == Op::x86_shld, left, right, third, flags, width);
  case Op::x86_shlx:
  case Op::x86_shrx:
  case Op::x86_sarx:
    return {shifted(i.op == Op::x86_shlx   ? Op::x86_shl
                    : i.op == Op::x86_shrx ? Op::x86_shr
                                           : Op::x86_sar,
                    left, right, flags, width)
                .result,
            0, flags};
  case Op::x86_rorx:
    return {rotated(false, left, right, flags, width).result, 0, flags};
  case Op::x86_andn:
    return logic(~left & right & mask_of(width), width);
  case Op::x86_blsi:
  case Op::x86_blsr:
  case Op::x86_blsmsk:
    return lowest_bit(i.op, right, width);
  case Op::x86_bzhi:
  case Op::x86_bextr:
    return bit_field(i.op, left, right, width);
  case Op::x86_movbe:
    return {__builtin_bswap64(right) >> (64 - bits_of(width)), 0, flags};
  case Op::x86_bsf:
  case Op::x86_bsr:
    return scanned(i.op, left, right, width);
  case Op::x86_tzcnt:
  case Op::x86_lzcnt:
    return counted(i.op, right, width);
  case Op::x86_popcnt:
    return {static_cast<uint64_t>(std::popcount(right)), 0, when(right == 0, kZero)};
  case Op::x86_pdep:
    return {deposited(left, right), 0, flags};
  case Op::x86_pext:
    return {extracted(left, right), 0, flags};
  case Op::x86_crc32:
    return {crc32c(left, right, 1U << form.source_width), 0, flags};
  case Op::x86_bswap:
    return {width == 3 ? __builtin_bswap64(left)
                       : __builtin_bswap32(static_cast<std::uint32_t>(left)),
            0, flags};
  case Op::x86_sign:
    return {(right >> (bits_of(width) - 1) & 1) != 0 ? mask_of(width) : 0, 0, flags};
  case Op::x86_set:
    return {when(holds(form.condition, flags), 1), 0, flags};
  case Op::x86_cmov:
    return {holds(form.condition, flags) ? right : left, 0, flags};
  default:
    return fp_computed(i, form, left, right, flags);
  }
}

Outcome multiplied(bool is_signed, uint8_t width, uint64_t rax, uint64_t right) {
  const uint64_t mask = mask_of(width);
  const unsigned bits = bits_of(width);
  Uint128 wide = 0;
  bool upper = false;
  if (is_signed) {
    const Int128 exact = static_cast<Int128>(static_cast<std::int64_t>(sign_extended(rax, width))) *
                         static_cast<std::int64_t>(sign_extended(right, width));
    wide = static_cast<Uint128>(exact);
    upper = exact != static_cast<std::int64_t>(sign_extended(static_cast<uint64_t>(wide), width));
  } else {
    wide = static_cast<Uint128>(rax & mask) * (right & mask);
    upper = (wide >> bits) != 0;
  }
  return {static_cast<uint64_t>(wide) & mask, static_cast<uint64_t>(wide >> bits) & mask,
          when(upper, kCarry | kOverflow)};
}

bool divided(bool is_signed, uint8_t width, uint64_t rax, uint64_t rdx, uint64_t right,
             Outcome& outcome) {
  const uint64_t mask = mask_of(width);
  const unsigned bits = bits_of(width);
  if ((right & mask) == 0)
    return false;
  const Uint128 dividend = static_cast<Uint128>(rdx & mask) << bits | (rax & mask);
  if (!is_signed) {
    const Uint128 quotient = dividend / (right & mask);
    outcome.result = static_cast<uint64_t>(quotient);
    outcome.second = static_cast<uint64_t>(dividend % (right & mask));
    return quotient <= mask;
  }
  // Magnitudes: the most negative dividend has no positive counterpart.
  const bool negative = (dividend >> (2 * bits - 1) & 1) != 0;
  const Uint128 whole =
      width == 3 ? ~static_cast<Uint128>(0) : (static_cast<Uint128>(1) << (2 * bits)) - 1;
  const Uint128 size = negative ? (0 - dividend) & whole : dividend;
  const auto divisor = static_cast<std::int64_t>(sign_extended(right, width));
  const uint64_t divisor_size =
      divisor < 0 ? 0 - static_cast<uint64_t>(divisor) : static_cast<uint64_t>(divisor);
  const Uint128 quotient = size / divisor_size;
  const auto rest = static_cast<uint64_t>(size % divisor_size);
  const bool below = negative != (divisor < 0);
  if (quotient > (mask >> 1) + (below ? 1 : 0))
    return false;
  const auto low = static_cast<uint64_t>(quotient);
  outcome.result = (below ? 0 - low : low) & mask;
  outcome.second = (negative ? 0 - rest : rest) & mask;
  return true;
}

} // namespace stallscope::isa::x86
