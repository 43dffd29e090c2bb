#include "machine/toml_value.hpp"

#include <fmt/format.h>

namespace stallscope::machine {

const Member* Value::find(std::string_view name) const {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [name](const Member& member) { return member.name == name; });
  return found == members.end() ? nullptr : &*found;
}

Member* Value::find(std::string_view name) {
  return const_cast<Member*>(static_cast<const Value&>(*this).find(name));
}

std::string_view kind_name(Value::Kind kind) {
  switch (kind) {
  case Value::Kind::boolean:
    return "a boolean";
  case Value::Kind::integer:
    return "an integer";
  case Value::Kind::real:
    return "a number with a fraction";
  case Value::Kind::text:
    return "a string";
  case Value::Kind::date:
    return "a date or time";
  case Value::Kind::array:
    return "a list";
  case Value::Kind::table:
    return "a table";
  }
  return "a value";
}

std::string shown(const Value& value) {
  switch (value.kind) {
  case Value::Kind::boolean:
    return value.boolean ? "true" : "false";
  case Value::Kind::integer:
    return fmt::format("{}", value.integer);
  case Value::Kind::text:
    return fmt::format("the string {}", in_quotes(value.text));
  default:
    return std::string(kind_name(value.kind));
  }
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMaxShown = 60;
  std::string out = "'";
  std::size_t end = std::min(text.size(), kMaxShown);
  // Does not split a UTF-8 sequence.
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;
  for (const char c : text.substr(0, end))
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  if (end < text.size())
    out += "...";
  return out + "'";
}

} // namespace stallscope::machine
