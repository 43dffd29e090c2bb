#include "notation/page_text.hpp"

#include "base/ascii.hpp"
#include "notation/typography.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace stallscope::isa {

namespace {

constexpr std::array<std::pair<std::string_view, char>, 7> kReferences{{{"&nbsp;", ' '},
                                                                        {"&lt;", '<'},
                                                                        {"&gt;", '>'},
                                                                        {"&amp;", '&'},
                                                                        {"&quot;", '"'},
                                                                        {"&#39;", '\''},
                                                                        {"&#160;", ' '}}};
constexpr std::array<std::string_view, 6> kBreaks{"<br>", "<br/>", "<br />",
                                                  "<BR>", "<BR/>", "<BR />"};

bool is_word(char c) {
  return is_alphanumeric(c) || c == '_';
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(blank_length(text));
  while (!text.empty() && is_blank(text.back()))
    text.remove_suffix(1);
  return text;
}

/// The ASCII character that one of full width (U+FF01 to U+FF5E, three bytes) at the start of
/// `text` stands for; 0: none.
char narrow(std::string_view text) {
  if (text.size() < 3 || text[0] != '\xEF')
    return '\0';
  const auto second = static_cast<unsigned char>(text[1]);
  const auto third = static_cast<unsigned char>(text[2]);
  if ((second != 0xBC && second != 0xBD) || (third & 0xC0U) != 0x80U)
    return '\0';
  const unsigned code = (second & 0x3FU) << 6U | (third & 0x3FU); // from U+F000 on: 0xF00 and up
  return code >= 0xF01 && code <= 0xF5E ? static_cast<char>(code - 0xF01 + '!') : '\0';
}

/// A line within quotation marks, without them.
std::string_view unquoted(std::string_view line) {
  const std::string_view inside = trimmed(line);
  const Typographic first = typographic_at(inside);
  const bool curved = first.meaning == '"';
  const bool straight = inside.starts_with('"');
  if (!curved && !straight)
    return line;
  const std::size_t open = curved ? first.bytes : 1;
  for (const std::size_t close : {std::size_t{1}, std::size_t{3}}) {
    if (inside.size() <= open + close)
      continue;
    const std::string_view end = inside.substr(inside.size() - close);
    const bool is_mark = close == 1 ? end == "\"" : typographic_at(end).meaning == '"';
    const std::string_view between = inside.substr(open, inside.size() - open - close);
    if (is_mark && between.find('"') == std::string_view::npos)
      return between;
  }
  return line;
}

/// Full stops behind a word or a parenthesis at the end of a line.
void drop_full_stop(std::string& line) {
  std::size_t to = line.find_last_not_of(" \t\r") + 1;
  std::size_t from = to;
  while (from > 0 && line[from - 1] == '.')
    --from;
  if (from < to && from > 0 && (is_word(line[from - 1]) || line[from - 1] == ')'))
    line.erase(from, to - from);
}

class Line {
public:
  explicit Line(std::string_view line) : rest_(unquoted(line)) {}

  std::string plain() {
    while (!rest_.empty())
      next();
    drop_full_stop(made_);
    return std::move(made_);
  }

private:
  void next() {
    if (rest_.front() == '"' || rest_.front() == '\'')
      return string(rest_.front());
    for (const auto& [reference, meaning] : kReferences)
      if (rest_.starts_with(reference))
        return put(meaning, reference.size());
    for (const std::string_view mark : kBreaks)
      if (rest_.starts_with(mark) && trimmed(rest_.substr(mark.size())).empty())
        return put(' ', mark.size()); // elsewhere it would have to end the line
    if (const char c = narrow(rest_); c != '\0')
      return put(c, 3);
    put(rest_.front(), 1);
  }
  void put(char c, std::size_t bytes) {
    made_ += c;
    rest_.remove_prefix(bytes);
  }
  /// To its end, as it is; a mark without a second one stands for itself.
  void string(char mark) {
    std::size_t to = 1;
    while (to < rest_.size() && rest_[to] != mark)
      to += rest_[to] == '\\' ? 2 : 1;
    const std::size_t bytes = to < rest_.size() ? to + 1 : 1;
    made_ += rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
  }

  std::string_view rest_;
  std::string made_;
};

} // namespace

std::optional<std::string> text_of_page(std::string_view text) {
  std::string made;
  made.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    made += Line(text.substr(at, end - at)).plain();
    if (end < text.size())
      made += '\n';
    at = end + 1;
  }
  return made == text ? std::nullopt : std::optional(std::move(made));
}

} // namespace stallscope::isa
