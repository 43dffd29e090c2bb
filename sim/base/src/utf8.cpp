#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace stallscope {

namespace {

using Range = std::pair<char32_t, char32_t>;

// From Unicode's EastAsianWidth.txt (W and F) and the combining blocks, by block: enough for source
// text.
constexpr std::array<Range, 14> kWide{{{0x1100, 0x115F},
                                       {0x2E80, 0x303E},
                                       {0x3041, 0x33FF},
                                       {0x3400, 0x4DBF},
                                       {0x4E00, 0x9FFF},
                                       {0xA000, 0xA4CF},
                                       {0xA960, 0xA97F},
                                       {0xAC00, 0xD7A3},
                                       {0xF900, 0xFAFF},
                                       {0xFE30, 0xFE6F},
                                       {0xFF00, 0xFF60},
                                       {0xFFE0, 0xFFE6},
                                       {0x1F300, 0x1FAFF},
                                       {0x20000, 0x3FFFD}}};
constexpr std::array<Range, 7> kCombining{{{0x0300, 0x036F},
                                           {0x0483, 0x0489},
                                           {0x1AB0, 0x1AFF},
                                           {0x1DC0, 0x1DFF},
                                           {0x200B, 0x200D},
                                           {0x20D0, 0x20FF},
                                           {0xFE00, 0xFE0F}}};
constexpr std::array<Range, 5> kDirection{
    {{0x061C, 0x061C}, {0x200E, 0x200F}, {0x202A, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}}};

template <std::size_t N> bool in(const std::array<Range, N>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& r) { return code >= r.first && code <= r.second; });
}

/// Control characters beyond ASCII's first 32, and Unicode's line and paragraph separators.
bool is_late_control(char32_t code) {
  return (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
}

constexpr char32_t kReplacement = 0xFFFD;

/// The character at `at` and its length in bytes; kReplacement and 1 when the bytes are not valid
/// UTF-8.
std::pair<char32_t, std::size_t> decode(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(at);
  if (lead < 0x80)
    return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + length > text.size())
    return {kReplacement, 1};
  char32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80)
      return {kReplacement, 1};
    code = (code << 6) | (byte(at + i) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};
  if (code < kSmallest[length] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
    return {kReplacement, 1};
  return {code, length};
}

} // namespace

std::size_t character_bytes(std::string_view text, std::size_t at) {
  const auto [code, length] = decode(text, at);
  return code == kReplacement && length == 1 ? 0 : length;
}

std::vector<Glyph> glyphs(std::string_view text) {
  std::vector<Glyph> out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, length] = decode(text, at);
    const unsigned width = in(kCombining, code) || in(kDirection, code) ? 0
                           : in(kWide, code)                            ? 2
                                                                        : 1;
    const bool broken = code == kReplacement && length == 1;
    out.push_back(
        {code, width, broken ? std::string_view("\xEF\xBF\xBD") : text.substr(at, length)});
    at += length;
  }
  return out;
}

std::string clean(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  // Does not build a list of characters, because a text may be large.
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, length] = decode(text, at);
    if (code < 0x20 || is_late_control(code))
      out += ' ';
    else if (code == kReplacement)
      out += "\xEF\xBF\xBD";
    else if (!in(kDirection, code))
      out += text.substr(at, length);
    at += length;
  }
  return out;
}

std::string clean_lines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += clean(text.substr(0, end));
    if (end < text.size())
      out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string escaped_for_terminal(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, length] = decode(text, at);
    if (is_late_control(code) || in(kDirection, code))
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    else if (code == kReplacement)
      out += "\xEF\xBF\xBD";
    else
      out += text.substr(at, length);
    at += length;
  }
  return out;
}

std::size_t cells(std::string_view text) {
  std::size_t count = 0;
  for (const Glyph& glyph : glyphs(text))
    count += glyph.cells;
  return count;
}

std::string first_cells(std::string_view text, std::size_t width) {
  std::string out;
  std::size_t used = 0;
  for (const Glyph& glyph : glyphs(text)) {
    if (used + glyph.cells > width)
      break;
    used += glyph.cells;
    out += glyph.bytes;
  }
  return out;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  width = std::max<std::size_t>(width, 2); // a wide character must fit
  std::vector<std::string> lines;
  std::string rest(text);
  while (cells(rest) > width) {
    std::string line = first_cells(rest, width);
    std::size_t taken = line.size();
    if (rest[taken] != ' ') {
      const std::size_t space = line.rfind(' ');
      if (space != std::string::npos && space > 0)
        taken = space;
    }
    line.resize(taken);
    while (!line.empty() && line.back() == ' ')
      line.pop_back();
    lines.push_back(line);
    const std::size_t next = rest.find_first_not_of(' ', taken);
    rest = next == std::string::npos ? "" : rest.substr(next);
  }
  if (!rest.empty() || lines.empty())
    lines.push_back(rest);
  return lines;
}

} // namespace stallscope
