#pragma once

#include "asm/text/token.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::isa::assembly {

/// The character that an escape stands for; moves `at` (behind the backslash) past it. -1: unknown
/// escape.
[[nodiscard]] int escape_value(std::string_view text, std::size_t& at);

/// The bytes of a string token: its escapes replaced. \n \t \r \0 \a \b \f \v \e \" \' \\, octal
/// \101, hex \x41. False, and reported, for other escapes.
bool string_bytes(const Token& token, const SourceLine& line, Reporter& reporter, std::string& out);

/// A real number of a double or float, `text` as in a real or decimal integer token; independent of
/// the locale.
[[nodiscard]] double parse_double(std::string_view text);
[[nodiscard]] float parse_float(std::string_view text);
[[nodiscard]] std::uint64_t bits_of(double value);
[[nodiscard]] std::uint32_t bits_of(float value);

} // namespace stallscope::isa::assembly
