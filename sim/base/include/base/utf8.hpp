#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope {

/// A character of a text and the number of cells it takes on a terminal: 0 for combining marks, 2
/// for East Asian wide characters.
struct Glyph {
  char32_t code = 0;
  unsigned cells = 1;
  std::string_view bytes;
};

/// The characters of a text; each byte that is not valid UTF-8 becomes U+FFFD.
[[nodiscard]] std::vector<Glyph> glyphs(std::string_view text);

/// Length in bytes of the character at index `at` of the text; 0: not valid UTF-8.
[[nodiscard]] std::size_t character_bytes(std::string_view text, std::size_t at);

/// Valid UTF-8 in which control characters are replaced by spaces. Bidirectional control characters
/// are removed, so that a program's text cannot rearrange the text around it.
[[nodiscard]] std::string clean(std::string_view text);

/// clean() for a text of several lines, which keeps line ends.
[[nodiscard]] std::string clean_lines(std::string_view text);

/// A result for a terminal: characters from U+007F on that `clean` replaces or removes become
/// "\uXXXX", which JSON reads as the same character. Other control characters are kept, because
/// results contain line ends, tabs and colours, and JSON escapes those in its strings.
[[nodiscard]] std::string escaped_for_terminal(std::string_view text);

/// Number of cells a text takes on a terminal.
[[nodiscard]] std::size_t cells(std::string_view text);

/// The beginning of a text, at most `width` cells wide.
[[nodiscard]] std::string first_cells(std::string_view text, std::size_t width);

/// Breaks a text into lines of at most `width` cells, at spaces, or inside a word that is longer
/// than a line.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

} // namespace stallscope
