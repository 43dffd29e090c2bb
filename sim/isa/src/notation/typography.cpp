#include "notation/typography.hpp"

#include "base/ascii.hpp"

#include <array>
#include <string>
#include <utility>

namespace stallscope::isa {

namespace {

/// Ranges of code points with their meanings.
struct Range {
  char32_t first;
  char32_t last;
  char meaning;
};
constexpr std::array<Range, 24> kRanges{
    {{0x00A0, 0x00A0, ' '}, {0x00AD, 0x00AD, '-'}, {0x00D7, 0x00D7, '*'},  {0x00F7, 0x00F7, '/'},
     {0x2000, 0x200B, ' '}, {0x2010, 0x2013, '-'}, {0x2018, 0x2019, '\''}, {0x201C, 0x201E, '"'},
     {0x202F, 0x202F, ' '}, {0x205F, 0x2060, ' '}, {0x2190, 0x2190, '<'},  {0x2212, 0x2212, '-'},
     {0x3000, 0x3000, ' '}, {0x3001, 0x3001, ','}, // full width from here on
     {0xFF08, 0xFF08, '('}, {0xFF09, 0xFF09, ')'}, {0xFF0A, 0xFF0A, '*'},  {0xFF0B, 0xFF0B, '+'},
     {0xFF0C, 0xFF0C, ','}, {0xFF1A, 0xFF1A, ':'}, {0xFF1D, 0xFF1D, '='},  {0xFE63, 0xFE63, '-'},
     {0xFEFF, 0xFEFF, ' '}, {0xFF0D, 0xFF0D, '-'}}};

/// "I3) " or "a) " at the start of `text`.
std::size_t lettered_number_length(std::string_view text) {
  if (text.empty() || !is_letter(text[0]))
    return 0;
  std::size_t at = 1;
  while (at < text.size() && is_digit(text[at]))
    ++at;
  if (at == text.size() || text[at] != ')')
    return 0;
  const bool has_digits = at > 1;
  ++at;
  const std::size_t blanks = blank_length(text.substr(at));
  return has_digits || blanks > 0 ? at + blanks : 0;
}

bool begins_word(std::string_view text) {
  return !text.empty() && (is_letter(text[0]) || text[0] == '_' || text[0] == '.');
}

/// "* ", "- ", "> ", "| " or a round mark in front of a word, as in lists, quotations and tables.
std::size_t bullet_length(std::string_view text) {
  static constexpr std::array<std::string_view, 11> kBullets{"*",
                                                             "-",
                                                             ">",
                                                             "|",
                                                             "\xC2\xB7",
                                                             "\xE2\x80\x93",
                                                             "\xE2\x80\xA2",
                                                             "\xE2\x80\xA3",
                                                             "\xE2\x96\xAA",
                                                             "\xE2\x97\x8F",
                                                             "\xE2\x97\xA6"};
  for (const std::string_view bullet : kBullets)
    if (text.starts_with(bullet)) {
      const std::size_t blanks = blank_length(text.substr(bullet.size()));
      const std::size_t at = bullet.size() + blanks;
      return blanks > 0 && begins_word(text.substr(at)) ? at : 0;
    }
  return 0;
}

/// "0x0004 ", "100c: ": an address in front of an instruction, with digits beyond 9 or 0x.
std::size_t address_length(std::string_view text) {
  std::size_t at = text.starts_with("0x") || text.starts_with("0X") ? 2 : 0;
  const std::size_t first = at;
  bool has_letters = at != 0;
  if (at == 0 && (text.empty() || !is_digit(text[0])))
    return 0;
  for (; at < text.size(); ++at) {
    const char c = static_cast<char>(text[at] | 0x20); // in lower case
    if (is_digit(text[at]))
      continue;
    if (c < 'a' || c > 'f')
      break;
    has_letters = true;
  }
  if (at == first || !has_letters)
    return 0;
  const bool colon = at < text.size() && text[at] == ':';
  if (!colon && first == 0)
    return 0;
  at += colon ? 1 : 0;
  const std::size_t blanks = blank_length(text.substr(at));
  at += blanks;
  return blanks > 0 && begins_word(text.substr(at)) ? at : 0;
}

/// "Instr 1: " or "Instruction 12. " at the start of `text`.
std::size_t named_number_length(std::string_view text) {
  std::size_t at = 0;
  std::string word;
  for (; at < text.size() && is_letter(text[at]); ++at)
    word += static_cast<char>(text[at] | 0x20); // in lower case
  const std::size_t blanks = blank_length(text.substr(at));
  if ((word != "instr" && word != "instruction") || blanks == 0)
    return 0;
  at += blanks;
  const std::size_t first = at;
  while (at < text.size() && is_digit(text[at]))
    ++at;
  if (at == first || at == text.size() || (text[at] != ':' && text[at] != '.' && text[at] != ')'))
    return 0;
  ++at;
  return at + blank_length(text.substr(at));
}

} // namespace

Typographic typographic_at(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  char32_t code = 0;
  std::size_t bytes = 0;
  if ((byte(0) & 0xE0U) == 0xC0U && continues(1)) {
    code = (byte(0) & 0x1FU) << 6U | (byte(1) & 0x3FU);
    bytes = 2;
  } else if ((byte(0) & 0xF0U) == 0xE0U && continues(1) && continues(2)) {
    code = (byte(0) & 0x0FU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU);
    bytes = 3;
  }
  for (const Range& range : kRanges)
    if (code >= range.first && code <= range.last)
      return {range.meaning, bytes};
  return {};
}

std::size_t blank_length(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_blank(text[at])) {
      ++at;
    } else if (const Typographic c = typographic_at(text.substr(at)); c.meaning == ' ') {
      at += c.bytes;
    } else {
      break;
    }
  }
  return at;
}

