#pragma once

#include "base/ids.hpp"
#include "trace/render.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Text with meaning: what a piece of text is, and only at the end which letters and escape codes
// show it.
namespace stallscope::trace {

enum class Ink : std::uint8_t {
  plain,
  heading,
  dim,  ///< wrong path, empty cells, rules
  op,   ///< an operation at work, in its colour
  held, ///< an operation that waits: its colour as background
  mark, ///< a difference between two runs
};

struct Piece {
  std::string text;
  Ink ink = Ink::plain;
  std::uint8_t color = 0; ///< of op and held: index into kOpColors
};
using Line = std::vector<Piece>;

/// A piece of cleaned text: whatever a program or a trace named its things, no control character
/// comes through.
[[nodiscard]] Piece piece(std::string_view text, Ink ink = Ink::plain, OpId op = kNoOp);
[[nodiscard]] Line line(std::string_view text, Ink ink = Ink::plain, OpId op = kNoOp);

[[nodiscard]] std::size_t cells(const Line& line);

/// At most `width` cells; a line that is cut ends in an ellipsis.
[[nodiscard]] Line clipped(Line line, std::size_t width, bool unicode);

/// The line with escape codes when the style has colour, without trailing spaces or line end. On a
/// terminal of less than kMinColumns it is cut: a line that wraps takes the picture apart.
[[nodiscard]] std::string painted(const Line& line, const TextStyle& style);

/// Characters that differ between Unicode and ASCII.
struct Symbols {
  const char* vertical;
  const char* horizontal;
  const char* cross;
  const char* empty;
  const char* ellipsis;
  const char* bar;
};
[[nodiscard]] const Symbols& symbols(bool unicode);

/// Narrower terminals are drawn for as if they had this many columns, and every line is cut.
inline constexpr std::size_t kMinColumns = 40;
[[nodiscard]] std::size_t columns_of(const TextStyle& style);

} // namespace stallscope::trace
