#include "machine/toml_reader.hpp"

#include "machine/toml_plus_plus.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::machine {

namespace {

/// Line starts of a text, computed once: positions are looked up for every value.
class Lines {
public:
  explicit Lines(std::string_view text) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      lines_.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  [[nodiscard]] const std::vector<std::string_view>& all() const { return lines_; }

  /// toml++ counts columns in code points, diagnostics count bytes.
  [[nodiscard]] std::uint32_t byte_column(toml::source_position position) const {
    if (position.line == 0 || position.line > lines_.size() || position.column == 0)
      return 1;
    const std::string_view line = lines_[position.line - 1];
    std::size_t byte = 0;
    std::uint32_t left = position.column - 1;
    while (left > 0 && byte < line.size()) {
      ++byte;
      while (byte < line.size() && (static_cast<unsigned char>(line[byte]) & 0xC0) == 0x80)
        ++byte;
      --left;
    }
    return static_cast<std::uint32_t>(byte + 1 + left);
  }

  [[nodiscard]] Place place(const toml::source_region& region) const {
    Place place;
    place.line = region.begin.line;
    if (place.line == 0)
      return place;
    place.column = byte_column(region.begin);
    const std::uint32_t line_end =
        place.line <= lines_.size() ? static_cast<std::uint32_t>(lines_[place.line - 1].size()) + 1
                                    : place.column;
    const std::uint32_t end = region.end.line == region.begin.line
                                  ? std::min(byte_column(region.end), line_end)
                                  : line_end;
    place.length = end > place.column ? end - place.column : 1;
    return place;
  }

private:
  std::vector<std::string_view> lines_;
};

bool before(const Place& a, const Place& b) {
  return a.line != b.line ? a.line < b.line : a.column < b.column;
}

Value convert(const toml::node& node, const Lines& lines) {
  Value value;
  value.place = lines.place(node.source());
  if (const auto* table = node.as_table()) {
    value.kind = Value::Kind::table;
    for (const auto& [key, member] : *table)
      value.members.push_back(
          {std::string(key.str()), lines.place(key.source()), convert(member, lines)});
    std::stable_sort(value.members.begin(), value.members.end(),
                     [](const Member& a, const Member& b) { return before(a.place, b.place); });
  } else if (const auto* array = node.as_array()) {
    value.kind = Value::Kind::array;
    for (const auto& item : *array)
      value.items.push_back(convert(item, lines));
  } else if (const auto* text = node.as_string()) {
    value.kind = Value::Kind::text;
    value.text = text->get();
  } else if (const auto* integer = node.as_integer()) {
    value.kind = Value::Kind::integer;
    value.integer = integer->get();
  } else if (const auto* boolean = node.as_boolean()) {
    value.kind = Value::Kind::boolean;
    value.boolean = boolean->get();
  } else if (node.is_floating_point()) {
    value.kind = Value::Kind::real;
    value.real = node.value_or(0.0);
  } else {
    value.kind = Value::Kind::date;
  }
  return value;
}

TomlResult failure(Place place, std::string message, std::string expected = {}) {
  TomlResult result;
  result.place = place;
  result.message = std::move(message);
  result.expected = std::move(expected);
  return result;
}

/// The message of a syntax error, from a message of toml++ such as "Error while parsing X: what".
std::string syntax_message(std::string_view description) {
  constexpr std::string_view kLead = "Error while parsing ";
  if (description.substr(0, kLead.size()) == kLead)
    description.remove_prefix(kLead.size());
  std::string text = "not TOML: ";
  for (const char c : description)
    text += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  return text;
}

} // namespace

TomlResult read_toml(std::string_view text, std::string_view what) {
  if (text.size() > kMaxFileBytes)
    return failure({}, fmt::format("the file has {} bytes", text.size()),
                   fmt::format("{} of at most {} bytes", what, kMaxFileBytes));
  const Lines lines(text);
  for (std::size_t i = 0; i < lines.all().size(); ++i) {
    const std::string_view line = lines.all()[i];
    const auto number = static_cast<std::uint32_t>(i + 1);
    if (const std::size_t zero = line.find('\0'); zero != std::string_view::npos)
      return failure({number, static_cast<std::uint32_t>(zero + 1), 1, -1},
                     "the file is not text: it holds a zero byte", fmt::format("{} in TOML", what));
    if (line.size() > kMaxLineBytes)
      return failure({number, 0, 1, -1}, fmt::format("the line has {} bytes", line.size()),
                     fmt::format("at most {} in a line", kMaxLineBytes));
    const auto dots = static_cast<std::size_t>(std::count(line.begin(), line.end(), '.'));
    if (dots > kMaxDots)
      return failure(
          {number, 0, 1, -1}, fmt::format("the line has {} dots", dots),
          fmt::format("at most {} in a line, so that tables do not nest without end", kMaxDots));
  }
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed)
    return failure(lines.place(parsed.error().source()),
                   syntax_message(parsed.error().description()));
  TomlResult result;
  result.tree = convert(parsed.table(), lines);
  return result;
}

std::string_view line_of(std::string_view text, std::uint32_t line) {
  for (std::uint32_t i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos)
      return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (!text.empty() && text.back() == '\r')
    text.remove_suffix(1);
  return text;
}

} // namespace stallscope::machine
