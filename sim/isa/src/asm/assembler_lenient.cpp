#include "asm/assembler.hpp"
#include "base/ascii.hpp"
#include "notation/typography.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

/// Text that the assembler accepts in lenient mode although it does not follow the notation. Each
/// rule decides by the following text; where a mistyped instruction is equally likely, it remains
/// an error.
namespace stallscope::isa::assembly {

namespace {

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(blank_length(text));
  return text.substr(0, text.find_last_not_of(" \t\r") + 1); // npos + 1 is 0
}

/// Removes and returns the word at the start of `text`, together with the blanks after it.
std::string_view take_word(std::string_view& text) {
  std::size_t to = 0;
  while (to < text.size() && is_word(text[to]))
    ++to;
  const std::string_view word = text.substr(0, to);
  text.remove_prefix(to);
  text.remove_prefix(blank_length(text));
  return word;
}

/// Number of operands in tokens[from..to): they are separated by commas or, without commas, by
/// tokens that end an operand.
std::size_t operand_count(const std::vector<Token>& tokens, std::size_t from, std::size_t to) {
  if (from >= to)
    return 0;
  std::size_t commas = 0;
  std::size_t words = 0;
  unsigned depth = 0;
  for (std::size_t i = from; i < to; ++i) {
    if (is(tokens[i], '('))
      words += depth++ == 0 ? 1 : 0;
    else if (is(tokens[i], ')') && depth > 0)
      --depth;
    else if (is(tokens[i], ','))
      ++commas;
    else if (depth == 0 &&
             (tokens[i].kind == TokenKind::identifier || tokens[i].kind == TokenKind::number) &&
             (i + 1 == to || !(is(tokens[i + 1], '(') || is(tokens[i + 1], '+'))))
      ++words;
  }
  return commas > 0 ? commas + 1 : std::max<std::size_t>(words, 1);
}

} // namespace

Token numbering_of(std::string_view line) {
  const std::string_view numbering = line.substr(0, numbering_length(line));
  const std::size_t first = std::min(numbering.find_first_of("0123456789"), numbering.size());
  const std::size_t digits =
      std::min(numbering.find_first_not_of("0123456789", first), numbering.size()) - first;
  constexpr std::size_t kMostDigits = 9;
  const bool has_letter = first > 0 && is_word(numbering[first - 1]); // (I1)
  const char behind = first + digits < numbering.size() ? numbering[first + digits] : ' ';
  const bool is_hexadecimal = behind != '.' && is_word(behind);
  if (digits == 0 || digits > kMostDigits || has_letter || is_hexadecimal)
    return {};
  Token number{TokenKind::number, static_cast<std::uint32_t>(first + 1),
               numbering.substr(first, digits), 0};
  for (const char digit : number.text)
    number.value = number.value * 10 + static_cast<std::uint64_t>(digit - '0');
  return number;
}

void Assembler::prepare_leniency() {
  leniency_.is_remark = [this](std::string_view text) { return is_remark(text); };
  leniency_.keep = [this](std::string text) { return reader_->keep(std::move(text)); };
  leniency_.takes_operands = [this](const std::string& name) {
    const auto rows = dialect_.table().forms(name);
    return !rows.empty() && macros_.count(name) == 0 &&
           std::all_of(rows.begin(), rows.end(), [](const Row* row) {
             return !row->format.empty() && (row->flags & kUnsupported) == 0;
           });
  };
  leniency_.names = labels_of_cpp(text_);
}

bool Assembler::begins_statement(const Token& token) const {
  if (token.kind != TokenKind::identifier)
    return false;
  const std::string word = lower(token.text);
  return macros_.count(token.text) != 0 || directives().count(word) != 0 ||
         dialect_.is_mnemonic(word);
}

void Assembler::number_line() {
  const Token number = numbering_of(line_.text);
  if (number.kind == TokenKind::number && section_ == kText && line_.expansion == 0)
    (void)define_label(number, number.text);
}

bool Assembler::directive_of_nasm(const Tokens& tokens, std::size_t at) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kDirectives{
      {{"section", ".section"},
       {"segment", ".section"},
       {"global", ".globl"},
       {"extern", ".extern"},
       {"bits", {}}, // directives that add no information
       {"default", {}}}};
  const Token& first = tokens[at];
  if (first.kind != TokenKind::identifier || tokens[at + 1].kind == TokenKind::end ||
      is(tokens[at + 1], ':'))
    return false;
  const std::string word = lower(first.text);
  const auto found = std::find_if(kDirectives.begin(), kDirectives.end(),
                                  [&word](const auto& one) { return one.first == word; });
  if (found == kDirectives.end())
    return false;
  if (found->second.empty())
    return true;
  Tokens written(tokens.begin() + static_cast<std::ptrdiff_t>(at), tokens.end());
  written.front().text = found->second;
  directive(written, 0);
  return true;
}

