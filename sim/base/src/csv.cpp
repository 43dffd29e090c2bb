#include "base/csv.hpp"

#include "base/number.hpp"
#include "base/utf8.hpp"

#include <algorithm>

namespace stallscope {

namespace {

bool is_number(std::string_view text) {
  if (text.size() > 1 && text.front() == '+')
    text.remove_prefix(1);
  return parse_real(text).has_value();
}

bool looks_like_formula(std::string_view text) {
  constexpr std::string_view kBeginnings = "=+-@\t\r";
  return text.size() > 1 && kBeginnings.find(text.front()) != std::string_view::npos &&
         !is_number(text);
}

} // namespace

std::string csv_field(std::string_view raw) {
  std::string text;
  while (!raw.empty()) {
    const std::size_t end = std::min(raw.find_first_of("\t\r\n"), raw.size());
    text += clean(raw.substr(0, end));
    text += raw.substr(end, 1);
    raw.remove_prefix(std::min(end + 1, raw.size()));
  }
  std::string field = looks_like_formula(text) ? "'" : "";
  if (text.find_first_of(",\"\r\n") == std::string::npos)
    return field.append(text);
  field.insert(0, 1, '"');
  for (const char c : text) {
    if (c == '"')
      field += '"';
    field += c;
  }
  return field + '"';
}

} // namespace stallscope
