#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace stallscope::isa::tac {

enum class TokenKind : std::uint8_t {
  word,      ///< variable, label, keyword or directive (".reg")
  number,    ///< constant without sign; a character counts as its code
  symbol,    ///< operator or punctuation, e.g. "<<", "["
  too_large, ///< a number that does not fit in 64 bits
  bad,       ///< no token: "12ab", an open character literal, a stray byte
  end,       ///< end of the line
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;
  std::uint32_t column = 1; ///< 1-based, in bytes
  std::uint64_t value = 0;  ///< of a number

  [[nodiscard]] bool is(std::string_view symbol) const {
    return kind == TokenKind::symbol && text == symbol;
  }
  [[nodiscard]] bool is_word(std::string_view word) const {
    return kind == TokenKind::word && text == word;
  }
};

/// Splits a line, comments left out, into `tokens`; the last one is `end`. The longest operator
/// wins: ">>>" is one token. The unsigned comparisons end in a "u" with no letter or digit behind
/// it: "<u", ">=u". A lenient reading also takes typographic blanks and minus signs, and ":=" and
/// "<-" for "=".
void split_line(std::string_view line, std::vector<Token>& tokens, bool lenient = false);

} // namespace stallscope::isa::tac
