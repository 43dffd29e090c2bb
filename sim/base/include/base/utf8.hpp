#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope {

/// A character of a text and the cells it takes on a terminal: 0 for combining marks, 2 for East
/// Asian wide ones.
struct Glyph {
  char32_t code = 0;
  unsigned cells = 1;
  std::string_view bytes;
};

/// The characters of a text; bytes that are no UTF-8 come out as U+FFFD, one each.
[[nodiscard]] std::vector<Glyph> glyphs(std::string_view text);

/// Bytes of the character at `at`, which is a place of the text; 0: there is no UTF-8.
[[nodiscard]] std::size_t character_bytes(std::string_view text, std::size_t at);

/// Valid UTF-8 without control characters, each of which becomes a space. Marks that turn the
/// direction of text are dropped, so that a program's text cannot rearrange what stands around it.
[[nodiscard]] std::string clean(std::string_view text);

/// The same of a text of several lines, whose ends stay.
[[nodiscard]] std::string clean_lines(std::string_view text);

/// A result for a terminal: what `clean` takes away of the characters from U+007F on stands as
/// "\uXXXX", which JSON reads as the same character. Other control characters stay: a result has
/// line ends, tabs and colours of its own, and JSON escapes those of its strings.
[[nodiscard]] std::string escaped_for_terminal(std::string_view text);

/// Cells a text takes on a terminal.
[[nodiscard]] std::size_t cells(std::string_view text);

/// The beginning of a text, at most `width` cells wide.
[[nodiscard]] std::string first_cells(std::string_view text, std::size_t width);

/// A text as lines of at most `width` cells, broken at spaces, or inside a word that is longer than
/// a line.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

} // namespace stallscope
