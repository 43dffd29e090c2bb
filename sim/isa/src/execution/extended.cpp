#include "execution/extended.hpp"

#include <array>
#include <bit>
#include <utility>

namespace stallscope::isa::x86 {

namespace {

// The names end with 80: other files of this library use the shorter names.

__extension__ using Wide80 = unsigned __int128;

constexpr std::uint64_t kIntegerBit80 = 1ULL << 63;
constexpr std::uint64_t kQuietBit80 = 1ULL << 62;
constexpr std::uint16_t kSign80 = 0x8000;
constexpr std::uint16_t kTopExponent80 = 0x7fff;
constexpr int kBias80 = 16383;
/// The result of an invalid operation.
constexpr Extended kIndefinite80{kIntegerBit80 | kQuietBit80, kSign80 | kTopExponent80};

enum class Rounding80 : std::uint8_t { nearest, down, up, zero };

Rounding80 rounding_of80(std::uint16_t control) {
  return static_cast<Rounding80>(control >> kX87RoundingBit & 3);
}
/// Bits of precision; the second value is reserved.
int precision_of80(std::uint16_t control) {
  constexpr std::array<int, 4> kPrecisions{24, 64, 53, 64};
  return kPrecisions.at(control >> 8 & 3);
}

bool is_negative80(const Extended& x) {
  return (x.upper & kSign80) != 0;
}
int field_of80(const Extended& x) {
  return x.upper & kTopExponent80;
}
/// Encodings whose exponent requires an integer bit that is not set are not numbers.
bool is_unsupported80(const Extended& x) {
  return field_of80(x) != 0 && (x.significand & kIntegerBit80) == 0;
}
bool is_nan80(const Extended& x) {
  return field_of80(x) == kTopExponent80 && (x.significand << 1) != 0;
}
bool is_infinite80(const Extended& x) {
  return field_of80(x) == kTopExponent80 && (x.significand << 1) == 0;
}
bool is_zero80(const Extended& x) {
  return field_of80(x) == 0 && x.significand == 0;
}

std::uint16_t sign_bit80(bool negative) {
  return negative ? kSign80 : std::uint16_t{0};
}
Extended infinity80(bool negative) {
  return {kIntegerBit80, static_cast<std::uint16_t>(sign_bit80(negative) | kTopExponent80)};
}
Extended zero80(bool negative) {
  return {0, sign_bit80(negative)};
}
Extended negated80(const Extended& x) {
  return {x.significand, static_cast<std::uint16_t>(x.upper ^ kSign80)};
}
Extended quiet80(const Extended& nan) {
  return {nan.significand | kQuietBit80, nan.upper};
}

/// A finite nonzero number: significand * 2^(exponent - 127), with bit 127 set; bit 0 may represent
/// all lower bits.
struct Exact80 {
  bool negative;
  int exponent;
  Wide80 significand;
};

Exact80 exact_of80(const Extended& x) {
  const int zeros = std::countl_zero(x.significand);
  const int exponent = (field_of80(x) == 0 ? 1 : field_of80(x)) - kBias80;
  return {is_negative80(x), exponent - zeros, static_cast<Wide80>(x.significand << zeros) << 64};
}

Wide80 shifted_sticky80(Wide80 value, int count) {
  if (count <= 0)
    return value;
  if (count >= 128)
    return value != 0 ? 1 : 0;
  const Wide80 kept = value >> count;
  return (kept << count) != value ? kept | 1 : kept;
}

/// Whether a magnitude is rounded up in its last place.
bool goes_up80(Rounding80 rounding, bool negative, bool odd, Wide80 rest, Wide80 half) {
  switch (rounding) {
  case Rounding80::nearest:
    return rest > half || (rest == half && odd);
  case Rounding80::down:
    return negative && rest != 0;
  case Rounding80::up:
    return !negative && rest != 0;
  case Rounding80::zero:
    break;
  }
  return false;
}

bool overflows_to_infinity80(Rounding80 rounding, bool negative) {
  return rounding == Rounding80::nearest ||
         rounding == (negative ? Rounding80::down : Rounding80::up);
}

/// A format: exponents of normal numbers, and size of the significand.
struct Format80 {
  int least;
  int most;
  int precision;
};

struct Rounded80 {
  bool overflow = false;
  bool is_normal = false;
  int exponent = 0;
  Wide80 significand = 0; ///< from bit 127 downwards
};

Rounded80 rounded80(Exact80 value, const Format80& format, Rounding80 rounding) {
  Rounded80 result;
  const int missing = format.least - value.exponent;
  Wide80 significand =
      missing > 0 ? shifted_sticky80(value.significand, missing) : value.significand;
  int exponent = missing > 0 ? format.least : value.exponent;
  const int dropped = 128 - format.precision;
  const Wide80 one = static_cast<Wide80>(1) << dropped;
  const Wide80 rest = significand & (one - 1);
  significand -= rest;
  if (goes_up80(rounding, value.negative, (significand & one) != 0, rest, one >> 1)) {
    significand += one;
    if (significand == 0) { // a carry out of the top bit
      significand = static_cast<Wide80>(1) << 127;
      ++exponent;
    }
  }
  result.overflow = exponent > format.most;
  result.is_normal = (significand >> 127) != 0;
  result.exponent = exponent;
  result.significand = significand;
  return result;
}

Extended packed_extended80(const Exact80& value, std::uint16_t control) {
  const Rounding80 rounding = rounding_of80(control);
  const Format80 format{1 - kBias80, kBias80, precision_of80(control)};
  const Rounded80 r = rounded80(value, format, rounding);
  if (r.overflow) {
    if (overflows_to_infinity80(rounding, value.negative))
      return infinity80(value.negative);
    const std::uint64_t largest = ~std::uint64_t{0} << (64 - format.precision);
    return {largest, static_cast<std::uint16_t>(sign_bit80(value.negative) | (kTopExponent80 - 1))};
  }
  const int field = r.is_normal ? r.exponent + kBias80 : 0;
  return {static_cast<std::uint64_t>(r.significand >> 64),
          static_cast<std::uint16_t>(sign_bit80(value.negative) | field)};
}

/// Bits of a single or double.
struct RealFormat80 {
  int fraction_bits;
  int bias;
  int top_field;
};
RealFormat80 real_format80(std::uint8_t width) {
  return width == 3 ? RealFormat80{52, 1023, 2047} : RealFormat80{23, 127, 255};
}

/// The resulting NaN if at least one operand is a NaN: a quiet one before a signalling one, then
/// the larger significand, then the positive one.
Extended nan_of80(const Extended& a, const Extended& b) {
  if (is_unsupported80(a) || is_unsupported80(b))
    return kIndefinite80;
  if (!is_nan80(a))
    return quiet80(b);
  if (!is_nan80(b))
    return quiet80(a);
  if (((a.significand ^ b.significand) & kQuietBit80) != 0)
    return (a.significand & kQuietBit80) != 0 ? a : b;
  if (a.significand != b.significand)
    return quiet80(a.significand > b.significand ? a : b);
  return quiet80(is_negative80(a) ? b : a);
}
bool has_no_number80(const Extended& a, const Extended& b) {
  return is_nan80(a) || is_nan80(b) || is_unsupported80(a) || is_unsupported80(b);
}

Extended sum_of_finite80(const Extended& a, const Extended& b, std::uint16_t control) {
  Exact80 x = exact_of80(a);
  Exact80 y = exact_of80(b);
  if (x.exponent < y.exponent || (x.exponent == y.exponent && x.significand < y.significand))
    std::swap(x, y);
  // One bit for the carry, and 63 below the last place.
  const Wide80 large = x.significand >> 1;
  const Wide80 small = shifted_sticky80(y.significand >> 1, x.exponent - y.exponent);
  const Wide80 total = x.negative == y.negative ? large + small : large - small;
  if (total == 0)
    return zero80(rounding_of80(control) == Rounding80::down);
  const auto upper = static_cast<std::uint64_t>(total >> 64);
  const int zeros = upper != 0 ? std::countl_zero(upper)
                               : 64 + std::countl_zero(static_cast<std::uint64_t>(total));
  return packed_extended80({x.negative, x.exponent + 1 - zeros, total << zeros}, control);
}

} // namespace

Extended extended_of_integer(std::int64_t value) {
  if (value == 0)
    return {};
  const auto bits = static_cast<std::uint64_t>(value);
  const std::uint64_t size = value < 0 ? 0 - bits : bits;
  const int zeros = std::countl_zero(size);
  return {size << zeros,
          static_cast<std::uint16_t>(sign_bit80(value < 0) | (kBias80 + 63 - zeros))};
}

Extended extended_of_real(std::uint8_t width, std::uint64_t bits) {
  const RealFormat80 f = real_format80(width);
  const bool negative = (bits >> (width == 3 ? 63 : 31) & 1) != 0;
  const auto field = static_cast<int>(bits >> f.fraction_bits & static_cast<unsigned>(f.top_field));
  const std::uint64_t fraction = bits & ((1ULL << f.fraction_bits) - 1);
  const std::uint64_t aligned = fraction << (63 - f.fraction_bits);
  if (field == f.top_field)
    return fraction == 0 ? infinity80(negative)
                         : quiet80({kIntegerBit80 | aligned, infinity80(negative).upper});
  if (field != 0)
    return {kIntegerBit80 | aligned,
            static_cast<std::uint16_t>(sign_bit80(negative) | (field - f.bias + kBias80))};
  if (fraction == 0)
    return zero80(negative);
  const int zeros = std::countl_zero(aligned);
  return {aligned << zeros,
          static_cast<std::uint16_t>(sign_bit80(negative) | (1 - f.bias + kBias80 - zeros))};
}

Extended extended_constant(unsigned number) {
  static constexpr std::array<Extended, 7> kConstants{{{kIntegerBit80, kBias80},
                                                       {0xd49a784bcd1b8afe, kBias80 + 1},
                                                       {0xb8aa3b295c17f0bc, kBias80},
                                                       {0xc90fdaa22168c235, kBias80 + 1},
                                                       {0x9a209a84fbcff799, kBias80 - 2},
                                                       {0xb17217f7d1cf79ac, kBias80 - 1},
                                                       {0, 0}}};
  return kConstants.at(number);
}

std::uint64_t real_of_extended(std::uint8_t width, const Extended& value, std::uint16_t control) {
  const RealFormat80 f = real_format80(width);
  const std::uint64_t sign = is_negative80(value) ? 1ULL << (width == 3 ? 63 : 31) : 0;
  const std::uint64_t top = static_cast<std::uint64_t>(f.top_field) << f.fraction_bits;
  const std::uint64_t fraction_mask = (1ULL << f.fraction_bits) - 1;
  if (is_unsupported80(value))
    return 1ULL << (width == 3 ? 63 : 31) | top | 1ULL << (f.fraction_bits - 1);
  if (is_nan80(value))
    return sign | top | (quiet80(value).significand >> (63 - f.fraction_bits) & fraction_mask);
  if (is_infinite80(value))
    return sign | top;
  if (is_zero80(value))
    return sign;
  const Rounding80 rounding = rounding_of80(control);
  const Rounded80 r =
      rounded80(exact_of80(value), {1 - f.bias, f.bias, f.fraction_bits + 1}, rounding);
  if (r.overflow)
    return sign | (overflows_to_infinity80(rounding, is_negative80(value)) ? top : top - 1);
  const auto fraction =
      static_cast<std::uint64_t>(r.significand >> (127 - f.fraction_bits)) & fraction_mask;
  const auto field = static_cast<std::uint64_t>(r.is_normal ? r.exponent + f.bias : 0);
  return sign | field << f.fraction_bits | fraction;
}

std::uint64_t integer_of_extended(std::uint8_t width, const Extended& value,
                                  std::uint16_t control) {
  const unsigned bits = 8U << width;
  const std::uint64_t indefinite = 1ULL << (bits - 1);
  if (field_of80(value) == kTopExponent80 || is_unsupported80(value))
    return indefinite;
  if (is_zero80(value))
    return 0;
  const Exact80 x = exact_of80(value);
  if (x.exponent > 63)
    return indefinite;
  const Wide80 fixed =
      shifted_sticky80(x.significand, 63 - x.exponent); // integer, and 64 bits below
  auto size = static_cast<std::uint64_t>(fixed >> 64);
  const auto rest = static_cast<std::uint64_t>(fixed);
  if (goes_up80(rounding_of80(control), x.negative, (size & 1) != 0, rest, 1ULL << 63) &&
      ++size == 0)
    return indefinite;
  if (size > (x.negative ? indefinite : indefinite - 1))
    return indefinite;
  const std::uint64_t mask = bits == 64 ? ~0ULL : (1ULL << bits) - 1;
  return (x.negative ? 0 - size : size) & mask;
}

Extended extended_sum(const Extended& a, const Extended& b, std::uint16_t control) {
  if (has_no_number80(a, b))
    return nan_of80(a, b);
  if (is_infinite80(a))
    return is_infinite80(b) && a != b ? kIndefinite80 : a;
  if (is_infinite80(b))
    return b;
  if (is_zero80(a) && is_zero80(b))
    return is_negative80(a) == is_negative80(b)
               ? a
               : zero80(rounding_of80(control) == Rounding80::down);
  if (is_zero80(a))
    return packed_extended80(exact_of80(b), control);
  if (is_zero80(b))
    return packed_extended80(exact_of80(a), control);
  return sum_of_finite80(a, b, control);
}

Extended extended_difference(const Extended& a, const Extended& b, std::uint16_t control) {
  return has_no_number80(a, b) ? nan_of80(a, b) : extended_sum(a, negated80(b), control);
}

Extended extended_product(const Extended& a, const Extended& b, std::uint16_t control) {
  if (has_no_number80(a, b))
    return nan_of80(a, b);
  const bool negative = is_negative80(a) != is_negative80(b);
  if (is_infinite80(a) || is_infinite80(b))
    return is_zero80(a) || is_zero80(b) ? kIndefinite80 : infinity80(negative);
  if (is_zero80(a) || is_zero80(b))
    return zero80(negative);
  const Exact80 x = exact_of80(a);
  const Exact80 y = exact_of80(b);
  Wide80 product = (x.significand >> 64) * (y.significand >> 64);
  int exponent = x.exponent + y.exponent + 1;
  if ((product >> 127) == 0) {
    product <<= 1;
    --exponent;
  }
  return packed_extended80({negative, exponent, product}, control);
}

Extended extended_quotient(const Extended& a, const Extended& b, std::uint16_t control) {
  if (has_no_number80(a, b))
    return nan_of80(a, b);
  const bool negative = is_negative80(a) != is_negative80(b);
  if (is_infinite80(a))
    return is_infinite80(b) ? kIndefinite80 : infinity80(negative);
  if (is_infinite80(b))
    return zero80(negative);
  if (is_zero80(b))
    return is_zero80(a) ? kIndefinite80 : infinity80(negative);
  if (is_zero80(a))
    return zero80(negative);
  const Exact80 x = exact_of80(a);
  const Exact80 y = exact_of80(b);
  const Wide80 divisor = y.significand >> 64;
  Wide80 rest = x.significand >> 64;
  int exponent = x.exponent - y.exponent;
  if (rest < divisor) {
    rest <<= 1;
    --exponent;
  }
  constexpr int kDigits = 67; // two more than any precision needs, the last one sticky
  Wide80 quotient = 0;
  for (int digit = 0; digit < kDigits; ++digit) {
    quotient <<= 1;
    if (rest >= divisor) {
      rest -= divisor;
      quotient |= 1;
    }
    rest <<= 1;
  }
  quotient <<= 128 - kDigits;
  return packed_extended80({negative, exponent, rest != 0 ? quotient | 1 : quotient}, control);
}

Extended extended_root(const Extended& a, std::uint16_t control) {
  if (has_no_number80(a, a))
    return nan_of80(a, a);
  if (is_zero80(a))
    return a;
  if (is_negative80(a))
    return kIndefinite80;
  if (is_infinite80(a))
    return a;
  const Exact80 x = exact_of80(a);
  const bool odd = (x.exponent & 1) != 0;
  // 1 to 4, with 64 bits after the point: two bits at a time from the top.
  const Wide80 radicand = (x.significand >> 64) << (odd ? 2 : 1);
  constexpr int kPairs = 33;
  constexpr int kDigits = 67;
  Wide80 rest = 0;
  Wide80 root = 0;
  for (int digit = 0; digit < kDigits; ++digit) {
    const Wide80 pair = digit < kPairs ? radicand >> (2 * (kPairs - 1 - digit)) & 3 : 0;
    rest = rest << 2 | pair;
    const Wide80 trial = root << 2 | 1;
    root <<= 1;
    if (rest >= trial) {
      rest -= trial;
      root |= 1;
    }
  }
  root <<= 128 - kDigits;
  return packed_extended80({false, (x.exponent - (odd ? 1 : 0)) / 2, rest != 0 ? root | 1 : root},
                           control);
}

Extended extended_whole(const Extended& a, std::uint16_t control) {
  if (has_no_number80(a, a))
    return nan_of80(a, a);
  if (is_infinite80(a) || is_zero80(a))
    return a;
  const Exact80 x = exact_of80(a);
  if (x.exponent >= 63)
    return a;
  const Wide80 fixed = shifted_sticky80(x.significand, 63 - x.exponent);
  auto size = static_cast<std::uint64_t>(fixed >> 64);
  const auto rest = static_cast<std::uint64_t>(fixed);
  if (goes_up80(rounding_of80(control), x.negative, (size & 1) != 0, rest, 1ULL << 63))
    ++size;
  if (size == 0)
    return zero80(x.negative);
  const int zeros = std::countl_zero(size);
  return {size << zeros,
          static_cast<std::uint16_t>(sign_bit80(x.negative) | (kBias80 + 63 - zeros))};
}

Order extended_order(const Extended& a, const Extended& b) {
  if (has_no_number80(a, b))
    return Order::unordered;
  if (is_zero80(a) && is_zero80(b))
    return Order::equal;
  if (is_negative80(a) != is_negative80(b))
    return is_negative80(a) ? Order::less : Order::greater;
  if (a == b)
    return Order::equal;
  const bool smaller = field_of80(a) != field_of80(b) ? field_of80(a) < field_of80(b)
                                                      : a.significand < b.significand;
  return smaller != is_negative80(a) ? Order::less : Order::greater;
}

std::uint16_t extended_class(const Extended& a) {
  constexpr std::uint16_t kC0 = 1 << 8;
  constexpr std::uint16_t kC1 = 1 << 9;
  constexpr std::uint16_t kC2 = 1 << 10;
  constexpr std::uint16_t kC3 = 1 << 14;
  const std::uint16_t sign = is_negative80(a) ? kC1 : std::uint16_t{0};
  if (is_unsupported80(a))
    return sign;
  if (is_nan80(a))
    return sign | kC0;
  if (is_infinite80(a))
    return sign | kC2 | kC0;
  if (is_zero80(a))
    return sign | kC3;
  return static_cast<std::uint16_t>(sign | kC2 | (field_of80(a) == 0 ? kC3 : 0));
}

} // namespace stallscope::isa::x86
