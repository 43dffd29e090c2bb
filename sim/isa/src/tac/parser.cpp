#include "tac/parser.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::isa::tac {

namespace {

constexpr std::array<std::string_view, 5> kKeywords{"if", "goto", "print", "read", "exit"};

bool is_reserved(std::string_view word) {
  return std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end() ||
         memory_word(word) != nullptr;
}

/// Longer words are cut in messages.
constexpr std::size_t kMaxWordShown = 60;

std::string shown(std::string_view word) {
  return word.size() <= kMaxWordShown ? std::string(word)
                                      : fmt::format("{}...", word.substr(0, kMaxWordShown));
}

} // namespace

bool Parser::problem(const Token& at, std::string message, std::string expected,
                     std::string_view suggestion) {
  reporter_.error(line_.number, line_.text, at, std::move(message), std::move(expected),
                  suggestion);
  return false;
}

bool Parser::unexpected(const Token& t, std::string_view expected) {
  switch (t.kind) {
  case TokenKind::too_large:
    return problem(t, fmt::format("the number {} does not fit in 64 bits", shown(t.text)),
                   "-9223372036854775808 to 18446744073709551615");
  case TokenKind::bad:
    if (t.text.front() >= '0' && t.text.front() <= '9')
      return problem(t, fmt::format("'{}' is no number", shown(t.text)),
                     "a decimal, 0x or 0b number");
    if (t.text.front() == '\'')
      return problem(t, "a character that is not closed, or an unknown escape",
                     "a character such as 'a' or '\\n'");
    return problem(t,
                   static_cast<unsigned char>(t.text.front()) < 0x20
                       ? fmt::format("a byte 0x{:02x}", static_cast<unsigned>(t.text.front()))
                       : fmt::format("unexpected '{}'", t.text),
                   std::string(expected));
  case TokenKind::end:
    return problem(t, "the statement ends too early", std::string(expected));
  default:
    return problem(t, fmt::format("unexpected '{}'", shown(t.text)), std::string(expected));
  }
}

void Parser::parse_line(std::uint32_t number, std::string_view text) {
  line_ = {number, text};
  builder_.add_source_line(text);
  split_line(text, tokens_, targets_ != nullptr);
  at_ = 0;
  if (targets_ != nullptr)
    prepare_line();
  while (token().kind != TokenKind::end && !reporter_.full()) {
    if (token().is(";")) {
      ++at_;
      continue;
    }
    if (!parse_labels() || at_end() || (parse_statement() && end_of_statement()))
      continue;
    while (!at_end())
      ++at_;
  }
}

bool Parser::parse_labels() {
  while (token(1).is(":") &&
         (token().kind == TokenKind::word || token().kind == TokenKind::number ||
          token().kind == TokenKind::too_large)) {
    builder_.define_label(line_, token());
    at_ += 2;
  }
  if (targets_ != nullptr && bare_label())
    return parse_labels();
  return true;
}

bool Parser::end_of_statement() {
  if (at_end())
    return true;
  if (binary_operator(token().text) != nullptr && token().kind == TokenKind::symbol)
    return problem(token(), fmt::format("a second operation, '{}'", token().text),
                   "the end of the statement: three-address code has one operation each");
  return unexpected(token(), "the end of the statement");
}

bool Parser::expect(std::string_view symbol) {
  if (!token().is(symbol))
    return unexpected(token(), fmt::format("'{}'", symbol));
  ++at_;
  return true;
}

bool Parser::parse_statement() {
  between_ = 0;
  const Token& first = token();
  if (first.kind != TokenKind::word)
    return unexpected(first, "a statement such as 't0 = t1 + t2'");
  if (first.is_word("if"))
    return parse_if();
  if (first.is_word("goto"))
    return parse_goto();
  if (first.is_word("print") || first.is_word("exit"))
    return parse_print_or_exit();
  if (first.is_word("read"))
    return parse_read();
  if (first.text == ".reg")
    return parse_reg();
  if (first.text == ".mem")
    return parse_mem();
  if (begins_access(first, token(1)))
    return parse_store();
  if (first.text.front() == '.')
    return problem(first, fmt::format("unknown directive '{}'", shown(first.text)),
                   "'.reg x = 5' or '.mem 104 = 1, 2, 3'",
                   reporter_.suggest(first.text, {".reg", ".mem"}));
  if (token(1).is("="))
    return parse_assignment();
  return unknown_statement(first);
}

