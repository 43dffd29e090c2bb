#pragma once

#include <cstdint>
#include <numeric>
#include <optional>
#include <string>

namespace stallscope::training {

/// An unsigned 64-bit number with an overflow flag that sums and products propagate.
struct Checked {
  std::uint64_t value = 0;
  bool overflow = false;

  constexpr Checked() = default;
  constexpr Checked(std::uint64_t v) : value(v) {} // NOLINT: converts implicitly, like a number
  constexpr Checked(std::uint64_t v, bool overflowed) : value(v), overflow(overflowed) {}

  friend constexpr Checked operator+(Checked a, Checked b) {
    Checked out;
    out.overflow = __builtin_add_overflow(a.value, b.value, &out.value) || a.overflow || b.overflow;
    return out;
  }
  friend constexpr Checked operator*(Checked a, Checked b) {
    Checked out;
    out.overflow = __builtin_mul_overflow(a.value, b.value, &out.value) || a.overflow || b.overflow;
    return out;
  }
};

/// An exact non-negative fraction in lowest terms, with a flag for overflow of numerator or
/// denominator.
struct Exact {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;
  bool overflow = false;

  Exact() = default;
  Exact(std::uint64_t whole) : numerator(whole) {} // NOLINT: converts implicitly, like a number
  // NOLINTNEXTLINE: converts implicitly, like a number
  Exact(Checked whole) : numerator(whole.value), overflow(whole.overflow) {}
  /// `below` must not be 0.
  Exact(Checked above, Checked below);

  friend Exact operator+(const Exact& a, const Exact& b);
  friend Exact operator*(const Exact& a, const Exact& b);
  friend Exact operator/(const Exact& a, const Exact& b) {
    return a * Exact(Checked(b.denominator, b.overflow), b.numerator);
  }
  friend bool operator==(const Exact& a, const Exact& b) {
    return a.numerator == b.numerator && a.denominator == b.denominator && a.overflow == b.overflow;
  }
  friend bool operator<(const Exact& a, const Exact& b);

  [[nodiscard]] bool is_whole() const { return denominator == 1; }
  [[nodiscard]] double as_double() const {
    return static_cast<double>(numerator) / static_cast<double>(denominator);
  }
  /// "12", "7/3"
  [[nodiscard]] std::string text() const;
};

} // namespace stallscope::training
