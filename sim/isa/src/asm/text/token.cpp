#include "asm/text/token.hpp"

#include "asm/text/leniency.hpp"
#include "asm/text/literals.hpp"
#include "base/ascii.hpp"
#include "notation/typography.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace stallscope::isa::assembly {

namespace {

bool is_word_start(char c) {
  return is_letter(c) || c == '_' || c == '.' || c == '$';
}
class Scanner {
public:
  Scanner(const SourceLine& line, const LexicalRules& rules, Reporter& reporter,
          std::vector<Token>& tokens, const Leniency* leniency)
      : line_(line), text_(line.text), rules_(rules), reporter_(reporter), tokens_(tokens),
        leniency_(leniency) {}

  bool run() {
    if (leniency_ != nullptr)
      at_ = numbering_length(text_);
    while (at_ < text_.size() && next()) {
    }
    push(TokenKind::end, text_.size(), text_.size());
    return ok_;
  }

private:
  /// One token or stretch of space; false at a comment.
  bool next() {
    const char c = text_[at_];
    if (is_blank(c)) {
      ++at_;
      return true;
    }
    const char following = peek(1);
    if (leniency_ != nullptr) {
      if (c == ';' && !rules_.semicolon_comment && leniency_->is_remark(text_.substr(at_ + 1)))
        return false;
      if (begins_dashed_comment(c, following))
        return false;
      if (typographic() || name_of_cpp() || bracket(c))
        return true;
    }
    if (c == '#') {
      if (!hash_is_immediate(following))
        return false;
      ++at_;
    } else if ((c == '/' && following == '/') || (c == ';' && rules_.semicolon_comment)) {
      return false;
    } else if (is_digit(c) || (c == '.' && is_digit(following) && !is_sized_data())) {
      number();
    } else if (c == '$' && rules_.dollar_immediate) {
      push(TokenKind::punctuator, at_, at_ + 1, punctuator(c));
    } else if (is_word_start(c) || (c == '@' && is_letter(following))) { // @progbits
      std::size_t to = at_ + 1;
      while (to < text_.size() && is_word(text_[to]))
        ++to;
      push(TokenKind::identifier, at_, to);
    } else if (c == '"') {
      string();
    } else if (c == '\'') {
      character();
    } else {
      punctuation(c, following);
    }
    return true;
  }

  /// ".2byte", ".4byte" and ".8byte" begin like numbers.
  [[nodiscard]] bool is_sized_data() const { return text_.substr(at_ + 2).starts_with("byte"); }

  [[nodiscard]] char peek(std::size_t n) const {
    return at_ + n < text_.size() ? text_[at_ + n] : '\0';
  }

  [[nodiscard]] bool hash_is_immediate(char following) const {
    if (leniency_ != nullptr && !rules_.dollar_immediate)
      return hash_begins_operand(following);
    if (!rules_.hash_immediate || (!is_digit(following) && following != '-') || tokens_.empty())
      return false;
    const Token& last = tokens_.back();
    return last.kind == TokenKind::punctuator &&
           (last.value == punctuator(',') || last.value == punctuator('='));
  }

  /// Where an operand is required: after ',' or '=', or after an instruction that needs an operand.
  [[nodiscard]] bool hash_begins_operand(char following) const {
    const bool value = is_word(following) || following == '-' || following == '+' ||
                       following == '(' || typographic_at(text_.substr(at_ + 1)).meaning == '-';
    if (!value || tokens_.empty())
      return false;
    const Token& last = tokens_.back();
    if (is(last, ',') || is(last, '='))
      return true;
    return last.kind == TokenKind::identifier && is_mnemonic(tokens_.size() - 1) &&
           leniency_->takes_operands(lower(last.text));
  }

  /// The identifier at tokens_[at] begins a statement, possibly after a label.
  [[nodiscard]] bool is_mnemonic(std::size_t at) const {
    return at == 0 || is(tokens_[at - 1], ':') || is(tokens_[at - 1], ';') ||
           (at == 1 && tokens_[0].kind == TokenKind::identifier);
  }

