#include "language/patterns.hpp"

#include <algorithm>

namespace stallscope::gui {

namespace {

bool capture(std::string_view text, std::string_view pattern,
             std::vector<std::string_view>& found) {
  const std::size_t hole = pattern.find("{}");
  const std::string_view before = pattern.substr(0, hole);
  if (!text.starts_with(before))
    return false;
  text.remove_prefix(before.size());
  if (hole == std::string_view::npos)
    return text.empty();
  pattern.remove_prefix(hole + 2);
  const std::string_view next = pattern.substr(0, pattern.find("{}"));
  // Behind the last hole or between two without a text between them only the rest can follow.
  for (std::size_t length = 1; length <= text.size(); ++length) {
    length = next.empty() ? text.size() : std::min(text.find(next, length), text.size());
    if (length == text.size() && !next.empty())
      return false;
    found.push_back(text.substr(0, length));
    if (capture(text.substr(length), pattern, found))
      return true;
    found.pop_back();
  }
  return false;
}

} // namespace

std::optional<std::vector<std::string_view>> captured(std::string_view text,
                                                      std::string_view pattern) {
  std::vector<std::string_view> found;
  return capture(text, pattern, found) ? std::optional(std::move(found)) : std::nullopt;
}

std::string with_values(std::string_view translation, const std::vector<std::string>& values) {
  std::string out;
  while (!translation.empty()) {
    const std::size_t hole = translation.find('{');
    out += translation.substr(0, hole);
    if (hole == std::string_view::npos)
      break;
    translation.remove_prefix(hole);
    const std::size_t index = translation.size() > 2 && translation[2] == '}'
                                  ? static_cast<std::size_t>(translation[1] - '0')
                                  : values.size();
    const bool is_value = index < values.size();
    out += is_value ? values[index] : std::string(1, '{');
    translation.remove_prefix(is_value ? 3 : 1);
  }
  return out;
}

} // namespace stallscope::gui