bool Parser::unknown_statement(const Token& word) {
  if (token(1).is("["))
    return problem(word, fmt::format("unknown memory '{}'", shown(word.text)),
                   "mem[...] for 8 bytes, or mem4, mem2, mem1",
                   reporter_.suggest(word.text, {"mem", "mem4", "mem2", "mem1"}));
  const bool operator_behind = token(1).kind == TokenKind::symbol && !token(1).is(";") &&
                               !token(1).is("-") && !token(1).is("!") && !token(1).is("~");
  if (operator_behind)
    return unexpected(token(1), "'='");
  return problem(word, fmt::format("unknown statement '{}'", shown(word.text)),
                 "an assignment such as 't0 = t1 + t2', or if, goto, print, read, exit",
                 reporter_.suggest(word.text, {kKeywords.begin(), kKeywords.end()}));
}

std::optional<Parser::Operand> Parser::parse_operand(std::string_view expected) {
  Operand operand;
  if (token().kind == TokenKind::word && token().text.front() != '.') {
    const Token& name = token();
    if (is_reserved(name.text)) {
      problem(name, fmt::format("'{}' is a word of the notation", name.text),
              std::string(expected));
      return std::nullopt;
    }
    operand.reg = builder_.variable(line_, name);
    operand.text = std::string(name.text);
    ++at_;
    return operand;
  }
  if (token().kind == TokenKind::number || (token().is("-") && token(1).kind != TokenKind::word)) {
    const std::size_t first = at_;
    const auto value = parse_constant(expected);
    if (!value)
      return std::nullopt;
    operand.is_constant = true;
    operand.value = *value;
    for (std::size_t i = first; i < at_; ++i)
      operand.text += tokens_[i].text;
    return operand;
  }
  unexpected(token(), expected);
  return std::nullopt;
}

std::optional<std::int64_t> Parser::parse_constant(std::string_view expected) {
  const bool negative = token().is("-");
  const Token& number = token(negative ? 1 : 0);
  if (number.kind != TokenKind::number) {
    unexpected(number, expected);
    return std::nullopt;
  }
  if (negative && number.value > 1ULL << 63) {
    problem(number, fmt::format("the number -{} does not fit in 64 bits", shown(number.text)),
            "-9223372036854775808 to 18446744073709551615");
    return std::nullopt;
  }
  at_ += negative ? 2 : 1;
  return static_cast<std::int64_t>(negative ? 0 - number.value : number.value);
}

bool Parser::emit_constant(const Token& at, const Token& target, std::int64_t value,
                           std::string text) {
  Instruction i;
  i.op = Op::load_immediate;
  i.op_class = OpClass::integer;
  i.rd = builder_.variable(line_, target);
  i.imm = value;
  builder_.append(line_, at, i, std::move(text));
  return true;
}

bool Parser::parse_assignment() {
  const Token target = token();
  at_ += 2;
  return parse_value(target, target);
}

bool Parser::parse_value(const Token& at, const Token& target) {
  if (begins_access(token(), token(1))) {
    const auto address = parse_address();
    if (!address)
      return false;
    const bool more = has_arrays_ && token().kind == TokenKind::symbol &&
                      binary_operator(token().text) != nullptr;
    if (!more) {
      append_load(at, target, *address);
      return true;
    }
    Operand left; // y = mem[...] * z
    const Token value = between(token());
    append_load(at, value, *address);
    left.reg = builder_.variable(line_, value);
    left.text = std::string(value.text);
    return parse_binary(at, target, left);
  }
  const bool minus_variable = token().is("-") && token(1).kind == TokenKind::word;
  if (minus_variable || token().is("~") || token().is("!"))
    return parse_unary(at, target);
  const auto left = parse_operand();
  if (!left)
    return false;
  if (token().kind == TokenKind::symbol && binary_operator(token().text) != nullptr)
    return parse_binary(at, target, *left);
  if (left->is_constant)
    return emit_constant(at, target, left->value, fmt::format("{} = {}", target.text, left->text));
  Instruction i;
  i.op = Op::move;
  i.op_class = OpClass::integer;
  i.rs1 = left->reg;
  i.rd = builder_.variable(line_, target);
  builder_.append(line_, at, i, fmt::format("{} = {}", target.text, left->text));
  return true;
}

void Parser::append_load(const Token& at, const Token& target, const Address& address) {
  Instruction i;
  i.op = address.word->load;
  i.op_class = OpClass::load;
  i.rs1 = address.base;
  i.imm = address.displacement;
  i.rd = builder_.variable(line_, target);
  builder_.append(line_, at, i, fmt::format("{} = {}", target.text, address.text));
}