  /// " -- text" or " % text" behind an operand.
  [[nodiscard]] bool begins_dashed_comment(char c, char following) const {
    const bool dashes = c == '-' && following == '-';
    if ((!dashes && c != '%') || rules_.dollar_immediate) // 5 % 3 of NASM
      return false;
    std::size_t behind = at_ + (dashes ? 2 : 1);
    if (at_ == 0 || !is_blank(text_[at_ - 1]) || behind >= text_.size() ||
        !is_blank(text_[behind]) || tokens_.empty())
      return false;
    while (behind < text_.size() && is_blank(text_[behind]))
      ++behind;
    if (behind < text_.size() && !is_letter(text_[behind]))
      return false;
    const Token& last = tokens_.back();
    return last.kind == TokenKind::identifier || last.kind == TokenKind::number ||
           last.kind == TokenKind::local_label || is(last, ')');
  }

  /// A blank, minus sign or quotation mark outside ASCII; false if there is none here.
  bool typographic() {
    const Typographic c = typographic_at(text_.substr(at_));
    switch (c.meaning) {
    case ' ':
      at_ += c.bytes;
      return true;
    case '-':
      push(TokenKind::punctuator, at_, at_ + c.bytes, punctuator('-'));
      return true;
    case '*':
    case '/':
    case '+':
    case ',':
    case ':':
    case '=':
    case '(':
    case ')':
      push(TokenKind::punctuator, at_, at_ + c.bytes, punctuator(c.meaning));
      return true;
    case '<':
      push(TokenKind::punctuator, at_, at_, punctuator('<'));
      push(TokenKind::punctuator, at_, at_ + c.bytes, punctuator('-'));
      return true;
    case '"':
    case '\'':
      return quoted();
    default:
      return false;
    }
  }

  /// Reads [R2+4] and [R2] behind a comma as 4(R2) and (R2); false: it is something else.
  bool address_in_brackets() {
    const std::size_t close = text_.find(']', at_);
    if (tokens_.empty() || !is(tokens_.back(), ',') || close == std::string_view::npos ||
        lower(tokens_.front().text) == "ldr") // of ARM
      return false;
    std::size_t from = at_ + 1;
    const auto word = [&] {
      while (from < close && is_blank(text_[from]))
        ++from;
      const std::size_t begin = from;
      while (from < close && is_word(text_[from]))
        ++from;
      const std::size_t end = from;
      while (from < close && is_blank(text_[from]))
        ++from;
      return std::pair{begin, end};
    };
    const auto [reg, reg_end] = word();
    const std::size_t sign = from;
    const bool has_sign = text_[sign] == '+' || text_[sign] == '-';
    std::pair<std::size_t, std::size_t> value{sign, sign};
    if (has_sign) {
      ++from;
      value = word();
    }
    if (reg == reg_end || is_digit(text_[reg]) || from != close ||
        (has_sign && (value.first == value.second || !is_digit(text_[value.first]))))
      return false;
    const std::size_t open = at_;
    if (has_sign) {
      if (text_[sign] == '-')
        push(TokenKind::punctuator, sign, sign + 1, punctuator('-'));
      integer(text_.substr(value.first, value.second - value.first), value.first, value.second);
    }
    push(TokenKind::punctuator, open, open + 1, punctuator('('));
    push(TokenKind::identifier, reg, reg_end);
    push(TokenKind::punctuator, close, close + 1, punctuator(')'));
    return true;
  }

  /// Reads 4[R2] as 4(R2).
  bool bracket(char c) {
    if (c == '[' && !rules_.dollar_immediate && address_in_brackets())
      return true;
    const bool opens = c == '[' && !tokens_.empty() && tokens_.back().kind == TokenKind::number;
    const bool closes = c == ']' && in_bracket_;
    if ((!opens && !closes) || rules_.dollar_immediate)
      return false;
    in_bracket_ = opens;
    push(TokenKind::punctuator, at_, at_ + 1, punctuator(c == '[' ? '(' : ')'));
    return true;
  }

