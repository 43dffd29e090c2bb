#include "quad_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace stallscope::isa {

namespace {

constexpr int kFraction = 112;
constexpr int kBias = 16383;
constexpr std::uint64_t kBase = 1'000'000'000;
constexpr std::size_t kDigits = 34;

/// A whole number in digits of kBase, the lowest first.
class Decimal {
public:
  void multiply(std::uint64_t by, std::uint64_t add = 0) {
    for (std::uint64_t& limb : limbs_) {
      const std::uint64_t product = limb * by + add;
      limb = product % kBase;
      add = product / kBase;
    }
    if (add != 0)
      limbs_.push_back(add);
  }
  /// By `base` to a power, `chunk` times it at once.
  void multiply_power(std::uint64_t base, int power, int chunk) {
    while (power > 0) {
      std::uint64_t by = 1;
      for (int i = 0; i < std::min(power, chunk); ++i)
        by *= base;
      multiply(by);
      power -= chunk;
    }
  }
  [[nodiscard]] std::string digits() const {
    std::string text;
    for (auto limb = limbs_.rbegin(); limb != limbs_.rend(); ++limb)
      text += text.empty() ? fmt::format("{}", *limb) : fmt::format("{:09}", *limb);
    return text;
  }

private:
  std::vector<std::uint64_t> limbs_{0};
};

/// To kDigits, to nearest, even; 1: it has one digit more in front of the point then.
int round_digits(std::string& digits) {
  if (digits.size() <= kDigits)
    return 0;
  const std::string rest = digits.substr(kDigits);
  digits.resize(kDigits);
  const bool half = rest[0] == '5' && rest.find_first_not_of('0', 1) == std::string::npos;
  if (half ? (digits.back() - '0') % 2 == 0 : rest[0] < '5')
    return 0;
  std::size_t at = digits.size();
  while (at > 0 && digits[at - 1] == '9')
    digits[--at] = '0';
  if (at > 0) {
    ++digits[at - 1];
    return 0;
  }
  digits.insert(0, "1");
  return 1;
}

} // namespace

std::string quad_text(std::uint64_t low, std::uint64_t high) {
  const std::string sign = high >> 63 != 0 ? "-" : "";
  const int biased = static_cast<int>(high >> 48 & 0x7fff);
  std::uint64_t upper = high & 0xffff'ffff'ffff;
  if (biased == 0x7fff)
    return (upper | low) != 0 ? "nan" : sign + "inf";
  if (biased != 0)
    upper |= 1ULL << 48;
  if ((upper | low) == 0)
    return sign + "0";
  Decimal number;
  for (const std::uint64_t part : {upper, low})
    for (const int shift : {48, 32, 16, 0})
      number.multiply(1U << 16, part >> shift & 0xffff);
  const int exponent = std::max(biased, 1) - kBias - kFraction;
  number.multiply_power(2, exponent, 29);
  number.multiply_power(5, -exponent, 12); // m / 2^n is m * 5^n / 10^n
  std::string digits = number.digits();
  int point = static_cast<int>(digits.size()) + std::min(exponent, 0); // digits in front of it
  point += round_digits(digits);
  digits.resize(std::min(digits.find_last_not_of('0') + 1, digits.size()));
  const auto count = static_cast<int>(digits.size());
  if (point > static_cast<int>(kDigits) || point < -4)
    return fmt::format("{}{}{}{}e{:+03}", sign, digits[0], count > 1 ? "." : "", digits.substr(1),
                       point - 1);
  if (point <= 0)
    return fmt::format("{}0.{}{}", sign, std::string(static_cast<std::size_t>(-point), '0'),
                       digits);
  if (point >= count)
    return sign + digits + std::string(static_cast<std::size_t>(point - count), '0');
  return sign + digits.substr(0, static_cast<std::size_t>(point)) + "." +
         digits.substr(static_cast<std::size_t>(point));
}

} // namespace stallscope::isa
