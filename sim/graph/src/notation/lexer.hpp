#pragma once

#include "base/diagnostic.hpp"
#include "graph/structure/graph.hpp"

#include <string_view>
#include <vector>

namespace stallscope::graph {

enum class TokenKind : std::uint8_t { name, number, text, symbol, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text; ///< for `text`: without the quotes
  Place place;
  bool first_in_line = false;
  double number = 0; ///< for `number`

  [[nodiscard]] bool is(std::string_view symbol) const {
    return kind == TokenKind::symbol && text == symbol;
  }
  [[nodiscard]] bool is_name(std::string_view word) const {
    return kind == TokenKind::name && text == word;
  }
};

/// Limit of recorded problems of a text; further ones are dropped.
inline constexpr std::size_t kMostProblems = 200;

/// A line of a text, 1-based, without line terminator.
[[nodiscard]] std::string_view line_of(std::string_view text, std::uint32_t line);

/// An error at a location in a text, with the line.
[[nodiscard]] Diagnostic error_at(std::string_view file, std::string_view text, Place place,
                                  std::string message, std::string expected,
                                  std::string suggestion = {});

/// The tokens of a text, ending with a token of kind `end`. Characters that start no token are
/// problems, up to kMostProblems.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view text, std::string_view file,
                                           Diagnostics& problems);

} // namespace stallscope::graph
