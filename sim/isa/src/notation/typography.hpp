#pragma once

#include <cstddef>
#include <string_view>

namespace stallscope::isa {

/// The ASCII meaning of another character in text copied from a page or a PDF.
struct Typographic {
  char meaning = '\0'; ///< ' ', '-', '"', '\'' or '<' (the arrow "<-"); 0: no such character
  std::size_t bytes = 0;
};

/// The character at the start of `text` in UTF-8: non-breaking blanks, blanks of other widths or
/// zero width; minus signs, hyphens and the en dash; curved quotation marks.
[[nodiscard]] Typographic typographic_at(std::string_view text);

/// Length in bytes of the blanks at the start of `text`: ASCII blanks except line ends, and
/// typographic ones.
[[nodiscard]] std::size_t blank_length(std::string_view text);

/// Length in bytes of the line number in a book or on a slide, including surrounding blanks: "(1)
/// ", "[1] ", "1) ", "1. ", "1 ", "Instr 1: "; 0 if the line begins otherwise. "1:" is a label, not
/// a line number.
[[nodiscard]] std::size_t numbering_length(std::string_view line);

} // namespace stallscope::isa
