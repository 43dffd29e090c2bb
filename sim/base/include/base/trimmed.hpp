#pragma once

#include <string_view>

namespace stallscope {

/// The text without leading and trailing blanks, tabs and newlines.
[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\f\v";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos)
    return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

} // namespace stallscope
