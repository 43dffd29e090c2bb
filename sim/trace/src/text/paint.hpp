#pragma once

#include "base/ids.hpp"
#include "trace/render.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Text with semantic styles, converted to characters and escape codes at the end.
namespace stallscope::trace {

enum class Ink : std::uint8_t {
  plain,
  heading,
  dim,  ///< wrong path, empty cells, rules
  op,   ///< an executing operation, in its colour
  held, ///< a held operation: its colour as background
  mark, ///< a difference between two runs
};

struct Piece {
  std::string text;
  Ink ink = Ink::plain;
  std::uint8_t color = 0; ///< for op and held: index into kOpColors
};
using Line = std::vector<Piece>;

/// A piece of text, with control characters from names in programs or traces removed.
[[nodiscard]] Piece piece(std::string_view text, Ink ink = Ink::plain, OpId op = kNoOp);
[[nodiscard]] Line line(std::string_view text, Ink ink = Ink::plain, OpId op = kNoOp);

[[nodiscard]] std::size_t cells(const Line& line);

/// Truncates to `width` cells, with an ellipsis.
[[nodiscard]] Line clipped(Line line, std::size_t width, bool unicode);

/// The line, with escape codes when the style has colour, without trailing spaces or newline. On a
/// terminal below kMinColumns it is truncated: wrapped lines would break the picture.
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

/// Layouts assume at least this many columns; on narrower terminals every line is truncated.
inline constexpr std::size_t kMinColumns = 40;
[[nodiscard]] std::size_t columns_of(const TextStyle& style);

} // namespace stallscope::trace
