#include "lexer.hpp"

#include "base/ascii.hpp"
#include "base/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace stallscope::graph {

namespace {

bool begins_name(char c) {
  return is_letter(c) || c == '_';
}

class Lexer {
public:
  Lexer(std::string_view text, std::string_view file, Diagnostics& problems)
      : text_(text), file_(file), problems_(problems) {}

  std::vector<Token> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        line_begin_ = ++at_;
        first_ = true;
      } else if (c == ' ' || c == '\t' || c == '\r') {
        ++at_;
      } else if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        word(c);
      }
    }
    add(TokenKind::end, at_, 0);
    return std::move(tokens_);
  }

private:
  void word(char c) {
    std::size_t end = at_ + 1;
    if (begins_name(c)) {
      while (end < text_.size() && (begins_name(text_[end]) || is_digit(text_[end])))
        ++end;
      add(TokenKind::name, at_, end - at_);
    } else if (is_digit(c) || (c == '.' && end < text_.size() && is_digit(text_[end]))) {
      end = end_of_number();
      add(TokenKind::number, at_, end - at_);
      const std::string_view digits = text_.substr(at_, end - at_);
      if (const std::optional<double> value = parse_real(digits))
        tokens_.back().number = *value;
      else
        problem(end - at_, fmt::format("no number of 64 bits is as large or small as {}", digits),
                "0, or 4.9e-324 to 1.7e308");
    } else if (c == '"') {
      end = std::min(text_.find_first_of("\"\n", end), text_.size());
      if (end == text_.size() || text_[end] == '\n') {
        problem(end - at_, "a text without its end", "a closing \"");
      } else {
        add(TokenKind::text, at_ + 1, end - at_ - 1);
        ++end;
      }
    } else if (std::string_view("()[]{},:;=+-*/^@<>").find(c) != std::string_view::npos) {
      add(TokenKind::symbol, at_, 1);
    } else {
      while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xc0U) == 0x80U)
        ++end; // continuation bytes of a UTF-8 character
      problem(end - at_, fmt::format("unexpected character '{}'", text_.substr(at_, end - at_)),
              "names, numbers, + - * / ^ @ < > ( ) [ ] { } , : ; and comments behind #");
    }
    at_ = end;
  }

  [[nodiscard]] std::size_t end_of_number() const {
    std::size_t end = at_;
    const auto digits = [&] {
      while (end < text_.size() && is_digit(text_[end]))
        ++end;
    };
    digits();
    if (end < text_.size() && text_[end] == '.') {
      ++end;
      digits();
    }
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      std::size_t behind = end + 1;
      if (behind < text_.size() && (text_[behind] == '+' || text_[behind] == '-'))
        ++behind;
      if (behind < text_.size() && is_digit(text_[behind])) {
        end = behind;
        digits();
      }
    }
    return end;
  }

  [[nodiscard]] Place place(std::size_t at, std::size_t length) const {
    return {line_, static_cast<std::uint32_t>(at - line_begin_ + 1),
            static_cast<std::uint32_t>(std::max<std::size_t>(length, 1))};
  }
  void add(TokenKind kind, std::size_t at, std::size_t length) {
    tokens_.push_back({kind, text_.substr(at, length), place(at, length), first_, 0});
    first_ = false;
  }
  void problem(std::size_t length, std::string message, std::string expected) {
    if (problems_.size() >= kMostProblems)
      return;
    problems_.push_back(
        error_at(file_, text_, place(at_, length), std::move(message), std::move(expected)));
  }

  std::string_view text_;
  std::string_view file_;
  Diagnostics& problems_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  std::uint32_t line_ = 1;
  bool first_ = true;
};

} // namespace

Diagnostic error_at(std::string_view file, std::string_view text, Place place, std::string message,
                    std::string expected, std::string suggestion) {
  Diagnostic out;
  out.file = file;
  out.line = place.line;
  out.column = place.column;
  out.length = place.length;
  out.message = std::move(message);
  out.expected = std::move(expected);
  out.suggestion = std::move(suggestion);
  if (const std::string_view line = line_of(text, place.line); line.size() <= kMaxLineKept)
    out.source_line = line;
  return out;
}

std::string_view line_of(std::string_view text, std::uint32_t line) {
  for (std::uint32_t i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos)
      return {};
    text.remove_prefix(end + 1);
  }
  std::string_view found = text.substr(0, text.find('\n'));
  if (found.ends_with('\r'))
    found.remove_suffix(1);
  return found;
}

std::vector<Token> tokens_of(std::string_view text, std::string_view file, Diagnostics& problems) {
  return Lexer(text, file, problems).run();
}

} // namespace stallscope::graph