  /// Text in curved quotation marks; false if they are not closed or are empty.
  bool quoted() {
    const std::optional<Quotation> found = quotation_at(text_.substr(at_));
    if (!found)
      return false;
    if (found->mark == '"') {
      push(TokenKind::string, at_, at_ + found->bytes).text =
          leniency_->keep('"' + std::string(found->inside) + '"');
      return true;
    }
    std::size_t at = 1;
    const std::string_view inside = found->inside;
    const int value = inside.empty()      ? -1
                      : inside[0] == '\\' ? escape_value(inside, at)
                                          : static_cast<unsigned char>(inside[0]);
    if (value < 0 || at != inside.size())
      return false;
    push(TokenKind::number, at_, at_ + found->bytes, static_cast<std::uint64_t>(value));
    return true;
  }

  /// A label in the text such as "f(int)", or after a call any name of this form.
  bool name_of_cpp() {
    const bool operand = !tokens_.empty() && is_mnemonic(tokens_.size() - 1);
    const std::size_t length = name_of_cpp_length(
        text_.substr(at_), *leniency_, operand ? tokens_.back().text : std::string_view());
    if (length != 0)
      push(TokenKind::identifier, at_, at_ + length);
    return length != 0;
  }

  Token& push(TokenKind kind, std::size_t from, std::size_t to, std::uint64_t value = 0) {
    tokens_.push_back(
        {kind, static_cast<std::uint32_t>(from + 1), text_.substr(from, to - from), value});
    at_ = to;
    return tokens_.back();
  }

  void fail(std::size_t from, std::size_t to, std::string message, std::string expected = {}) {
    reporter_.error(Place{line_, static_cast<std::uint32_t>(from + 1),
                          static_cast<std::uint32_t>(to > from ? to - from : 1)},
                    std::move(message), std::move(expected));
    ok_ = false;
    at_ = to;
  }

  void number() {
    const std::size_t from = at_;
    std::size_t to = from;
    while (to < text_.size() && (is_word(text_[to]) && text_[to] != '$'))
      ++to;
    std::string_view word = text_.substr(from, to - from);
    const bool hex = word.size() > 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
    // The sign of an exponent belongs to the number: 1.5e-3.
    if (!hex && (word.back() == 'e' || word.back() == 'E') && to + 1 < text_.size() &&
        (text_[to] == '-' || text_[to] == '+') && is_digit(text_[to + 1])) {
      ++to;
      while (to < text_.size() && is_digit(text_[to]))
        ++to;
      word = text_.substr(from, to - from);
    }
    if (!hex && is_real(word)) {
      push(TokenKind::real, from, to);
      return;
    }
    if (is_local_label(word)) {
      std::uint64_t value = 0;
      for (const char c : word.substr(0, word.size() - 1))
        value = value * 10 + static_cast<std::uint64_t>(c - '0');
      push(TokenKind::local_label, from, to, value);
      return;
    }
    integer(word, from, to);
  }

  static bool is_local_label(std::string_view word) {
    if (word.size() < 2 || word.size() > 10 || (word.back() != 'b' && word.back() != 'f'))
      return false;
    for (const char c : word.substr(0, word.size() - 1))
      if (!is_digit(c))
        return false;
    return true;
  }

  static bool is_real(std::string_view word) {
    std::size_t i = 0;
    bool dot = false;
    bool exponent = false;
    bool digits = false;
    for (; i < word.size(); ++i) {
      const char c = word[i];
      if (is_digit(c)) {
        digits = true;
      } else if (c == '.' && !dot && !exponent) {
        dot = true;
      } else if ((c == 'e' || c == 'E') && digits && !exponent && i + 1 < word.size()) {
        exponent = true;
        if (word[i + 1] == '-' || word[i + 1] == '+')
          ++i;
      } else {
        return false;
      }
    }
    return digits && (dot || exponent);
  }

  void hexadecimal(std::string_view word, std::size_t from, std::size_t to) {
    constexpr std::size_t kMostDigits = 17; // plus a leading 0
    std::uint64_t value = 0;
    for (const char c : word.substr(0, word.size() - 1)) {
      const auto digit = hex_digit(c);
      if (digit >= 16 || word.size() > kMostDigits + 1 || value >> 60 != 0) {
        fail(from, to, fmt::format("'{}' is no number", word),
             "hexadecimal digits, at most 64 bits, before the h");
        return;
      }
      value = value * 16 + digit;
    }
    push(TokenKind::number, from, to, value);
  }

