#pragma once

#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

// Pieces of JSON for the writers of traces, which write a line an event and keep no document.
namespace stallscope::trace {

inline void append_number(std::string& to, std::uint64_t number, int base = 10) {
  std::array<char, 20> digits;
  char* const first = digits.data();
  to.append(first, std::to_chars(first, first + digits.size(), number, base).ptr);
}

/// Escaped JSON string without quotes.
inline void append_json(std::string& to, std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c < '\x7f' && c != '"' && c != '\\';
  });
  if (plain) {
    to += text;
    return;
  }
  for (const char c : clean(text)) {
    if (c == '"' || c == '\\')
      to += '\\';
    to += c;
  }
}

} // namespace stallscope::trace
