#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <vector>

/// Sanitizers make a program ten to twenty times slower and look for mistakes that need no great
/// number of cases. So tests that draw random cases take an eighth of them there; without
/// sanitizers they take them all.
namespace stallscope {

#ifdef STALLSCOPE_SANITIZED_BUILD
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// Limits of time are this many times longer.
inline constexpr int kSlower = kSanitized ? 20 : 1;

/// How many of `count` random cases a test takes in this build; at least one.
template <class Int> [[nodiscard]] constexpr Int random_cases(Int count) {
  return kSanitized && count >= 8 ? static_cast<Int>(count / 8) : kSanitized ? Int{1} : count;
}

/// The cases of a list, such as the shipped programs, that a test takes in this build: all, or with
/// sanitizers every fifth, the first among them.
template <class List> [[nodiscard]] auto listed_cases(const List& list) {
  using Case = std::decay_t<decltype(*std::begin(list))>;
  std::vector<Case> cases;
  std::size_t number = 0;
  for (const Case& one : list)
    if (number++ % (kSanitized ? 5 : 1) == 0)
      cases.push_back(one);
  return cases;
}

} // namespace stallscope
