#include "model/editor/syntax.hpp"

#include "base/ascii.hpp"

#include <string>

namespace stallscope::gui {

namespace {

bool is_word(char c) {
  return is_alphanumeric(c) || c == '_' || c == '.' || c == '$' || c == '%' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Tokenizes one line from left to right.
class Reader {
public:
  Reader(std::string_view line, std::optional<isa::Isa> isa, const isa::Program* program)
      : line_(line), isa_(isa), program_(program) {}

  std::vector<SyntaxSpan> read() {
    while (at_ < line_.size()) {
      const char c = line_[at_];
      if ((c == '#' && !is_immediate()) || (c == ';' && isa_ == isa::Isa::mips) ||
          (c == '/' && at_ + 1 < line_.size() && (line_[at_ + 1] == '/' || line_[at_ + 1] == '*')))
        add(line_.size(), Syntax::comment);
      else if (c == '"' || c == '\'')
        add(end_of_text(c), Syntax::text);
      else if (is_word(c))
        word();
      else
        ++at_;
    }
    return std::move(spans_);
  }

private:
  void add(std::size_t end, Syntax kind) {
    if (kind != Syntax::plain)
      spans_.push_back({at_, end, kind});
    at_ = end;
  }

  /// "#8" after a comma is an immediate, as in textbooks.
  [[nodiscard]] bool is_immediate() const {
    const std::size_t before = line_.substr(0, at_).find_last_not_of(" \t");
    return isa_ != isa::Isa::tac && before != std::string_view::npos && line_[before] == ',' &&
           at_ + 1 < line_.size() && line_[at_ + 1] != ' ';
  }

  [[nodiscard]] std::size_t end_of_text(char quote) const {
    std::size_t end = at_ + 1;
    while (end < line_.size() && line_[end] != quote)
      end += line_[end] == '\\' ? 2 : 1;
    return std::min(end + 1, line_.size());
  }

  void word() {
    std::size_t end = at_;
    while (end < line_.size() && is_word(line_[end]))
      ++end;
    const std::string_view text = line_.substr(at_, end - at_);
    std::size_t next = end;
    while (next < line_.size() && line_[next] == ' ')
      ++next;
    const bool colon = next < line_.size() && line_[next] == ':';
    add(end, kind_of(text, colon));
  }

  Syntax kind_of(std::string_view text, bool colon) {
    if (colon)
      return Syntax::label;
    if (text.front() == '.' && !seen_mnemonic_) {
      seen_mnemonic_ = true;
      return Syntax::directive;
    }
    const bool negative_or_number = is_digit(text.front());
    if (negative_or_number)
      return Syntax::number;
    if (isa_ == isa::Isa::tac)
      return text == "goto" || text == "if" || text == "call" || text == "return" ? Syntax::mnemonic
                                                                                  : Syntax::reg;
    if (!seen_mnemonic_) {
      seen_mnemonic_ = true;
      return Syntax::mnemonic;
    }
    if (text.front() == '$' || text.front() == '%')
      return text.size() > 1 && is_digit(text[1]) && isa_ == isa::Isa::x86 ? Syntax::number
                                                                           : Syntax::reg;
    return program_ != nullptr && program_->register_named(text) != kNoRegister ? Syntax::reg
                                                                                : Syntax::plain;
  }

  std::string_view line_;
  std::optional<isa::Isa> isa_;
  const isa::Program* program_;
  std::size_t at_ = 0;
  bool seen_mnemonic_ = false;
  std::vector<SyntaxSpan> spans_;
};

} // namespace

std::vector<SyntaxSpan> syntax_of(std::string_view line, std::optional<isa::Isa> isa,
                                  const isa::Program* program) {
  return Reader(line, isa, program).read();
}

} // namespace stallscope::gui