/// add R3 <- R1, R2 as add R3, R1, R2.
void Assembler::read_arrow_behind_mnemonic(Tokens& tokens) const {
  for (std::size_t i = 0; i + 3 < tokens.size(); ++i)
    if (begins_statement(tokens[i]) && tokens[i + 1].kind == TokenKind::identifier &&
        is(tokens[i + 2], '<') && is(tokens[i + 3], '-')) {
      tokens[i + 2].value = punctuator(',');
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i) + 3);
      return;
    }
}

void Assembler::read_arrow(Tokens& tokens) {
  std::size_t begin = 0; // start of the statement after its labels
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (is(tokens[i], ':'))
      begin = i + 1;
  const auto at = [&](std::size_t n) -> const Token& {
    return tokens[std::min(begin + n, tokens.size() - 1)];
  };
  const auto is_register = [&](const Token& token) {
    return token.kind == TokenKind::identifier && dialect_.register_named(token.text).has_value();
  };
  if (!is_register(at(0)) || !is(at(1), '<') || !is(at(2), '-') || !is_register(at(3)))
    return;
  static constexpr std::string_view kSigns = "+-*/&|^";
  static constexpr std::array<std::string_view, kSigns.size()> kNames{"add", "sub", "mul", "div",
                                                                      "and", "or",  "xor"};
  if (at(4).kind == TokenKind::identifier && is_register(at(5))) {
    reporter_.error(place(at(4)), fmt::format("'{}' is no operator", at(4).text),
                    "one of + - * / & | ^");
    tokens.erase(tokens.begin(), tokens.end() - 1);
    return;
  }
  const auto sign =
      std::find_if(kSigns.begin(), kSigns.end(), [&](char c) { return is(at(4), c); });
  const bool constant = at(5).kind == TokenKind::number;
  if (sign == kSigns.end() || at(6).kind != TokenKind::end || !(constant || is_register(at(5))))
    return;
  std::string name(kNames.at(static_cast<std::size_t>(sign - kSigns.begin())));
  if (constant && begins_statement({TokenKind::identifier, 0, reader_->keep(name + "i"), 0}))
    name += "i";
  Token mnemonic = at(0);
  mnemonic.text = reader_->keep(std::move(name));
  Token comma = at(1);
  comma.value = punctuator(',');
  const Tokens statement{mnemonic, at(0), comma, at(3), comma, at(5), at(6)};
  tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(begin), tokens.end());
  tokens.insert(tokens.end(), statement.begin(), statement.end());
}

bool Assembler::is_stall(const Tokens& tokens, std::size_t at) const {
  std::size_t behind = at + 1;
  // its cycle number
  while (behind + 1 < tokens.size() && tokens[behind].kind == TokenKind::number)
    ++behind;
  return tokens[at].kind == TokenKind::identifier && tokens[behind].kind == TokenKind::end &&
         lower(tokens[at].text) == "stall" && macros_.count(tokens[at].text) == 0;
}

bool Assembler::is_heading(const Tokens& tokens) const {
  const auto words = tokens.size() - 1;
  if (words < 2 || !emitter_.pending().empty() || begins_statement(tokens[0]) ||
      tokens[0].text.front() < 'A' || tokens[0].text.front() > 'Z')
    return false;
  return std::all_of(tokens.begin(), tokens.end() - 1, [this](const Token& token) {
    return token.kind == TokenKind::identifier && !dialect_.register_named(token.text) &&
           std::all_of(token.text.begin(), token.text.end(), is_letter);
  });
}

bool Assembler::is_ellipsis() const {
  std::string_view text = line_.text;
  bool dots = false;
  for (; !text.empty(); text.remove_prefix(1)) {
    constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
    if (text.starts_with(kEllipsis))
      text.remove_prefix(kEllipsis.size() - 1);
    else if (text[0] == ' ' || text[0] == '\t' || text[0] == '\r')
      continue;
    else if (text[0] != '.')
      return false;
    dots = true;
  }
  return dots;
}

