#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace stallscope {

/// A whole number in the notation of all options and files: decimal, also with leading zeros, or
/// hexadecimal after 0x; signs are not accepted. nullopt: not a number, or too large for 64 bits.
[[nodiscard]] inline std::optional<std::uint64_t> parse_number(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc{} || last != end || text.empty())
    return std::nullopt;
  return value;
}

/// Parses a whole text as a decimal number with or without fraction and exponent, as
/// std::from_chars does. nullopt: not a number, or too large or too small for a double.
[[nodiscard]] std::optional<double> parse_real(std::string_view text);

} // namespace stallscope
