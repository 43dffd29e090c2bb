#include "asm/text/comments.hpp"

#include "base/ascii.hpp"

#include <algorithm>

namespace stallscope::isa::assembly {

bool blank_block_comments(std::string_view text, const LexicalRules& rules, Reporter& reporter,
                          std::string& out) {
  if (text.find("/*") == std::string_view::npos)
    return false;
  out = text;
  std::uint32_t line = 1;
  std::size_t line_start = 0;
  char last = '\n'; // last non-space character
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char following = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '\n') {
      ++line;
      line_start = i + 1;
    } else if (c == '"' || c == '\'') {
      for (++i; i < text.size() && text[i] != c && text[i] != '\n'; ++i)
        if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] != '\n')
          ++i;
      if (i < text.size() && text[i] == '\n')
        --i;
    } else if ((c == '#' && !(rules.hash_immediate && (last == ',' || last == '=') &&
                              (is_digit(following) || following == '-'))) ||
               (c == '/' && following == '/') || (c == ';' && rules.semicolon_comment)) {
      while (i + 1 < text.size() && text[i + 1] != '\n')
        ++i;
    } else if (c == '/' && following == '*') {
      const std::size_t end = text.find("*/", i + 2);
      if (end == std::string_view::npos) {
        const std::size_t line_end = std::min(text.find('\n', i), text.size());
        reporter.error(Place{{text.substr(line_start, line_end - line_start), line, 0},
                             static_cast<std::uint32_t>(i - line_start + 1),
                             2},
                       "the comment does not end", "a closing */");
      }
      const std::size_t stop = end == std::string_view::npos ? text.size() : end + 2;
      for (; i < stop; ++i) {
        if (text[i] == '\n') {
          ++line;
          line_start = i + 1;
        } else {
          out[i] = ' ';
        }
      }
      --i;
      continue;
    }
    if (i < text.size() && !is_blank(text[i]))
      last = text[i];
  }
  return true;
}

} // namespace stallscope::isa::assembly
