#include "text/paint.hpp"

#include "report/palette.hpp"
#include "report/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::trace {

namespace {

constexpr Symbols kUnicode{"│", "─", "┼", "·", "…", "█"};
constexpr Symbols kAscii{"|", "-", "+", "-", "~", "#"};

std::string escape_code(const Piece& piece) {
  switch (piece.ink) {
  case Ink::plain:
    return "";
  case Ink::heading:
    return "\x1b[1m";
  case Ink::dim:
    return "\x1b[38;5;245m";
  case Ink::op:
    return fmt::format("\x1b[38;5;{}m", kOpColors[piece.color].terminal);
  case Ink::held:
    return fmt::format("\x1b[38;5;16;48;5;{}m", kOpColors[piece.color].terminal);
  case Ink::mark:
    return "\x1b[1;7m";
  }
  return "";
}

} // namespace

Piece piece(std::string_view text, Ink ink, OpId op) {
  return {clean(text), ink, op ? color_of(op) : std::uint8_t{0}};
}

Line line(std::string_view text, Ink ink, OpId op) {
  return {piece(text, ink, op)};
}

std::size_t cells(const Line& line) {
  std::size_t count = 0;
  for (const Piece& piece : line)
    count += cells(piece.text);
  return count;
}

Line clipped(Line line, std::size_t width, bool unicode) {
  if (cells(line) <= width)
    return line;
  Line out;
  std::size_t room = width > 0 ? width - 1 : 0;
  for (Piece& piece : line) {
    piece.text = first_cells(piece.text, room);
    room -= cells(piece.text);
    out.push_back(piece);
    if (room == 0)
      break;
  }
  if (width > 0)
    out.back().text += symbols(unicode).ellipsis;
  return out;
}

std::string painted(const Line& whole, const TextStyle& style) {
  const Line line = cells(whole) > style.columns && style.columns < kMinColumns
                        ? clipped(whole, style.columns, style.unicode)
                        : whole;
  std::size_t count = line.size();
  const auto blank = [](const std::string& text) {
    return text.find_first_not_of(' ') == std::string::npos;
  };
  while (count > 0 && blank(line[count - 1].text))
    --count;
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text = line[i].text;
    if (i + 1 == count)
      text.erase(text.find_last_not_of(' ') + 1);
    const std::string code = style.color && !blank(text) ? escape_code(line[i]) : "";
    out += code.empty() ? text : code + text + "\x1b[0m";
  }
  return out;
}

const Symbols& symbols(bool unicode) {
  return unicode ? kUnicode : kAscii;
}

std::size_t columns_of(const TextStyle& style) {
  return std::max<std::size_t>(style.columns, kMinColumns);
}

} // namespace stallscope::trace
