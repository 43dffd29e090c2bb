#include "tac/parser.hpp"

#include <fmt/format.h>

#include <algorithm>

/// Branches, calls and directives; assignments and memory are in parser.cpp.
namespace stallscope::isa::tac {

std::optional<Token> Parser::parse_target() {
  if (!token().is_word("goto")) {
    if (token().kind == TokenKind::word)
      problem(token(), fmt::format("unexpected '{}'", token().text), "'goto' and a label",
              reporter_.suggest(token().text, {"goto"}));
    else
      unexpected(token(), "'goto' and a label");
    return std::nullopt;
  }
  ++at_;
  const Token label = token();
  if (label.kind != TokenKind::word && label.kind != TokenKind::number) {
    unexpected(label, "a label");
    return std::nullopt;
  }
  ++at_;
  return label;
}

bool Parser::parse_goto() {
  const Token at = token();
  const auto label = parse_target();
  if (!label)
    return false;
  Instruction i;
  i.op = Op::jump;
  i.op_class = OpClass::jump;
  builder_.append_jump(line_, at, i, fmt::format("goto {}", label->text), *label);
  return true;
}

bool Parser::parse_if() {
  const Token at = token();
  ++at_;
  Instruction branch;
  branch.op_class = OpClass::branch;
  std::string text;
  if (!parse_condition(branch, text))
    return false;
  const auto label = parse_target();
  if (!label)
    return false;
  builder_.append_jump(line_, at, branch, fmt::format("if {} goto {}", text, label->text), *label);
  return true;
}

bool Parser::parse_condition(Instruction& branch, std::string& text) {
  const bool negated = token().is("!");
  if (negated)
    ++at_;
  const auto left = parse_operand();
  if (!left)
    return false;
  text = (negated ? "!" : "") + left->text;
  std::string_view comparison = negated ? "==" : "!=";
  Operand right;
  right.is_constant = true;
  if (token().kind == TokenKind::symbol) {
    if (negated || !is_comparison(token().text))
      return unexpected(token(), negated ? "'goto' and a label" : "a comparison or 'goto'");
    comparison = token().text;
    ++at_;
    const auto operand = parse_operand();
    if (!operand)
      return false;
    right = *operand;
    text += fmt::format(" {} {}", comparison, right.text);
  }
  if (left->is_constant && right.is_constant) { // known at assembly time: 0 == 0 or 0 != 0
    const bool holds = *fold(*binary_operator(comparison), left->value, right.value) != 0;
    set_branch(branch, holds ? "==" : "!=", 0, std::int64_t{0});
  } else if (left->is_constant) {
    set_branch(branch, mirrored(comparison), right.reg, left->value);
  } else if (right.is_constant) {
    set_branch(branch, comparison, left->reg, right.value);
  } else {
    set_branch(branch, comparison, left->reg, right.reg);
  }
  return true;
}

bool Parser::parse_print_or_exit() {
  const Token word = token();
  const bool is_exit = word.is_word("exit");
  ++at_;
  Operand value;
  value.is_constant = true;
  std::string text(word.text);
  if (!is_exit || !at_end()) {
    const auto operand = parse_operand();
    if (!operand)
      return false;
    value = *operand;
    text += " " + value.text;
  }
  Instruction i;
  i.op = Op::syscall;
  i.op_class = OpClass::system;
  i.has_immediate = true;
  i.imm = is_exit ? 17 : 1;
  i.rs2 = value.reg;
  i.target = static_cast<std::uint64_t>(value.value);
  builder_.append(line_, word, i, std::move(text));
  return true;
}

bool Parser::parse_read() {
  const Token at = token();
  ++at_;
  const Token name = token();
  const auto variable = parse_operand("a variable");
  if (!variable)
    return false;
  if (variable->is_constant)
    return unexpected(name, "a variable");
  Instruction i;
  i.op = Op::syscall;
  i.op_class = OpClass::system;
  i.has_immediate = true;
  i.imm = 5;
  i.rd = variable->reg;
  builder_.append(line_, at, i, fmt::format("read {}", name.text));
  return true;
}

bool Parser::parse_reg() {
  ++at_;
  const Token name = token();
  const auto variable = parse_operand("a variable");
  if (!variable)
    return false;
  if (variable->is_constant)
    return unexpected(name, "a variable");
  if (!expect("="))
    return false;
  const auto value = parse_constant("a constant");
  if (!value)
    return false;
  builder_.set_register(variable->reg, static_cast<std::uint64_t>(*value));
  return true;
}

bool Parser::parse_mem() {
  ++at_;
  const Token at = token();
  const auto address = parse_constant("an address");
  if (!address || !expect("="))
    return false;
  std::vector<std::uint8_t> bytes;
  while (true) {
    const auto value = parse_constant("a constant");
    if (!value)
      return false;
    for (unsigned i = 0; i < 8; ++i)
      bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(*value) >> (8 * i)));
    if (!token().is(","))
      break;
    ++at_;
  }
  const auto begin = static_cast<std::uint64_t>(*address);
  if (begin > kMemoryBytes || bytes.size() > kMemoryBytes - begin)
    return problem(at,
                   fmt::format("{} bytes at address {} leave the memory", bytes.size(), *address),
                   fmt::format("addresses from 0 to {}", kMemoryBytes - 1));
  builder_.add_data(begin, std::move(bytes));
  return true;
}

} // namespace stallscope::isa::tac
