#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace stallscope::gui {

/// ASCII letters made small.
[[nodiscard]] inline std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

/// Without blanks at its ends.
[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos)
    return {};
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

} // namespace stallscope::gui