/// The caption of a function: "long f(long x, long y)", "x in %rdi, y in %rsi".
bool Assembler::is_caption(const Tokens& tokens) const {
  static constexpr std::array<std::string_view, 11> kTypes{"int",    "long",   "short",  "char",
                                                           "void",   "float",  "double", "unsigned",
                                                           "static", "struct", "const"};
  const Token& first = tokens.front();
  if (!dialect_.reads_instructions() || first.kind != TokenKind::identifier ||
      begins_statement(first))
    return false;
  if (tokens.size() > 3 && tokens[1].text == "in" &&
      (is(tokens[2], '%') || tokens[2].text == "xmm0"))
    return true;
  return std::find(kTypes.begin(), kTypes.end(), first.text) != kTypes.end() &&
         std::any_of(tokens.begin(), tokens.end(), [](const Token& t) { return is(t, '('); });
}

bool Assembler::leave_line_out(const Tokens& tokens) {
  if (tokens.front().kind == TokenKind::end)
    return false;
  if (is_caption(tokens))
    return true;
  if (!is_heading(tokens))
    return false;
  reporter_.warning(place(tokens.front()),
                    "words above the first instruction are taken for the heading of a table, and "
                    "left out");
  return true;
}

void Assembler::leave_stall_out(const Token& stall) {
  if (std::exchange(stall_left_out_, true))
    return;
  reporter_.warning(place(stall), "'stall' is no instruction: the machine waits by itself, and "
                                  "lines that say so are left out");
}

Assembler::Tokens Assembler::without_columns(const Tokens& tokens, std::size_t at) {
  const std::size_t end = tokens.size() - 1;
  const auto is_column = [&](const Token& token) {
    static constexpr std::array<std::string_view, 14> kStages{
        "IF", "ID", "EX", "MEM", "ME", "WB", "IS", "RF", "F", "D", "X", "M", "W", "stall"};
    return token.kind == TokenKind::number ||
           (token.kind == TokenKind::identifier &&
            std::find(kStages.begin(), kStages.end(), token.text) != kStages.end());
  };
  const auto is_cell = [&](std::size_t i) {
    return is_column(tokens[i]) || is(tokens[i], '-') || is(tokens[i], '|');
  };
  std::size_t first = end;
  while (first > at + 1 && is_cell(first - 1))
    --first;
  // A number after a comma is an operand.
  const auto ends_operand = [&](const Token& token) {
    return token.kind == TokenKind::identifier || token.kind == TokenKind::local_label ||
           is(token, ')') || is(token, ']');
  };
  if (first < end && first > at + 1 && !ends_operand(tokens[first - 1])) {
    while (first < end && tokens[first].kind != TokenKind::number)
      ++first;
    first = std::min(first + 1, end);
  }
  const auto cells =
      std::count_if(tokens.begin() + static_cast<std::ptrdiff_t>(std::min(first, end)),
                    tokens.begin() + static_cast<std::ptrdiff_t>(end), is_column);
  const auto rows = dialect_.table().forms(lower(tokens[at].text));
  const auto takes = [&](std::size_t count) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const Row* row) { return row->format.size() == count; });
  };
  if (cells == 0 || !takes(operand_count(tokens, at + 1, first)) ||
      takes(operand_count(tokens, at + 1, first) + static_cast<std::size_t>(cells)))
    return tokens;
  if (!std::exchange(columns_left_out_, true))
    reporter_.warning(place(tokens[first]),
                      "numbers or stages behind the operands are taken for the "
                      "columns of a table, and left out");
  Tokens shorter(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(first));
  shorter.push_back(tokens.back());
  return shorter;
}

bool Assembler::bare_label(const Tokens& tokens, std::size_t& at) {
  const Token& name = tokens[at];
  const Token& next = tokens[std::min(at + 1, tokens.size() - 1)];
  if (name.kind != TokenKind::identifier || name.text.front() == '.' || begins_statement(name) ||
      dialect_.register_named(name.text) || is(next, '=') || is_stall(tokens, at))
    return false;
  std::string_view text = name.text;
  if (text.size() > 1 && text.back() == '.') // "I1. add ..."
    text.remove_suffix(1);
  if (next.kind == TokenKind::end) {
    if (dialect_.reads_instructions())
      return false;
    if (const auto symbol = define_label(name, text))
      bare_labels_.push_back({name, place(name), *symbol});
    ++at;
    return true;
  }
  // A label is followed by a statement: a word that begins one, or a word and its operand. A single
  // other word is the operand of a mistyped instruction.
  if (next.kind != TokenKind::identifier || dialect_.register_named(next.text))
    return false;
  const Token& third = tokens[std::min(at + 2, tokens.size() - 1)];
  if (!begins_statement(next) &&
      (third.kind == TokenKind::end || is(third, ',') || third.kind == TokenKind::punctuator))
    return false;
  ++at;
  (void)define_label(name, text);
  return true;
}

