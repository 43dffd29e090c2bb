#pragma once

#include "base/byte_size.hpp"

namespace stallscope {

/// A size of data or device memory, where "1GB" means 10^9 bytes: kB, MB, GB and TB are powers of
/// 1000, everything else is read by parse_byte_size, which refuses these units for host memory
/// because they are ambiguous there.
[[nodiscard]] inline std::optional<std::uint64_t> parse_data_size(std::string_view text) {
  if (!text.ends_with('B') || text.ends_with("iB"))
    return parse_byte_size(text);
  text.remove_suffix(1);
  if (text.empty())
    return std::nullopt;
  const std::size_t unit = text.back() == 'k' ? 0 : std::string_view("KMGT").find(text.back());
  if (unit == std::string_view::npos)
    return std::nullopt;
  std::uint64_t factor = 1000;
  for (std::size_t i = 0; i < unit; ++i)
    factor *= 1000;
  text.remove_suffix(1);
  const std::optional<std::uint64_t> value = parse_number(text);
  if (!value || *value > ~0ULL / factor)
    return std::nullopt;
  return *value * factor;
}

} // namespace stallscope
