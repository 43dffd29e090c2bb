#include "call_scanner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>

namespace stallscope::isa {

std::string CallScanner::name() {
  skip_blanks();
  const std::size_t begin = at_;
  if (at_ < text_.size() && begins_c_name(text_[at_]))
    while (at_ < text_.size() && in_c_name(text_[at_]))
      ++at_;
  return std::string(text_.substr(begin, at_ - begin));
}

/// A C string or character constant, with its quotes.
std::string CallScanner::quoted(char quote) {
  const std::size_t begin = at_++;
  while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n')
    at_ += text_[at_] == '\\' ? 2 : 1;
  if (at_ >= text_.size() || text_[at_] != quote) {
    complain(begin, fmt::format("{} without its end", quote == '"' ? "a string" : "a character"),
             fmt::format("a closing {}", quote));
    at_ = text_.size();
    return {};
  }
  ++at_;
  if (quote == '\'' && at_ - begin == 2)
    complain(begin, "a character constant without a character", "one such as 'a'");
  return std::string(text_.substr(begin, at_ - begin));
}

/// Digits, letters and points that form a preprocessing number of C; ".." ends it.
std::string CallScanner::number() {
  const std::size_t begin = at_;
  if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == '+'))
    ++at_;
  const std::size_t digits = at_;
  const bool hexadecimal = text_.substr(at_, 2) == "0x" || text_.substr(at_, 2) == "0X";
  while (at_ < text_.size()) {
    const char c = text_[at_];
    const char before = at_ > digits ? text_[at_ - 1] : ' ';
    const bool exponent =
        hexadecimal ? before == 'p' || before == 'P' : before == 'e' || before == 'E';
    if (c == '.' && text_.substr(at_, 2) == "..")
      break;
    if (!in_c_name(c) && c != '.' && !((c == '-' || c == '+') && exponent))
      break;
    ++at_;
  }
  const std::string_view word = text_.substr(digits, at_ - digits);
  if (word.empty() || (!is_digit(word.front()) && (word.front() != '.' || word.size() < 2)))
    complain(begin,
             word.empty() ? found() + " is no value" : fmt::format("'{}' is no number", word),
             "a number, a 'character', a \"string\" or a list such as {1,2,3}");
  return std::string(text_.substr(begin, at_ - begin));
}

/// From an opening bracket to the one that closes it, as it is written.
std::string CallScanner::in_brackets() {
  const std::size_t begin = at_;
  std::size_t depth = 0;
  while (at_ < text_.size() && !problem_) {
    const char c = text_[at_];
    if (c == '"' || c == '\'') {
      (void)quoted(c);
      continue;
    }
    ++at_;
    depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
    if ((c == ')' || c == ']' || c == '}') && --depth == 0)
      break;
  }
  if (depth != 0 && !problem_)
    complain(at_, "the call ends here", fmt::format("what closes '{}'", text_[begin]));
  std::string text(text_.substr(begin, at_ - begin));
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }, ' ');
  return text;
}

void CallScanner::skip_blanks() {
  while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
    ++at_;
}

bool CallScanner::take(char c) {
  skip_blanks();
  if (at_ >= text_.size() || text_[at_] != c)
    return false;
  ++at_;
  return true;
}

void CallScanner::expect(char c, const char* what) {
  if (!problem_ && !take(c))
    complain(at_, at_ < text_.size() ? found() + " is unexpected" : "the call ends here", what);
}

std::string CallScanner::found() const {
  return at_ < text_.size() ? fmt::format("'{}'", text_[at_]) : std::string("nothing");
}

void CallScanner::complain(std::size_t at, std::string message, std::string expected) {
  if (problem_)
    return;
  Diagnostic d;
  d.file = "--call";
  d.line = 1;
  d.column = static_cast<std::uint32_t>(at + 1);
  d.message = std::move(message);
  d.expected = std::move(expected);
  d.source_line = std::string(text_);
  problem_ = std::move(d);
}

} // namespace stallscope::isa
