#include "asm/text/operand.hpp"

#include <fmt/format.h>

#include <array>

namespace stallscope::isa::assembly {

namespace {

std::optional<Modifier> modifier_named(std::string_view text, const Dialect& dialect) {
  static constexpr std::array<std::pair<std::string_view, Modifier>, 4> kNames = {
      {{"hi", Modifier::hi},
       {"lo", Modifier::lo},
       {"pcrel_hi", Modifier::pcrel_hi},
       {"pcrel_lo", Modifier::pcrel_lo}}};
  for (const auto& [name, modifier] : kNames)
    if (text == name)
      return modifier;
  return dialect.own_modifier_named(text);
}

} // namespace

Operand Operand::of_register(RegId reg) {
  Operand operand;
  operand.kind = Kind::reg;
  operand.reg = reg;
  return operand;
}

Operand Operand::of_constant(std::int64_t value) {
  Operand operand;
  operand.value.constant = value;
  operand.known = value;
  return operand;
}

std::string suggest_register(const Dialect& dialect, std::string_view text) {
  const std::vector<std::string> names = dialect.register_names();
  std::vector<std::string_view> candidates;
  for (const std::string& name : names)
    if (!name.empty())
      candidates.push_back(name);
  return std::string(nearest_word(text, candidates));
}

std::optional<RegId> OperandParser::register_at(const Token& token) {
  return token.kind == TokenKind::identifier ? dialect_.register_named(token.text) : std::nullopt;
}

bool OperandParser::parse(const std::vector<Token>& tokens, std::size_t at, const SourceLine& line,
                          const Value& here, std::vector<Operand>& operands) {
  line_ = line;
  here_ = here;
  operands.clear();
  if (tokens[at].kind == TokenKind::end)
    return true;
  while (true) {
    const std::size_t first = at;
    Operand& operand = operands.emplace_back();
    if (!this->operand(tokens, at, operand))
      return false;
    if (tokens[at].text == "@plt") // a call through a table that static programs do not contain
      ++at;
    const Token& last = tokens[at > first ? at - 1 : at];
    const std::uint32_t end = last.column + static_cast<std::uint32_t>(last.text.size());
    operand.place = {line, tokens[first].column, end - tokens[first].column};
    if (end <= line.text.size() + 1 && end > tokens[first].column) {
      operand.text = line.text.substr(tokens[first].column - 1, end - tokens[first].column);
      operand.value.hexadecimal = operand.text.starts_with("0x") || operand.text.starts_with("0X");
    }
    if (tokens[at].kind == TokenKind::end)
      return true;
    if (begins_operand(tokens, at))
      continue;
    if (!is(tokens[at], ',')) {
      reporter_.error(place_of(tokens[at], line), fmt::format("unexpected '{}'", tokens[at].text),
                      "',' or the end of the line");
      return false;
    }
    ++at;
    if (tokens[at].kind == TokenKind::end) {
      reporter_.error(place_of(tokens[at], line), "the line ends behind a comma", "an operand");
      return false;
    }
  }
}

/// MARS and RARS need no commas. A word that is not a register may be the last operand, a label, or
/// a remark without a comment character.
bool OperandParser::begins_operand(const std::vector<Token>& tokens, std::size_t at) {
  if (!dialect_.is_lenient())
    return false;
  const Token& token = tokens[at];
  if (token.kind == TokenKind::identifier)
    return register_at(token) || tokens[at + 1].kind == TokenKind::end;
  return token.kind == TokenKind::number || token.kind == TokenKind::real ||
         token.kind == TokenKind::local_label || is(token, '-') || is(token, '(') || is(token, '%');
}

bool OperandParser::base(const std::vector<Token>& tokens, std::size_t& at, Operand& operand) {
  ++at; // '('
  const std::optional<RegId> reg = register_at(tokens[at]);
  if (!reg) {
    const Token& token = tokens[at];
    const bool suggest = token.kind == TokenKind::identifier && reporter_.may_suggest(suggestions_);
    reporter_.error(place_of(token, line_),
                    token.kind == TokenKind::end ? "the line ends where a register is needed"
                                                 : fmt::format("'{}' is no register", token.text),
                    std::string(dialect_.register_example(false)),
                    suggest ? suggest_register(dialect_, token.text) : std::string());
    return false;
  }
  ++at;
  if (!is(tokens[at], ')')) {
    reporter_.error(place_of(tokens[at], line_), "the parenthesis is not closed", "')'");
    return false;
  }
  ++at;
  operand.kind = Operand::Kind::memory;
  operand.reg = *reg;
  return true;
}

bool OperandParser::value(const std::vector<Token>& tokens, std::size_t& at, Operand& operand) {
  const std::optional<Expr> expr = symbols_.parse(tokens, at, line_, here_, reporter_);
  if (!expr)
    return false;
  operand.value = *expr;
  if (expr->is_constant()) {
    operand.known = expr->constant;
  } else if (const std::optional<Value> value = symbols_.evaluate(*expr);
             value && value->section == kAbsolute) {
    operand.known = value->number;
  }
  return true;
}

/// 34(R2) as 34+(R2) or 34,(R2), and 34+ R2 or 34 R2 as in the tables of a scoreboard.
bool OperandParser::distance_and_base(const std::vector<Token>& tokens, std::size_t& at,
                                      Operand& operand) {
  const bool has_sign = is(tokens[at + 1], '+');
  const std::size_t between = has_sign || is(tokens[at + 1], ',') ? 1 : 0;
  if (at + 1 + between >= tokens.size())
    return false;
  const bool closed = is(tokens[at + 1 + between], '(');
  const std::size_t reg_at = at + 1 + between + (closed ? 1 : 0);
  if (tokens[at].kind != TokenKind::number || reg_at + 1 >= tokens.size() ||
      (closed && !is(tokens[reg_at + 1], ')')))
    return false;
  const std::size_t behind = reg_at + (closed ? 2 : 1);
  if (!has_sign && (closed != (between == 1) || tokens[behind].kind != TokenKind::end))
    return false;
  const std::optional<RegId> reg = register_at(tokens[reg_at]);
  if (!reg)
    return false;
  operand.kind = Operand::Kind::memory;
  operand.known = static_cast<std::int64_t>(tokens[at].value);
  operand.value = {0, 0, *operand.known};
  operand.reg = *reg;
  at = reg_at + (closed ? 2 : 1);
  return true;
}

/// Behind "%hi(" or "%lo(": _gp_disp or %neg(%gp_rel(function)), the way from a function to the
/// table of addresses; false: something else.
bool OperandParser::global_pointer_value(const std::vector<Token>& tokens, std::size_t& at,
                                         Operand& operand) {
  const bool is_hi = operand.modifier == Modifier::hi;
  if ((!is_hi && operand.modifier != Modifier::lo) || !dialect_.own_modifier_named("got"))
    return false;
  if (tokens[at].text == "_gp_disp") {
    operand.modifier = is_hi ? Modifier::gp_disp_hi : Modifier::gp_disp_lo;
    ++at;
    return true;
  }
  constexpr std::array<std::string_view, 6> kWords{"%", "neg", "(", "%", "gp_rel", "("};
  for (std::size_t i = 0; i < kWords.size(); ++i)
    if (at + i >= tokens.size() || tokens[at + i].text != kWords.at(i))
      return false;
  std::size_t behind = at + kWords.size();
  if (!value(tokens, behind, operand) || !is(tokens[behind], ')') || !is(tokens[behind + 1], ')'))
    return false;
  operand.modifier = is_hi ? Modifier::gp_neg_hi : Modifier::gp_neg_lo;
  at = behind + 2;
  return true;
}

/// The operand is an entry of the table of addresses instead of the symbol.
void OperandParser::take_entry(Operand& operand, const Place& place) {
  using Kind = AddressTable::Kind;
  const auto take = [&](Kind kind, Modifier modifier) {
    operand.value = table_.entry_for(operand.value, kind, place);
    operand.modifier = modifier;
  };
  switch (operand.modifier) {
  case Modifier::got_pcrel_hi:
    return take(Kind::address, Modifier::pcrel_hi);
  case Modifier::got_address:
    return take(Kind::address, Modifier::from_table);
  case Modifier::got_page:
    return take(Kind::page, Modifier::from_table);
  case Modifier::got_either:
    return take(Kind::either, Modifier::from_table);
  case Modifier::got_called:
    return take(Kind::called, Modifier::from_table);
  default:
    return;
  }
}

/// %hi(value) and similar operands.
bool OperandParser::modified_value(const std::vector<Token>& tokens, std::size_t& at,
                                   Operand& operand) {
  const std::optional<Modifier> modifier = tokens[at + 1].kind == TokenKind::identifier
                                               ? modifier_named(tokens[at + 1].text, dialect_)
                                               : std::nullopt;
  if (!modifier || !is(tokens[at + 2], '(')) {
    reporter_.error(place_of(tokens[modifier ? at + 2 : at + 1], line_),
                    "this is no operand behind '%'", std::string(dialect_.modifier_examples()));
    return false;
  }
  operand.modifier = *modifier;
  at += 3;
  const Place place = place_of(tokens[at], line_);
  if (!global_pointer_value(tokens, at, operand) && !value(tokens, at, operand))
    return false;
  take_entry(operand, place);
  operand.known.reset(); // the operand differs from the value
  if (!is(tokens[at], ')')) {
    reporter_.error(place_of(tokens[at], line_), "the parenthesis is not closed", "')'");
    return false;
  }
  ++at;
  return true;
}

bool OperandParser::operand(const std::vector<Token>& tokens, std::size_t& at, Operand& operand) {
  const Token& token = tokens[at];
  if (token.kind == TokenKind::identifier) {
    const auto reg = dialect_.register_named(token.text);
    const bool expression = dialect_.has_labels_named_like_fp() && reg && dialect_.is_fp(*reg) &&
                            tokens[at + 1].kind != TokenKind::end && !is(tokens[at + 1], ',');
    if (reg && !expression) {
      operand.kind = Operand::Kind::reg;
      operand.reg = *reg;
      ++at;
      if (dialect_.has_indexed_addressing() && is(tokens[at], '(')) {
        operand.index = *reg;
        if (!base(tokens, at, operand))
          return false;
        operand.kind = Operand::Kind::indexed;
      }
      return true;
    }
    if (dialect_.looks_like_register(token.text)) {
      reporter_.error(place_of(token, line_), fmt::format("'{}' is no register", token.text),
                      std::string(dialect_.register_example(false)),
                      reporter_.may_suggest(suggestions_) ? suggest_register(dialect_, token.text)
                                                          : "");
      return false;
    }
  }
  if (is(token, '(') && register_at(tokens[at + 1])) {
    operand.known = 0;
    return base(tokens, at, operand);
  }
  if (dialect_.is_lenient() && distance_and_base(tokens, at, operand))
    return true;
  const std::size_t sign = is(token, '-') || is(token, '+') ? 1 : 0;
  if (tokens[at + sign].kind == TokenKind::real) {
    operand.kind = Operand::Kind::real;
    operand.negative = is(token, '-');
    operand.real = tokens[at + sign].text;
    at += sign + 1;
    return true;
  }
  if (is(token, '%') ? !modified_value(tokens, at, operand) : !value(tokens, at, operand))
    return false;
  return !is(tokens[at], '(') || base(tokens, at, operand);
}

} // namespace stallscope::isa::assembly
