#pragma once

#include <string>
#include <string_view>

namespace stallscope {

/// Escapes a text for a quoted string of Graphviz's DOT.
[[nodiscard]] inline std::string dot_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c;
  }
  return out;
}

} // namespace stallscope
