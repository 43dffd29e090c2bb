#include "training/numbers/exact.hpp"

#include <limits>

namespace stallscope::training {

namespace {

__extension__ using Wide = unsigned __int128; // products of two 64-bit numbers

Wide common_divisor(Wide a, Wide b) {
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

Exact reduced(Wide above, Wide below, bool overflow) {
  const Wide divisor = above == 0 ? below : common_divisor(above, below);
  above /= divisor;
  below /= divisor;
  constexpr Wide kMost = std::numeric_limits<std::uint64_t>::max();
  Exact out;
  out.numerator = static_cast<std::uint64_t>(above);
  out.denominator = below > kMost ? 1 : static_cast<std::uint64_t>(below);
  out.overflow = overflow || above > kMost || below > kMost;
  return out;
}

} // namespace

Exact::Exact(Checked above, Checked below) {
  const std::uint64_t divisor = std::gcd(above.value, below.value);
  overflow = above.overflow || below.overflow || divisor == 0 || below.value == 0;
  numerator = overflow ? above.value : above.value / divisor;
  denominator = overflow ? 1 : below.value / divisor;
}

Exact operator+(const Exact& a, const Exact& b) {
  const bool overflow = a.overflow || b.overflow;
  const std::uint64_t divisor = std::gcd(a.denominator, b.denominator);
  const Wide left = Wide{a.numerator} * (b.denominator / divisor);
  const Wide right = Wide{b.numerator} * (a.denominator / divisor);
  const Wide sum = left + right;
  return reduced(sum, Wide{a.denominator} * (b.denominator / divisor), overflow || sum < left);
}

Exact operator*(const Exact& a, const Exact& b) {
  return reduced(Wide{a.numerator} * b.numerator, Wide{a.denominator} * b.denominator,
                 a.overflow || b.overflow);
}

bool operator<(const Exact& a, const Exact& b) {
  return Wide{a.numerator} * b.denominator < Wide{b.numerator} * a.denominator;
}

std::string Exact::text() const {
  if (overflow)
    return "more than 64 bits";
  std::string out = std::to_string(numerator);
  return is_whole() ? out : out + '/' + std::to_string(denominator);
}

} // namespace stallscope::training
