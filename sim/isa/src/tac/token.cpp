#include "tac/token.hpp"

#include "base/ascii.hpp"
#include "notation/typography.hpp"

#include <algorithm>
#include <array>

namespace stallscope::isa::tac {

namespace {

constexpr bool begins_name(char c) {
  return is_letter(c) || c == '_';
}
constexpr bool is_word_part(char c) {
  return begins_name(c) || is_digit(c);
}

/// Decimal, 0x or 0b; the text consists of letters and digits.
void read_number(Token& token) {
  std::string_view digits = token.text;
  unsigned base = 10;
  if (digits.size() > 1 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
    base = 16;
  else if (digits.size() > 1 && digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B'))
    base = 2;
  if (base != 10)
    digits.remove_prefix(2);
  token.kind = digits.empty() ? TokenKind::bad : TokenKind::number;
  for (const char c : digits) {
    const unsigned digit = hex_digit(c);
    if (digit >= base) {
      token.kind = TokenKind::bad;
      return;
    }
    if (token.value > (~0ULL - digit) / base)
      token.kind = TokenKind::too_large;
    token.value = token.value * base + digit;
  }
}

/// 'a', '\n', '\'' and the like, at the begin of `rest`; returns the bytes it takes. `token.kind`
/// stays bad when it is not closed or its escape is unknown.
std::size_t read_character(std::string_view rest, Token& token) {
  token.kind = TokenKind::bad;
  std::size_t at = 1;
  if (rest.size() > 1 && rest[1] == '\\') {
    constexpr std::string_view kEscapes = "ntr0\\'\"";
    constexpr std::string_view kMeanings{"\n\t\r\0\\'\"", 7};
    const std::size_t which = rest.size() > 2 ? kEscapes.find(rest[2]) : std::string_view::npos;
    if (which == std::string_view::npos)
      return std::min<std::size_t>(rest.size(), 3);
    token.value = static_cast<unsigned char>(kMeanings[which]);
    at = 3;
  } else if (rest.size() > 1 && rest[1] != '\'') {
    token.value = static_cast<unsigned char>(rest[1]);
    at = 2;
  }
  if (at == 1 || at >= rest.size() || rest[at] != '\'')
    return at;
  token.kind = TokenKind::number;
  return at + 1;
}

/// Length in bytes of the operator at the start of `rest`, 0 if there is none.
std::size_t symbol_length(std::string_view rest) {
  constexpr std::array<std::string_view, 27> kSymbols{
      ">>>", "<=u", ">=u", "<<", ">>", "==", "!=", "<=", ">=", "<u", ">u", "+", "-", "*",
      "/",   "%",   "&",   "|",  "^",  "~",  "!",  "<",  ">",  "=",  "[",  "]", ":"};
  for (const std::string_view symbol : kSymbols) {
    if (rest.substr(0, symbol.size()) != symbol)
      continue;
    if (symbol.back() == 'u' && rest.size() > symbol.size() && is_word_part(rest[symbol.size()]))
      continue;
    return symbol.size();
  }
  return rest.front() == ',' || rest.front() == ';' ? 1 : 0;
}

/// Length in bytes of the UTF-8 character at the start of `rest`, so that an error shows all of it.
std::size_t character_length(std::string_view rest) {
  std::size_t length = 1;
  while (length < rest.size() && length < 4 &&
         (static_cast<unsigned char>(rest[length]) & 0xC0) == 0x80)
    ++length;
  return length;
}

/// Length in bytes of an assignment arrow, as in "r1 <- mem[r2+4]": after the destination at the
/// start of a statement, where "<" and "-" are not a comparison. 0: not an arrow.
std::size_t arrow_length(std::string_view rest, const std::vector<Token>& before) {
  const Typographic typed = typographic_at(rest);
  const std::size_t length = typed.meaning == '<' ? typed.bytes : rest.substr(0, 2) == "<-" ? 2 : 0;
  if (length == 0 || before.empty())
    return 0;
  std::size_t first = before.size();
  while (first > 0 && !before[first - 1].is(";") && !before[first - 1].is(":"))
    --first;
  if (first == before.size() || before[first].kind != TokenKind::word)
    return 0;
  const bool element = first + 1 < before.size() && before[first + 1].is("[");
  return first + 1 == before.size() || (element && before.back().is("]")) ? length : 0;
}

/// Spellings of lenient texts: typographic signs, arrows and := for =. Adds the token found, if
/// any; 0: none of these.
std::size_t read_lenient(std::string_view rest, Token token, std::vector<Token>& tokens) {
  token.kind = TokenKind::symbol;
  if (const Typographic other = typographic_at(rest);
      other.meaning == ' ' || other.meaning == '-' || other.meaning == '*' ||
      other.meaning == '/') {
    token.text = other.meaning == '*' ? "*" : other.meaning == '/' ? "/" : "-";
    if (other.meaning != ' ')
      tokens.push_back(token);
    return other.bytes;
  }
  std::size_t bytes = arrow_length(rest, tokens);
  token.text = "=";
  if (bytes == 0 && rest.substr(0, 2) == ":=") {
    bytes = 2;
    token.text = rest.substr(1, 1);
  }
  if (bytes != 0)
    tokens.push_back(token);
  return bytes;
}

/// "if (a < b) goto L" without parentheses, "then goto" without "then".
void simplify_condition(std::vector<Token>& tokens) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].is_word("then") && tokens[i + 1].is_word("goto")) {
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
    if (!tokens[i].is_word("if") || tokens[i + 1].text != "(")
      continue;
    const auto close = std::find_if(tokens.begin(), tokens.end(),
                                    [](const Token& token) { return token.text == ")"; });
    if (close == tokens.end() || !((close + 1)->is_word("goto") || (close + 1)->is_word("then")))
      return;
    tokens.erase(close);
    tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

/// "x = *p" and "*p = x" as mem[p], where '*' has no left operand.
void read_pointers(std::vector<Token>& tokens) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const bool begins =
        i == 0 || tokens[i - 1].is("=") || tokens[i - 1].is(":") || tokens[i - 1].is(";");
    if (!tokens[i].is("*") || !begins || tokens[i + 1].kind != TokenKind::word)
      continue;
    Token word = tokens[i];
    word.kind = TokenKind::word;
    word.text = "mem";
    Token open = tokens[i];
    open.text = "[";
    Token close = tokens[i + 1];
    close.kind = TokenKind::symbol;
    close.text = "]";
    tokens[i] = word;
    tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(i) + 2, close);
    tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(i) + 1, open);
  }
}

} // namespace

