#pragma once

#include "base/input_limits.hpp"
#include "machine/toml_value.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace stallscope::machine {

/// Largest size of a file, and of a line. A line can have at most kMaxDots dots: dotted keys nest
/// tables, and deep nesting would overflow the stack.
inline constexpr std::size_t kMaxFileBytes = InputLimits::toml;
inline constexpr std::size_t kMaxLineBytes = InputLimits::toml_line;
inline constexpr std::size_t kMaxDots = InputLimits::toml_dots;

/// The value tree of a TOML text, or its first syntax error.
struct TomlResult {
  std::optional<Value> tree;
  Place place;
  std::string message;
  std::string expected;
};

/// `what`: name of the kind of file in messages.
[[nodiscard]] TomlResult read_toml(std::string_view text, std::string_view what = "a machine file");

/// A line of the text by number, from 1, without newline; empty beyond the last.
[[nodiscard]] std::string_view line_of(std::string_view text, std::uint32_t line);

} // namespace stallscope::machine
