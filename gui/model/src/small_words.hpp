#pragma once

#include "base/trimmed.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace stallscope::gui {

/// Converts ASCII letters to lower case.
[[nodiscard]] inline std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

} // namespace stallscope::gui