/// Whether operands follow a mnemonic in a comment: "add R1,R2,R3", but not "add a*X(i)".
bool Assembler::begins_operands(const std::string& mnemonic, std::string_view rest) const {
  if (rest.empty() || rest[0] == '$' || rest[0] == '%' || rest[0] == '-' ||
      (rest[0] >= '0' && rest[0] <= '9'))
    return true;
  const std::string_view first = take_word(rest);
  if (dialect_.register_named(first))
    return true;
  const auto rows = dialect_.table().forms(mnemonic);
  return rest.empty() && !rows.empty() && is_control(rows.front()->op_class); // j loop
}

void Assembler::look_into_comment(const Tokens& tokens) {
  const std::string_view text = line_.text;
  const std::size_t behind = tokens.size() > 1 ? tokens[tokens.size() - 2].column - 1 +
                                                     tokens[tokens.size() - 2].text.size()
                                               : 0;
  const std::size_t at = text.find_first_not_of(" \t", std::min(behind, text.size()));
  if (at == std::string_view::npos || text[at] != ';')
    return;
  const std::string_view comment = text.substr(at + 1);
  if (is_remark(comment))
    return;
  std::string_view rest = trimmed(comment);
  const std::string word = lower(take_word(rest));
  if (!dialect_.is_mnemonic(word) || !begins_operands(word, rest))
    return;
  statement_in_comment_ = true;
  const Token semicolon{TokenKind::punctuator, static_cast<std::uint32_t>(at + 1),
                        text.substr(at, 1), 0};
  reporter_.warning(place(semicolon), fmt::format("';' begins a comment in this notation, and '{}' "
                                                  "behind it is not run; a line of its own is",
                                                  trimmed(comment)));
}

void Assembler::check_bare_labels() {
  for (const BareLabel& label : bare_labels_)
    if (!symbols_[label.symbol].used)
      emitter_.report_unknown(lower(label.name.text), label.place);
}

void Assembler::bind_other_cases() {
  std::map<std::string, std::vector<SymbolId>> by_lower; // in a defined order
  for (const auto& [name, id] : symbols_.names())
    if (symbols_[id].kind == SymbolKind::label)
      by_lower[lower(name)].push_back(id);
  std::vector<std::pair<SymbolId, SymbolId>> bound;
  for (const auto& [name, id] : symbols_.names())
    if (symbols_[id].kind == SymbolKind::undefined)
      if (const auto it = by_lower.find(lower(name));
          it != by_lower.end() && it->second.size() == 1)
        bound.emplace_back(id, it->second.front());
  for (const auto& [id, label] : bound) {
    SymbolEntry& entry = symbols_[id];
    entry.kind = SymbolKind::constant;
    entry.expr = symbols_.symbol_plus(label, 0);
    entry.is_code = symbols_[label].is_code;
    entry.defined = symbols_[label].defined;
    symbols_[label].used = true;
    reporter_.warning(entry.defined,
                      fmt::format("'{}' is not defined and taken for this label", entry.name));
  }
}

bool Assembler::is_remark(std::string_view text) {
  text = trimmed(text);
  std::string_view word;
  while (true) {
    if (text.empty())
      return false;
    word = take_word(text);
    if (word.empty())
      return true;
    if (!text.starts_with(':'))
      break;
    text.remove_prefix(1);
    text.remove_prefix(blank_length(text));
  }
  if (text.starts_with('=') && !text.starts_with("=="))
    return dialect_.register_named(word).has_value();
  const std::string name = lower(word);
  if (macros_.count(word) != 0 || directives().count(name) != 0 || dialect_.ignores_directive(name))
    return false;
  const bool mnemonic = dialect_.is_mnemonic(name);
  text = text.substr(0, std::min(text.find('#'), text.find("//")));
  if (trimmed(text).empty())
    return !mnemonic;
  bool prose = false;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view piece = trimmed(rest.substr(0, rest.find(',')));
    rest = rest.substr(std::min(rest.find(','), rest.size() - 1) + 1);
    if (piece.starts_with('%'))
      piece.remove_prefix(1);
    std::string_view behind = piece;
    const std::string_view first = take_word(behind);
    if (behind.empty() && dialect_.register_named(first))
      return false; // an operand: a statement, possibly mistyped
    if (const std::size_t open = behind.find('('); open != std::string_view::npos) {
      std::string_view base = behind.substr(open + 1);
      if (base.starts_with('%'))
        base.remove_prefix(1);
      if (dialect_.register_named(take_word(base)) && base.starts_with(')'))
        return false;
    }
    prose = prose || (!first.empty() && !behind.empty() && is_word(behind[0]));
  }
  return !mnemonic || prose;
}

} // namespace stallscope::isa::assembly