std::size_t numbering_length(std::string_view line) {
  std::size_t at = blank_length(line);
  if (const std::size_t named = named_number_length(line.substr(at)); named != 0)
    return at + named;
  for (const auto length : {bullet_length, address_length})
    if (const std::size_t before = length(line.substr(at)); before != 0)
      return at + before;
  const char open = at < line.size() ? line[at] : '\0';
  if (const std::size_t lettered = lettered_number_length(line.substr(at)); lettered != 0)
    return at + lettered;
  const char close = open == '(' ? ')' : open == '[' ? ']' : '\0';
  if (close != '\0')
    ++at;
  if (close != '\0' && at < line.size() && is_letter(line[at])) { // (I1), (a), (iii)
    ++at;
    while (at < line.size() && line[at - 1] == line[at] && line[at] == 'i')
      ++at;
    if (at < line.size() && (line[at] == 'v' || line[at] == 'x'))
      ++at;
    if (at < line.size() && line[at] == close) {
      const std::size_t blanks = blank_length(line.substr(at + 1));
      return blanks > 0 && begins_word(line.substr(at + 1 + blanks)) ? at + 1 + blanks : 0;
    }
  }
  const std::size_t first = at;
  while (at < line.size() && is_digit(line[at]))
    ++at;
  if (at == first || at == line.size())
    return 0;
  if (close != '\0') {
    if (line[at] != close)
      return 0;
    ++at;
    if (at < line.size() && line[at] == ':')
      ++at;
    return at + blank_length(line.substr(at));
  }
  if (const std::size_t blanks = blank_length(line.substr(at)); blanks > 0) // 1 - add
    if (const std::size_t dash = bullet_length(line.substr(at + blanks)); dash != 0)
      return at + blanks + dash;
  const bool marked = line[at] == ')' || line[at] == '.';
  if (marked)
    ++at;
  const std::size_t blanks = blank_length(line.substr(at));
  at += blanks;
  if (at == line.size())
    return 0;
  // A bare number must be followed by a word: "1 add", but not "1 : add"; without a blank by a
  // letter: "1.LD", but not "1.5".
  const char next = line[at];
  if (blanks == 0)
    return marked && is_letter(next) ? at : 0;
  const bool dollar = next == '$' && at + 1 < line.size() && is_letter(line[at + 1]); // $BB0_2:
  return marked || is_letter(next) || next == '_' || next == '.' || dollar ? at : 0;
}

} // namespace stallscope::isa
