#include "environment/environment_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <limits>

namespace stallscope::isa {

namespace {

/// Maximum length of a text read as a real number; the longest exact double is shorter.
constexpr std::size_t kMaxRealText = 1100;

template <class Float> std::string shortest(Float value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) // neither fraction nor exponent, inf or nan
    text += ".0";
  return text;
}

std::string_view without_blanks(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? std::string_view{} : line.substr(first);
}

} // namespace

std::string print_real(double value) {
  return shortest(value);
}
std::string print_real(float value) {
  return shortest(value);
}

std::optional<InputLine> first_line(std::string_view input) {
  if (input.empty())
    return std::nullopt;
  const std::size_t end = input.find('\n');
  if (end == std::string_view::npos)
    return InputLine{input, input.size()};
  return InputLine{input.substr(0, end), end + 1};
}

std::optional<std::int64_t> read_integer(std::string_view line, unsigned bits) {
  std::string_view text = without_blanks(line);
  if (text.size() > 1 && text.front() == '+' && text[1] != '-')
    text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{})
    return std::nullopt;
  if (bits == 32 && (value < std::numeric_limits<std::int32_t>::min() ||
                     value > std::numeric_limits<std::int32_t>::max()))
    return std::nullopt;
  return value;
}

std::optional<double> read_real(std::string_view line) {
  const std::string_view blank_free = without_blanks(line);
  const std::size_t length = blank_free.find_first_not_of("+-.0123456789eE");
  const std::string text(blank_free.substr(0, std::min(length, kMaxRealText)));
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str())
    return std::nullopt;
  return value;
}

} // namespace stallscope::isa