  void integer(std::string_view word, std::size_t from, std::size_t to) {
    unsigned base = 10;
    std::string_view digits = word;
    if (leniency_ != nullptr && (word.back() == 'h' || word.back() == 'H')) { // 0FFh
      hexadecimal(word, from, to);
      return;
    }
    if (word.size() > 1 && word[0] == '0') {
      const char kind = word[1];
      base = kind == 'x' || kind == 'X' ? 16 : kind == 'b' || kind == 'B' ? 2 : 8;
      digits = word.substr(base == 8 ? 1 : 2);
    }
    std::uint64_t value = 0;
    for (const char c : digits) {
      const auto digit = hex_digit(c);
      if (digit >= base) {
        fail(from, to, fmt::format("'{}' is no number", word),
             base == 8 ? "octal digits 0 to 7 behind a leading 0"
                       : fmt::format("digits of base {}", base));
        return;
      }
      if (value > (UINT64_MAX - digit) / base) {
        fail(from, to, fmt::format("'{}' does not fit in 64 bits", word));
        return;
      }
      value = value * base + digit;
    }
    if (digits.empty()) {
      fail(from, to, fmt::format("'{}' is no number", word),
           fmt::format("digits of base {}", base));
      return;
    }
    push(TokenKind::number, from, to, value);
  }

  void string() {
    std::size_t to = at_ + 1;
    while (to < text_.size() && text_[to] != '"')
      to += text_[to] == '\\' ? 2 : 1;
    if (to >= text_.size()) {
      fail(at_, text_.size(), "the string does not end", "a closing '\"' on the same line");
      return;
    }
    push(TokenKind::string, at_, to + 1);
  }

  void character() {
    const std::size_t from = at_;
    std::size_t to = at_ + 1;
    if (to >= text_.size() || text_[to] == '\'') {
      fail(from, std::min(to + 1, text_.size()), "empty character literal",
           "a character such as 'a' or '\\n'");
      return;
    }
    int value = static_cast<unsigned char>(text_[to++]);
    if (value == '\\')
      value = escape_value(text_, to);
    if (value < 0) {
      fail(from, std::min(to, text_.size()), "unknown escape in a character literal",
           "\\n \\t \\r \\0 \\\\ \\' \\\" or a number such as \\x41");
      return;
    }
    if (to >= text_.size() || text_[to] != '\'') {
      fail(from, std::min(to, text_.size()), "the character literal does not end",
           "one character and a closing '");
      return;
    }
    push(TokenKind::number, from, to + 1, static_cast<std::uint64_t>(value));
  }

  void punctuation(char c, char following) {
    static constexpr std::array<std::string_view, 8> kPairs = {
        "<<", ">>", "==", "!=", "<=", ">=", "&&", "||"};
    for (const std::string_view pair : kPairs)
      if (c == pair[0] && following == pair[1]) {
        push(TokenKind::punctuator, at_, at_ + 2, punctuator(c, following));
        return;
      }
    static constexpr std::string_view kSingles = ",():=+-*/%&|^~!<>;";
    // Intel syntax
    const bool bracket = rules_.dollar_immediate && (c == '[' || c == ']');
    if (kSingles.find(c) != std::string_view::npos || bracket) {
      push(TokenKind::punctuator, at_, at_ + 1, punctuator(c));
      return;
    }
    // One message for a run of unexpected bytes.
    std::size_t to = at_ + 1;
    while (to < text_.size() && (static_cast<unsigned char>(text_[to]) >= 0x80))
      ++to;
    const bool printable = c >= 0x20 && c < 0x7f;
    fail(at_, to, printable ? fmt::format("unexpected '{}'", c) : "unexpected character");
  }

  const SourceLine& line_;
  std::string_view text_;
  const LexicalRules& rules_;
  Reporter& reporter_;
  std::vector<Token>& tokens_;
  const Leniency* leniency_;
  bool in_bracket_ = false;
  std::size_t at_ = 0;
  bool ok_ = true;
};

} // namespace

bool is_word(char c) {
  return is_word_start(c) || is_digit(c);
}

bool scan_line(const SourceLine& line, const LexicalRules& rules, Reporter& reporter,
               std::vector<Token>& tokens, const Leniency* leniency) {
  tokens.clear();
  return Scanner(line, rules, reporter, tokens, leniency).run();
}

} // namespace stallscope::isa::assembly