void split_line(std::string_view line, std::vector<Token>& tokens, bool lenient) {
  tokens.clear();
  std::size_t at = 0;
  while (at < line.size()) {
    const char c = line[at];
    const std::string_view rest = line.substr(at);
    if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++at;
      continue;
    }
    if (c == '#' || rest.substr(0, 2) == "//")
      break;
    Token token;
    token.column = static_cast<std::uint32_t>(at + 1);
    if (const std::size_t bytes = lenient ? read_lenient(rest, token, tokens) : 0; bytes != 0) {
      at += bytes;
      continue;
    }
    std::size_t length = 1;
    if (is_word_part(c) || (c == '.' && rest.size() > 1 && begins_name(rest[1]))) {
      while (length < rest.size() && is_word_part(rest[length]))
        ++length;
      token.kind = TokenKind::word;
      token.text = rest.substr(0, length);
      if (is_digit(c))
        read_number(token);
    } else if (c == '\'') {
      length = read_character(rest, token);
    } else {
      length = symbol_length(rest);
      token.kind = length > 0 ? TokenKind::symbol : TokenKind::bad;
      if (length == 0)
        length = character_length(rest);
    }
    token.text = rest.substr(0, length);
    tokens.push_back(token);
    at += length;
  }
  Token end;
  end.column = static_cast<std::uint32_t>(at + 1);
  tokens.push_back(end);
  if (lenient) {
    simplify_condition(tokens);
    read_pointers(tokens);
  }
}

} // namespace stallscope::isa::tac
