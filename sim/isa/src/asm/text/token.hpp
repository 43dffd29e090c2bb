#pragma once

#include "asm/text/reporter.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa::assembly {

enum class TokenKind : std::uint8_t {
  identifier,  ///< name, mnemonic, directive, register: letters, digits (not first), _ . $
  number,      ///< integer or character literal; `value`
  real,        ///< 2.5, 1e-3
  local_label, ///< 1b, 2f; `value` is the number
  string,      ///< with its quotes
  punctuator,  ///< `value` contains its characters, first in the low byte: '<' | '<' << 8
  end,         ///< after the last token of the line
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::uint32_t column = 0; ///< 1-based, in bytes
  std::string_view text;
  std::uint64_t value = 0;
};

constexpr std::uint64_t punctuator(char a, char b = 0) {
  return static_cast<std::uint8_t>(a) | static_cast<std::uint64_t>(static_cast<std::uint8_t>(b))
                                            << 8;
}

/// Is it a character of identifiers after the first position?
[[nodiscard]] bool is_word(char c);

struct Leniency;

/// Differences between the notations in tokenizing.
struct LexicalRules {
  bool semicolon_comment = false; ///< ';' starts a comment; otherwise it separates statements
  bool hash_immediate = false;    ///< '#' between ',' or '=' and a digit or '-' starts a constant
  bool dollar_immediate = false;  ///< '$' starts a constant and cannot begin a name
};

/// Splits a line into tokens, without comments. The end token is always present. Unreadable text is
/// reported, and the function returns false; statements separated by ';' have a punctuator ';'
/// between them. `leniency` accepts additional syntax.
bool scan_line(const SourceLine& line, const LexicalRules& rules, Reporter& reporter,
               std::vector<Token>& tokens, const Leniency* leniency = nullptr);

/// Is it this punctuator of one character?
[[nodiscard]] constexpr bool is(const Token& token, char c) {
  return token.kind == TokenKind::punctuator && token.value == punctuator(c);
}

[[nodiscard]] inline Place place_of(const Token& token, const SourceLine& line) {
  const auto length = static_cast<std::uint32_t>(token.text.empty() ? 1 : token.text.size());
  return {line, token.column, length};
}

} // namespace stallscope::isa::assembly
