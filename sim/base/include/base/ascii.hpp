#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace stallscope {

// Classes of ASCII characters, and their case, in every locale. Other bytes are in no class.

[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] constexpr bool is_alphanumeric(char c) {
  return is_letter(c) || is_digit(c);
}
/// A blank within a line; a carriage return counts as one.
[[nodiscard]] constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}
[[nodiscard]] constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] inline std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return lower(c); });
  return out;
}
/// The value of a hexadecimal digit; 16: it is none.
[[nodiscard]] constexpr unsigned hex_digit(char c) {
  const char low = lower(c);
  return is_digit(c)                ? static_cast<unsigned>(c - '0')
         : low >= 'a' && low <= 'f' ? static_cast<unsigned>(low - 'a' + 10)
                                    : 16;
}

} // namespace stallscope
