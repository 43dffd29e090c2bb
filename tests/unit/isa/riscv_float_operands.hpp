#pragma once

#include "property/generators/random.hpp"
#include "riscv/float.hpp"

#include <array>
#include <string>
#include <vector>

/// Operands for tests of RISC-V floating point, mostly from where rounding, ranges and flags have
/// their corners.
namespace riscv_float {

using namespace stallscope::isa::riscv::fp;
using stallscope::property::Random;

inline constexpr std::array kRoundings = {Rounding::rne, Rounding::rtz, Rounding::rdn,
                                          Rounding::rup, Rounding::rmm};
inline constexpr std::array kRoundingNames = {"rne", "rtz", "rdn", "rup", "rmm"};

inline const char* name(Rounding rounding) {
  return kRoundingNames[static_cast<std::size_t>(rounding)];
}

/// 2^exponent, subnormal too.
template <class Bits> constexpr Bits power(int exponent) {
  constexpr int kStored = Format<Bits>::kPrecision - 1;
  const int field = exponent + Format<Bits>::kBias;
  return field > 0 ? static_cast<Bits>(field) << kStored
                   : static_cast<Bits>(Bits{1} << (kStored + field - 1));
}

template <class Bits> constexpr Bits kOne = power<Bits>(0);
template <class Bits> constexpr Bits kLargest = kInfinity<Bits> - 1;
template <class Bits> constexpr Bits kSmallest = 1; ///< the smallest subnormal number
template <class Bits> constexpr Bits kQuietNan = kCanonicalNan<Bits>;
template <class Bits> constexpr Bits kSignallingNan = kInfinity<Bits> | 1;

template <class Bits> constexpr Bits negative(Bits bits) {
  return bits | kSign<Bits>;
}

template <class Bits> Bits special(Random& random) {
  constexpr Bits kValues[] = {0,
                              1,
                              2,
                              kMinNormal<Bits> - 1,
                              kMinNormal<Bits>,
                              kMinNormal<Bits> + 1,
                              kOne<Bits> - 1,
                              kOne<Bits>,
                              kOne<Bits> + 1,
                              power<Bits>(1),
                              power<Bits>(1) | kQuiet<Bits>,
                              kLargest<Bits> - 1,
                              kLargest<Bits>,
                              kInfinity<Bits>,
                              kQuietNan<Bits>,
                              kQuietNan<Bits> | 5,
                              kSignallingNan<Bits>};
  return kValues[random.below(sizeof kValues / sizeof kValues[0])];
}

/// Few ones, few zeros, runs, halfway cases of a single, or anything.
template <class Bits> Bits fraction(Random& random) {
  const auto bit = [&] { return Bits{1} << random.below(Format<Bits>::kPrecision - 1); };
  const auto any = static_cast<Bits>(random.next());
  switch (random.below(8)) {
  case 0:
    return 0;
  case 1:
    return bit();
  case 2:
    return bit() - 1;
  case 3:
    return ~(bit() - 1);
  case 4:
    return ~(bit() | bit());
  case 5:
    return bit() + bit() - random.below(2);
  case 6:
    return any & ~((Bits{1} << (Format<Bits>::kPrecision / 2)) - 1);
  default:
    return any;
  }
}

template <class Bits> Bits operand(Random& random) {
  using F = Format<Bits>;
  constexpr int kLastField = 2 * F::kBias;
  const Bits sign = random.chance(50) ? kSign<Bits> : 0;
  if (random.chance(8))
    return special<Bits>(random) ^ sign;
  int field = random.between(0, kLastField + 1);
  switch (random.below(7)) {
  case 0:
    field = random.between(0, 4);
    break;
  case 1:
    field = random.between(kLastField - 4, kLastField);
    break;
  case 2: // products and squares at the ends of the range
    field = F::kBias / 2 + random.between(-4, 4) + (random.chance(50) ? F::kBias : 0);
    break;
  case 3: // integers
    field = F::kBias + random.between(-2, 66);
    break;
  case 4:
    field = F::kBias + random.between(-4, 4);
    break;
  case 5: // where singles begin and end
    field = F::kBias + (random.chance(50) ? 127 : -127) + random.between(-26, 4);
    break;
  default:
    break;
  }
  field = std::min(std::max(field, 0), kLastField + 1);
  const Bits exponent = static_cast<Bits>(field) << (F::kPrecision - 1);
  return sign | exponent | (fraction<Bits>(random) & kFraction<Bits>);
}

/// Three operands; often related, so that sums cancel, quotients are exact and sums tie.
template <class Bits> std::array<Bits, 3> operands(Random& random) {
  constexpr int kPrecision = Format<Bits>::kPrecision;
  std::array<Bits, 3> out = {operand<Bits>(random), operand<Bits>(random), operand<Bits>(random)};
  const auto near = [&](Bits bits) {
    return static_cast<Bits>((bits ^ (random.chance(50) ? kSign<Bits> : 0)) +
                             static_cast<Bits>(random.between(-2, 2)));
  };
  std::uint8_t ignored = 0;
  switch (random.below(6)) {
  case 0:
    out[1] = near(out[0]);
    break;
  case 1: // about one precision apart
    out[1] = near(out[0] - (static_cast<Bits>(random.between(kPrecision - 2, kPrecision + 2))
                            << (kPrecision - 1)));
    break;
  case 2: // the product of the other two, or near it
    out[2] = near(soft::mul(out[0], out[1], Rounding::rne, ignored));
    break;
  case 3: // out[0] / out[1] is near or at out[2]
    out[0] = near(soft::mul(out[1], out[2], Rounding::rtz, ignored));
    break;
  default:
    break;
  }
  return out;
}

} // namespace riscv_float
