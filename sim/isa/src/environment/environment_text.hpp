#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Conversion of values to text and back for system calls.
namespace stallscope::isa {

/// The shortest text that reads back as the same value, with ".0" after a whole number, as MARS
/// prints it.
[[nodiscard]] std::string print_real(double value);
[[nodiscard]] std::string print_real(float value);

/// The first line of `input`: its text without the line end, and the number of bytes to consume.
struct InputLine {
  std::string_view text;
  std::uint64_t bytes = 0;
};
[[nodiscard]] std::optional<InputLine> first_line(std::string_view input);

/// The number at the start of a line, after blanks; the text after it is ignored, as in SPIM.
/// nullopt: no number, or too large for the type.
[[nodiscard]] std::optional<std::int64_t> read_integer(std::string_view line, unsigned bits);
[[nodiscard]] std::optional<double> read_real(std::string_view line);

} // namespace stallscope::isa
