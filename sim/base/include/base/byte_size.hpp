#pragma once

#include "base/number.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope {

/// A number of bytes in the notation of all options and files: 65536, 0x10000, "512M" or "512MiB";
/// K, M and G are powers of 1024. nullopt: not such a number, or too large for 64 bits.
[[nodiscard]] inline std::optional<std::uint64_t> parse_byte_size(std::string_view text) {
  unsigned shift = 0;
  // "MB" is not accepted, because it may denote a power of 1000.
  const bool in_words = text.ends_with("iB");
  if (in_words)
    text.remove_suffix(2);
  const std::size_t unit =
      text.empty() ? std::string_view::npos : std::string_view("KMG").find(text.back());
  if (unit == std::string_view::npos && in_words)
    return std::nullopt;
  if (unit != std::string_view::npos) {
    shift = 10 * static_cast<unsigned>(unit + 1);
    text.remove_suffix(1);
  }
  const std::optional<std::uint64_t> value = parse_number(text);
  if (!value || *value > ~0ULL >> shift)
    return std::nullopt;
  return *value << shift;
}

/// A number of bytes in a notation that parse_byte_size reads: "4 GiB", "512 MiB", "1000 bytes".
[[nodiscard]] inline std::string byte_size_words(std::uint64_t bytes) {
  constexpr std::string_view kUnits = "KMG";
  for (unsigned unit = 3; unit > 0; --unit)
    if (bytes != 0 && bytes % (1ULL << (10 * unit)) == 0)
      return std::to_string(bytes >> (10 * unit)) + ' ' + kUnits[unit - 1] + "iB";
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

} // namespace stallscope
