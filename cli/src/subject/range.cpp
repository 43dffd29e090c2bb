#include "subject/range.hpp"

#include "input_output/console.hpp"

#include <fmt/format.h>

#include <charconv>

namespace stallscope::cli {

std::optional<Range> parse_range(const char* option, const std::string& text) {
  Range range;
  if (text.empty())
    return range;
  const auto part = [](const std::string& digits, std::optional<std::uint64_t>& out) {
    if (digits.empty())
      return true;
    std::uint64_t value = 0;
    const char* end = digits.data() + digits.size();
    const auto [last, error] = std::from_chars(digits.data(), end, value);
    out = value;
    return error == std::errc{} && last == end && value > 0;
  };
  const std::size_t colon = text.find(':');
  const bool good = colon == std::string::npos ? part(text, range.from) && part(text, range.to)
                                               : part(text.substr(0, colon), range.from) &&
                                                     part(text.substr(colon + 1), range.to);
  if (good && (!range.from || !range.to || *range.from <= *range.to))
    return range;
  print_error(fmt::format("{} {}: expected FROM:TO, counted from 1, such as 10:40, 10:, :40 or 10",
                          option, text));
  return std::nullopt;
}

} // namespace stallscope::cli
