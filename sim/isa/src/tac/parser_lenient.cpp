#include "asm/text/leniency.hpp"
#include "base/ascii.hpp"
#include "tac/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

/// Additional syntax of the lenient mode, as in books and slides.
namespace stallscope::isa::tac {

namespace {

/// The keyword in lower case as listed here; nullptr for other words.
std::string_view keyword(std::string_view word) {
  static constexpr std::array<std::string_view, 8> kWords{"if",   "goto",    "print", "read",
                                                          "exit", "iffalse", "halt",  "return"};
  const std::string lower = stallscope::lower(word);
  const auto found = std::find(kWords.begin(), kWords.end(), lower);
  return found == kWords.end() ? std::string_view() : *found;
}

/// I1
bool is_numbered(std::string_view word) {
  return word.size() > 1 && word.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

} // namespace

Token Parser::between(const Token& at) {
  static constexpr std::array<std::string_view, 8> kNames{"@1", "@2", "@3", "@4",
                                                          "@5", "@6", "@7", "@8"};
  builder_.note_operations(line_, at);
  Token name = at;
  name.kind = TokenKind::word;
  name.text = kNames.at(std::min(between_++, kNames.size() - 1));
  return name;
}

std::optional<Parser::Operand> Parser::parse_read_operand(std::string_view expected) {
  if (!has_arrays_ || !begins_access(token(), token(1)))
    return parse_operand(expected);
  const Token at = token();
  const auto address = parse_address();
  if (!address)
    return std::nullopt;
  Operand operand;
  const Token value = between(at);
  append_load(at, value, *address);
  operand.reg = builder_.variable(line_, value);
  operand.text = std::string(value.text);
  return operand;
}

void Parser::add_registers(Address& address, const Token& sign, const Operand& first,
                           const Operand& second) {
  const Token sum = between(sign);
  Instruction i;
  i.op = sign.is("-") ? Op::sub : Op::add;
  i.op_class = OpClass::integer;
  i.rs1 = first.reg;
  i.rs2 = second.reg;
  i.rd = builder_.variable(line_, sum);
  builder_.append(line_, sign, i,
                  fmt::format("{} = {} {} {}", sum.text, first.text, sign.text, second.text));
  address.base = i.rd;
}

std::optional<Parser::Operand> Parser::parse_stored_value() {
  const Token at = token();
  const bool is_simple = (at.kind == TokenKind::word || at.kind == TokenKind::number) &&
                         (token(1).kind == TokenKind::end || token(1).is(";"));
  if (!has_arrays_ || (is_simple && (at.kind == TokenKind::word || at.value == 0)))
    return parse_operand("a variable to store, or 0");
  const Token value = between(at);
  if (!parse_value(at, value))
    return std::nullopt;
  Operand operand;
  operand.reg = builder_.variable(line_, value);
  operand.text = std::string(value.text);
  return operand;
}

bool Parser::begins_access(const Token& word, const Token& behind) {
  if (word.kind != TokenKind::word || word.text.front() == '.')
    return false;
  if (memory_word(word.text) != nullptr)
    return true;
  return has_arrays_ && behind.is("[") && keyword(word.text).empty() &&
         reporter_.suggest(word.text, {"mem", "mem4", "mem2", "mem1"}).empty();
}

bool Parser::begins_statement(std::size_t at) const {
  const Token& first = tokens_[std::min(at, tokens_.size() - 1)];
  const Token& second = tokens_[std::min(at + 1, tokens_.size() - 1)];
  if (first.kind != TokenKind::word)
    return false;
  return first.text.front() == '.' || !keyword(first.text).empty() || second.is("=") ||
         second.is(":") || ((has_arrays_ || memory_word(first.text) != nullptr) && second.is("["));
}

void Parser::prepare_line() {
  number_line();
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
    Token& word = tokens_[i];
    // A remark: the text after the ';' begins no statement, not even a mistyped one.
    if (word.is(";") && tokens_[i + 1].kind != TokenKind::end && !tokens_[i + 1].is(";") &&
        !begins_statement(i + 1) &&
        (tokens_[i + 1].kind != TokenKind::word ||
         reporter_.suggest(tokens_[i + 1].text, {"goto", "print", "read", "exit"}).empty())) {
      Token end = word;
      end.kind = TokenKind::end;
      tokens_.resize(i);
      tokens_.push_back(end);
      break;
    }
    if (const std::string lower = stallscope::lower(word.text);
        word.kind == TokenKind::word && tokens_[i + 1].is("[") && memory_word(lower) != nullptr)
      word.text = memory_word(lower)->text;
    const bool first = i == 0 || tokens_[i - 1].is(":") || tokens_[i - 1].is(";");
    const bool statement =
        first && word.kind == TokenKind::word && !tokens_[i + 1].is("=") && !tokens_[i + 1].is(":");
    const bool jump = word.kind == TokenKind::word && stallscope::lower(word.text) == "goto";
    if (!statement && !jump)
      continue;
    if (const std::string_view lower = keyword(word.text); lower == "iffalse") {
      word.text = "if";
      Token negated = word;
      negated.kind = TokenKind::symbol;
      negated.text = "!";
      tokens_.insert(tokens_.begin() + static_cast<std::ptrdiff_t>(i) + 1, negated);
    } else if (!lower.empty()) {
      word.text = lower == "halt" || lower == "return" ? "exit" : lower;
    }
  }
}

/// "(" is not a token of the notation: it is stored as a bad one, and removed around a number here.
void Parser::number_line() {
  const auto is_bad = [&](std::size_t at, std::string_view text) {
    return at < tokens_.size() && tokens_[at].kind == TokenKind::bad && tokens_[at].text == text;
  };
  const auto erase = [&](std::size_t at) {
    tokens_.erase(tokens_.begin() + static_cast<std::ptrdiff_t>(at));
  };
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
    const bool target = i > 0 && tokens_[i - 1].kind == TokenKind::word &&
                        stallscope::lower(tokens_[i - 1].text) == "goto";
    if (i > 0 && !target)
      continue;
    if (i == 0 && tokens_[0].kind == TokenKind::word && is_numbered(tokens_[0].text) &&
        is_bad(1, ")")) // "I1) x = y"
      tokens_[1].text = ".";
    if (i == 0 && tokens_[0].kind == TokenKind::word && is_bad(1, ".")) { // "I1. x = y"
      tokens_[1].kind = TokenKind::symbol;
      tokens_[1].text = ":";
    }
    const bool opened = is_bad(i, "(") || tokens_[i].is("[");
    if (opened && tokens_[i + 1].kind == TokenKind::word && i + 2 < tokens_.size() &&
        (is_bad(i + 2, ")") || tokens_[i + 2].is("]"))) { // "(I1) x = y"
      erase(i);
      tokens_[i + 1].kind = TokenKind::symbol;
      tokens_[i + 1].text = ":";
      if (target)
        erase(i + 1);
      continue;
    }
    if (opened && tokens_[i + 1].kind == TokenKind::number)
      erase(i);
    if (tokens_[i].kind != TokenKind::number)
      continue;
    Token& behind = tokens_[i + 1];
    const bool closed = is_bad(i + 1, ")") || is_bad(i + 1, ".") || behind.is("]");
    if (target) {
      if (closed)
        erase(i + 1);
    } else if (closed || (behind.kind == TokenKind::word && begins_statement(i + 1))) {
      Token colon = behind;
      colon.kind = TokenKind::symbol;
      colon.text = ":";
      if (closed && tokens_.size() > i + 2 && tokens_[i + 2].is(":"))
        erase(i + 1);
      else if (closed)
        behind = colon;
      else
        tokens_.insert(tokens_.begin() + static_cast<std::ptrdiff_t>(i) + 1, colon);
    }
  }
}

bool Parser::bare_label() {
  const Token& name = token();
  if (name.kind != TokenKind::word || begins_statement(at_) ||
      (token(1).kind == TokenKind::end ? targets_->count(std::string(name.text)) == 0
                                       : !begins_statement(at_ + 1)))
    return false;
  builder_.define_label(line_, name);
  ++at_;
  return true;
}

std::set<std::string> targets_of(std::string_view text) {
  std::set<std::string> targets;
  const std::string lower = stallscope::lower(text);
  for (std::size_t at = lower.find("goto"); at != std::string::npos; at = lower.find("goto", at)) {
    at += 4;
    const std::size_t from = std::min(lower.find_first_not_of(" \t", at), lower.size());
    std::size_t to = from;
    while (to < lower.size() && (is_alphanumeric(lower[to]) || lower[to] == '_'))
      ++to;
    targets.emplace(text.substr(from, to - from));
  }
  return targets;
}

} // namespace stallscope::isa::tac
