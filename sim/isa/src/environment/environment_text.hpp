#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// How system calls turn values into text and back.
namespace stallscope::isa {

/// The fewest digits that read back as the same value, with ".0" behind a whole number, as MARS
/// prints it.
[[nodiscard]] std::string print_real(double value);
[[nodiscard]] std::string print_real(float value);

/// The first line of `input`: its text without the end of line, and the bytes to consume with it.
struct InputLine {
  std::string_view text;
  std::uint64_t bytes = 0;
};
[[nodiscard]] std::optional<InputLine> first_line(std::string_view input);

/// The number a line begins with, behind blanks; what follows it is ignored, as SPIM does. nullopt:
/// no number there, or too large for the type.
[[nodiscard]] std::optional<std::int64_t> read_integer(std::string_view line, unsigned bits);
[[nodiscard]] std::optional<double> read_real(std::string_view line);

} // namespace stallscope::isa
