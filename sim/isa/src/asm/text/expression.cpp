#include "asm/text/expression.hpp"

#include <fmt/format.h>

namespace stallscope::isa::assembly {

namespace {

/// Precedence of a binary operator, as in GNU as; 0: not a binary operator.
unsigned precedence(const Token& token) {
  if (token.kind != TokenKind::punctuator)
    return 0;
  switch (token.value) {
  case punctuator('*'):
  case punctuator('/'):
  case punctuator('%'):
  case punctuator('<', '<'):
  case punctuator('>', '>'):
    return 5;
  case punctuator('|'):
  case punctuator('&'):
  case punctuator('^'):
    return 4;
  case punctuator('+'):
  case punctuator('-'):
  case punctuator('=', '='):
  case punctuator('!', '='):
  case punctuator('<'):
  case punctuator('>'):
  case punctuator('<', '='):
  case punctuator('>', '='):
    return 3;
  case punctuator('&', '&'):
    return 2;
  case punctuator('|', '|'):
    return 1;
  default:
    return 0;
  }
}

} // namespace

/// Precedence climbing into postfix items; constants are folded during parsing, so most expressions
/// need no items.
class ExpressionParser {
public:
  ExpressionParser(Symbols& symbols, const std::vector<Token>& tokens, std::size_t& at,
                   const SourceLine& line, const Value& here, Reporter& reporter)
      : symbols_(symbols), tokens_(tokens), at_(at), line_(line), here_(here), reporter_(reporter),
        first_(symbols.items_.size()) {}

  std::optional<Expr> run() {
    if (!binary(1, 0)) {
      symbols_.items_.resize(first_);
      return std::nullopt;
    }
    auto& items = symbols_.items_;
    const std::size_t count = items.size() - first_;
    if (count == 1 && items.back().kind == Item::Kind::number &&
        items.back().section == kAbsolute) {
      const std::int64_t constant = items.back().number;
      items.resize(first_);
      return Expr{0, 0, constant};
    }
    return Expr{static_cast<std::uint32_t>(first_), static_cast<std::uint32_t>(count), 0};
  }

private:
  using Item = Symbols::Item;

  bool binary(unsigned lowest, unsigned depth) {
    if (!unary(depth))
      return false;
    while (true) {
      const Token& token = tokens_[at_];
      const unsigned strength = precedence(token);
      if (strength == 0 || strength < lowest)
        return true;
      ++at_;
      if (!binary(strength + 1, depth) || !reduce(token, 2))
        return false;
    }
  }

  bool unary(unsigned depth) {
    const Token& token = tokens_[at_];
    if (depth >= kMaxExpressionDepth) {
      reporter_.error(place_of(token, line_), "the expression is nested too deeply",
                      fmt::format("at most {} parentheses and signs", kMaxExpressionDepth));
      return false;
    }
    if (token.kind == TokenKind::punctuator) {
      switch (token.value) {
      case punctuator('-'):
      case punctuator('+'):
      case punctuator('~'):
      case punctuator('!'):
        ++at_;
        return unary(depth + 1) && reduce(token, 1);
      case punctuator('('):
        ++at_;
        if (!binary(1, depth + 1))
          return false;
        if (tokens_[at_].kind != TokenKind::punctuator || tokens_[at_].value != punctuator(')')) {
          reporter_.error(place_of(tokens_[at_], line_), "the parenthesis is not closed", "')'");
          return false;
        }
        ++at_;
        return true;
      default:
        break;
      }
    }
    return primary(token);
  }

  bool primary(const Token& token) {
    auto& items = symbols_.items_;
    switch (token.kind) {
    case TokenKind::number:
      items.push_back({Item::Kind::number, 0, static_cast<std::int64_t>(token.value), kAbsolute});
      break;
    case TokenKind::identifier:
      if (token.text == ".")
        items.push_back({Item::Kind::number, 0, here_.number, here_.section});
      else {
        const SymbolId symbol = symbols_.refer(token.text);
        symbols_[symbol].used = true;
        items.push_back({Item::Kind::symbol, 0, symbol, kAbsolute});
      }
      break;
    case TokenKind::local_label:
      items.push_back(
          {Item::Kind::symbol, 0,
           symbols_.refer_local(token.value, token.text.back() == 'f', place_of(token, line_)),
           kAbsolute});
      break;
    default:
      reporter_.error(place_of(token, line_),
                      token.kind == TokenKind::end ? "the line ends where a value is needed"
                                                   : fmt::format("'{}' is no value", token.text),
                      "a number, a name or '('");
      return false;
    }
    ++at_;
    return true;
  }

  /// Adds an operator after its operands, or replaces constant operands by the result.
  bool reduce(const Token& token, std::size_t operands) {
    auto& items = symbols_.items_;
    bool constant = items.size() - first_ >= operands;
    for (std::size_t i = 1; constant && i <= operands; ++i)
      constant = items[items.size() - i].kind == Item::Kind::number;
    const auto kind = operands == 1 ? Item::Kind::unary : Item::Kind::binary;
    if (!constant) {
      items.push_back({kind, token.value, 0, kAbsolute});
      return true;
    }
    const Item b = items.back();
    const Item a = items[items.size() - operands];
    const std::optional<Value> value =
        operands == 1 ? symbols_.apply_unary(token.value, {a.number, a.section})
                      : symbols_.apply(token.value, {a.number, a.section}, {b.number, b.section});
    if (!value) {
      if (symbols_.why() == ValueError::zero_division) {
        reporter_.error(place_of(token, line_), "division by zero", "a divisor other than 0");
        return false;
      }
      items.push_back({kind, token.value, 0, kAbsolute}); // an address: becomes a number when
                                                          // sections are placed
      return true;
    }
    items.resize(items.size() - operands);
    items.push_back({Item::Kind::number, 0, value->number, value->section});
    return true;
  }

  Symbols& symbols_;
  const std::vector<Token>& tokens_;
  std::size_t& at_;
  const SourceLine& line_;
  const Value& here_;
  Reporter& reporter_;
  std::size_t first_;
};

std::optional<Expr> Symbols::parse(const std::vector<Token>& tokens, std::size_t& at,
                                   const SourceLine& line, const Value& here, Reporter& reporter) {
  return ExpressionParser(*this, tokens, at, line, here, reporter).run();
}

} // namespace stallscope::isa::assembly
