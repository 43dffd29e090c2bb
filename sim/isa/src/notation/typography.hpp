#pragma once

#include <cstddef>
#include <string_view>

namespace stallscope::isa {

/// What a character outside ASCII stands for in text copied from a page or a PDF.
struct Typographic {
  char meaning = '\0'; ///< ' ', '-', '"', '\'' or '<' (the arrow "<-"); 0: it is no such character
  std::size_t bytes = 0;
};

/// The character at the begin of `text` in UTF-8: blanks that do not break, of other widths or of
/// none; minus signs, hyphens and the en dash; curved quotation marks.
[[nodiscard]] Typographic typographic_at(std::string_view text);

/// Bytes of blanks at the begin of `text`: those of ASCII, but no line end, and typographic ones.
[[nodiscard]] std::size_t blank_length(std::string_view text);

/// Bytes of what numbers a line in a book or on a slide, with the blanks around it: "(1) ", "[1] ",
/// "1) ", "1. ", "1 ", "Instr 1: "; 0 when the line begins otherwise. "1:" is a label, and none of
/// it.
[[nodiscard]] std::size_t numbering_length(std::string_view line);

} // namespace stallscope::isa
