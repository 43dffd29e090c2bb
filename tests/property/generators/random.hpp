#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace stallscope::property {

/// SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014): the
/// same numbers for the same seed with every compiler and library, so that a seed names a test
/// case.
class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  /// 0 .. n-1
  unsigned below(unsigned n) { return static_cast<unsigned>(next() % n); }
  /// first .. last
  int between(int first, int last) {
    return first + static_cast<int>(below(static_cast<unsigned>(last - first + 1)));
  }
  bool chance(unsigned percent) { return below(100) < percent; }
  std::string_view pick(std::initializer_list<std::string_view> words) {
    return words.begin()[below(static_cast<unsigned>(words.size()))];
  }

private:
  std::uint64_t state_;
};

} // namespace stallscope::property