bool Parser::parse_unary(const Token& at, const Token& target) {
  const Token sign = token();
  ++at_;
  const auto operand = parse_operand();
  if (!operand)
    return false;
  std::string text = fmt::format("{} = {}{}", target.text, sign.text, operand->text);
  if (operand->is_constant)
    return emit_constant(at, target, sign.is("~") ? ~operand->value : operand->value == 0,
                         std::move(text));
  Instruction i;
  i.op_class = OpClass::integer;
  if (sign.is("-")) { // 0 - operand
    i.op = Op::sub;
    i.rs2 = operand->reg;
  } else {
    i.op = sign.is("~") ? Op::xor_ : Op::seq;
    i.rs1 = operand->reg;
    i.has_immediate = true;
    i.imm = sign.is("~") ? -1 : 0;
  }
  i.rd = builder_.variable(line_, target);
  builder_.append(line_, at, i, std::move(text));
  return true;
}

bool Parser::parse_binary(const Token& at, const Token& target, const Operand& left) {
  const Token symbol = token();
  const BinaryOperator* op = binary_operator(symbol.text);
  ++at_;
  if (symbol.text.back() == 'u' && at_end()) // "x <u" at the end of the statement: u is a variable
    return unexpected(token(), "a variable or a constant; '<u' compares without sign, write '< u' "
                               "for a variable u");
  const auto right = parse_read_operand();
  if (!right)
    return false;
  std::string text = fmt::format("{} = {} {} {}", target.text, left.text, op->text, right->text);
  if (left.is_constant && right->is_constant) {
    const auto value = fold(*op, left.value, right->value);
    if (!value)
      return problem(symbol, "a division by the constant 0", "a divisor that is not 0");
    return emit_constant(at, target, *value, std::move(text));
  }
  Instruction i;
  i.op_class = op->op_class;
  i.has_immediate = left.is_constant || right->is_constant;
  if (left.is_constant) {
    i.op = op->reversed;
    i.rs1 = right->reg;
    i.imm = left.value;
  } else {
    i.op = op->op;
    i.rs1 = left.reg;
    i.rs2 = right->reg;
    i.imm = right->value;
  }
  i.rd = builder_.variable(line_, target);
  builder_.append(line_, at, i, std::move(text));
  return true;
}

std::optional<Parser::Address> Parser::parse_address() {
  Address address;
  const Token word = token();
  address.word = memory_word(word.text);
  std::int64_t begin = 0; // address of an array
  if (address.word == nullptr) {
    address.word = memory_word("mem");
    begin = builder_.array(line_, word);
  }
  ++at_;
  if (!expect("["))
    return std::nullopt;
  const auto first = parse_operand();
  if (!first)
    return std::nullopt;
  std::string inside = first->text;
  address.base = first->reg;
  address.displacement = first->value;
  if (token().is("+") || token().is("-")) {
    const bool minus = token().is("-");
    const Token sign = token();
    ++at_;
    const Token second_at = token();
    const auto second = parse_operand();
    if (!second)
      return std::nullopt;
    const bool two = !second->is_constant && !first->is_constant;
    if (two && has_arrays_) {
      add_registers(address, sign, *first, *second);
      inside = std::string(builder_.name_of(address.base));
    } else if (!second->is_constant && (minus || !first->is_constant)) {
      problem(second_at, fmt::format("'{}' is no constant", shown(second->text)),
              "a variable and a constant, such as mem[t1 + 8]; add variables in a statement of "
              "their own");
      return std::nullopt;
    }
    if (!second->is_constant && !two)
      address.base = second->reg;
    const auto amount = static_cast<std::uint64_t>(second->value);
    const auto base = static_cast<std::uint64_t>(address.displacement);
    address.displacement = static_cast<std::int64_t>(minus ? base - amount : base + amount);
    if (!two)
      inside += fmt::format("{}{}", sign.text, second->text);
  }
  if (!expect("]"))
    return std::nullopt;
  address.displacement += begin;
  address.text = fmt::format("{}[{}]", word.text, inside);
  return address;
}

bool Parser::parse_store() {
  const Token at = token();
  const auto address = parse_address();
  if (!address || !expect("="))
    return false;
  const Token value_at = token();
  const auto value = parse_stored_value();
  if (!value)
    return false;
  if (value->is_constant && value->value != 0)
    return problem(value_at, fmt::format("a store of the constant {}", shown(value->text)),
                   "a variable to store, or 0");
  Instruction i;
  i.op = address->word->store;
  i.op_class = OpClass::store;
  i.rs1 = address->base;
  i.rs2 = value->reg;
  i.imm = address->displacement;
  builder_.append(line_, at, i, fmt::format("{} = {}", address->text, value->text));
  return true;
}

} // namespace stallscope::isa::tac
