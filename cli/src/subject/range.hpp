#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace stallscope::cli {

/// Cycles or instructions from one to another, both inclusive, counted from 1.
struct Range {
  std::optional<std::uint64_t> from;
  std::optional<std::uint64_t> to;
};

/// Parses "10:40", "10:", ":40" or "10"; prints an error and returns nothing when malformed.
[[nodiscard]] std::optional<Range> parse_range(const char* option, const std::string& text);

} // namespace stallscope::cli
