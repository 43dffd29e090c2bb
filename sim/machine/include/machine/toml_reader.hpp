#pragma once

#include "base/input_limits.hpp"
#include "machine/toml_value.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace stallscope::machine {

/// Largest file, and its longest line. A line also holds at most kMaxDots dots: dotted keys
/// nest tables, and tables nested too deep would exhaust the stack.
inline constexpr std::size_t kMaxFileBytes = InputLimits::toml;
inline constexpr std::size_t kMaxLineBytes = InputLimits::toml_line;
inline constexpr std::size_t kMaxDots = InputLimits::toml_dots;

/// The tree of a TOML text, or its first syntax error.
struct TomlResult {
  std::optional<Value> tree;
  Place place;
  std::string message;
  std::string expected;
};

/// `what` is what messages call such a file.
[[nodiscard]] TomlResult read_toml(std::string_view text, std::string_view what = "a machine file");

/// A line of the text by its number, from 1, without its end; empty beyond the last.
[[nodiscard]] std::string_view line_of(std::string_view text, std::uint32_t line);

} // namespace stallscope::machine
