#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace stallscope::isa::tac {

enum class TokenKind : std::uint8_t {
  word,      ///< variable, label, keyword or directive (".reg")
  number,    ///< constant without sign; a character counts as its code
  symbol,    ///< operator or punctuation, e.g. "<<", "["
  too_large, ///< a number that does not fit 64 bits
  bad,       ///< invalid: "12ab", an unclosed character literal, a stray byte
  end,       ///< end of the line
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;
  std::uint32_t column = 1; ///< 1-based, in bytes
  std::uint64_t value = 0;  ///< value of a number

  [[nodiscard]] bool is(std::string_view symbol) const {
    return kind == TokenKind::symbol && text == symbol;
  }
  [[nodiscard]] bool is_word(std::string_view word) const {
    return kind == TokenKind::word && text == word;
  }
};

/// Splits a line without comments into `tokens`; the last one is `end`. The longest operator is
/// used: ">>>" is one token. The unsigned comparisons end with a "u" that is not followed by a
/// letter or digit: "<u", ">=u". In lenient mode also accepts typographic blanks and minus signs,
/// and ":=" and "<-" for "=".
void split_line(std::string_view line, std::vector<Token>& tokens, bool lenient = false);

} // namespace stallscope::isa::tac
