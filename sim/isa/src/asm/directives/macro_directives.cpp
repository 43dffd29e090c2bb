#include "asm/assembler.hpp"

#include <fmt/format.h>

#include <cctype>

namespace stallscope::isa::assembly {

namespace {

/// The text from one token to the end of another on the same line.
std::string_view between(const Token& first, const Token& last) {
  return {first.text.data(),
          static_cast<std::size_t>(last.text.data() + last.text.size() - first.text.data())};
}

} // namespace

void Assembler::define_macro(const Tokens& tokens, std::size_t at) {
  const Place opener = place(tokens[at - 1]);
  std::vector<SourceLine> body;
  const std::optional<Token> name = name_token(tokens, at, "a name for the macro");
  // The body is read in any case, so that its lines are not assembled as part of the program.
  if (!reader_->read_block(opener, ".endm", body) || !name)
    return;
  Macro macro;
  macro.defined = place(*name);
  macro.body = std::move(body);
  const bool parentheses = is(tokens[at], '(');
  if (parentheses)
    ++at;
  while (tokens[at].kind != TokenKind::end && !(parentheses && is(tokens[at], ')'))) {
    if (is(tokens[at], ',')) {
      ++at;
      continue;
    }
    if (is(tokens[at], '%')) {
      macro.percent = true;
      ++at;
    }
    const std::optional<Token> parameter = name_token(tokens, at, "the name of a parameter");
    if (!parameter)
      return;
    MacroParameter& added = macro.parameters.emplace_back();
    added.name = parameter->text;
    if (is(tokens[at], ':') && tokens[at + 1].kind == TokenKind::identifier) {
      const std::string_view kind = tokens[at + 1].text;
      added.required = kind == "req";
      added.rest = kind == "vararg";
      if (!added.required && !added.rest) {
        reporter_.error(place(tokens[at + 1]), fmt::format("'{}' is no kind of parameter", kind),
                        "req or vararg");
        return;
      }
      at += 2;
    }
    if (is(tokens[at], '=')) {
      const std::size_t first = ++at;
      while (tokens[at].kind != TokenKind::end && !is(tokens[at], ','))
        ++at;
      if (at > first)
        added.default_text = between(tokens[first], tokens[at - 1]);
    }
  }
  if (macros_.contains(name->text)) {
    reporter_.error(place(*name),
                    fmt::format("macro '{}' is defined a second time; the first is in line {}",
                                name->text, macros_[name->text].defined.line.line),
                    "a name of its own, or .purgem before it");
    return;
  }
  macros_.emplace(name->text, std::move(macro));
}

void Assembler::undefine_macro(const Tokens& tokens, std::size_t at) {
  const std::optional<Token> name = name_token(tokens, at, "the name of a macro");
  if (name && finished(tokens, at) && macros_.erase(name->text) == 0)
    reporter_.error(place(*name), fmt::format("there is no macro '{}'", name->text));
}

void Assembler::stray_end(const Tokens& tokens, std::size_t at) {
  reporter_.error(place(tokens[at - 1]),
                  fmt::format("'{}' ends nothing here", tokens[at - 1].text));
}

void Assembler::repeat_block(const Tokens& tokens, std::size_t at) {
  const Place opener = place(tokens[at - 1]);
  const std::optional<std::int64_t> times =
      count(tokens, at, kMaxExpandedLines, "number of repetitions");
  const bool complete = times && finished(tokens, at);
  std::vector<SourceLine> body;
  if (!reader_->read_block(opener, ".endr", body) || !complete)
    return;
  reader_->repeat(opener, std::move(body), static_cast<std::uint64_t>(*times));
}

namespace {

/// End of the macro argument that begins at a token. `rest`: it takes all remaining text;
/// `by_space`: arguments may be separated by space alone if no operator joins them: m a0 a1
std::size_t argument_end(const std::vector<Token>& tokens, std::size_t at, std::size_t end,
                         bool rest, bool by_space) {
  const std::size_t first = at;
  std::size_t depth = 0;
  for (; at < end; ++at) {
    if (is(tokens[at], '('))
      ++depth;
    else if (is(tokens[at], ')') && depth > 0)
      --depth;
    else if (depth == 0 && is(tokens[at], ',') && !rest)
      break;
    if (at > first && depth == 0 && by_space && tokens[at].kind != TokenKind::punctuator &&
        tokens[at - 1].kind != TokenKind::punctuator)
      break;
  }
  return at;
}

} // namespace

void Assembler::use_macro(const Token& name, const Macro& macro, const Tokens& tokens,
                          std::size_t at) {
  std::size_t end = tokens.size() - 1;
  if ((macro.percent || macro.parameters.empty()) && is(tokens[at], '(') && end > at &&
      is(tokens[end - 1], ')')) {
    ++at; // MARS: name(argument, argument)
    --end;
  }
  const std::size_t wanted = macro.parameters.size();
  std::vector<std::string_view> arguments(wanted);
  std::vector<bool> given(wanted, false);
  std::size_t position = 0;
  while (at < end) {
    if (position >= wanted) {
      reporter_.error(place(tokens[at]),
                      fmt::format("too many arguments for macro '{}'", name.text),
                      fmt::format("at most {}", wanted));
      return;
    }
    std::size_t index = position;
    if (tokens[at].kind == TokenKind::identifier && is(tokens[at + 1], '='))
      for (std::size_t i = 0; i < wanted; ++i)
        if (macro.parameters[i].name == tokens[at].text) {
          index = i;
          at += 2;
          break;
        }
    const std::size_t first = at;
    const bool rest = macro.parameters[index].rest;
    at = argument_end(tokens, at, end, rest, !rest && position + 1 < wanted);
    if (at > first) {
      arguments[index] = between(tokens[first], tokens[at - 1]);
      given[index] = true;
    }
    if (at < end && is(tokens[at], ','))
      ++at;
    ++position;
  }
  for (std::size_t i = 0; i < wanted; ++i) {
    if (given[i])
      continue;
    if (macro.parameters[i].required || macro.percent) {
      reporter_.error(place(name), fmt::format("macro '{}' needs a value for '{}'", name.text,
                                               macro.parameters[i].name));
      return;
    }
    arguments[i] = macro.parameters[i].default_text;
  }
  reader_->expand(place(name), name.text, macro, arguments);
}

/// Reads the line of a condition; also returns false if it has an error.
bool Assembler::condition_holds(std::string_view directive, const SourceLine& line) {
  Tokens tokens;
  if (!scan_line(line, rules_, reporter_, tokens))
    return false;
  std::size_t at = 1;
  if (directive == ".ifdef" || directive == ".ifndef" || directive == ".ifnotdef") {
    const std::optional<Token> name = name_token(tokens, at, "a name");
    if (!name || !finished(tokens, at))
      return false;
    const std::optional<SymbolId> id = symbols_.find(name->text);
    const bool defined = (id && symbols_[*id].kind != SymbolKind::undefined) ||
                         macros_.contains(name->text) || texts_.contains(name->text);
    return defined == (directive == ".ifdef");
  }
  static constexpr std::array<std::string_view, 8> kTests = {".if",   ".elseif", ".ifeq", ".ifne",
                                                             ".iflt", ".ifle",   ".ifgt", ".ifge"};
  if (std::find(kTests.begin(), kTests.end(), directive) == kTests.end()) {
    reporter_.error(place(tokens[0]), fmt::format("'{}' is not supported", directive),
                    ".if, .ifdef, .ifndef, .ifeq, .ifne, .iflt, .ifle, .ifgt or .ifge");
    return false;
  }
  if (!texts_.empty())
    substitute_names(tokens);
  const std::optional<std::int64_t> value = constant(tokens, at);
  if (!value || !finished(tokens, at))
    return false;
  if (directive == ".ifeq")
    return *value == 0;
  if (directive == ".iflt")
    return *value < 0;
  if (directive == ".ifle")
    return *value <= 0;
  if (directive == ".ifgt")
    return *value > 0;
  if (directive == ".ifge")
    return *value >= 0;
  return *value != 0;
}

bool Assembler::conditional(std::string_view directive, const SourceLine& line) {
  const bool opens = directive.substr(0, 3) == ".if";
  if (!opens && directive != ".else" && directive != ".elseif" && directive != ".endif")
    return false;
  // Lines of a skipped part are not assembled, only counted.
  const bool outer = conditions_.empty() || conditions_.back().active;
  const auto test = [&] { return condition_holds(directive, line); };
  const std::size_t column = line.text.find('.');
  const Place where{line, static_cast<std::uint32_t>(column + 1),
                    static_cast<std::uint32_t>(directive.size())};
  if (opens) {
    constexpr std::size_t kMaxConditions = InputLimits::condition_depth;
    if (conditions_.size() >= kMaxConditions) {
      reporter_.error(where, "conditions are nested too deeply",
                      fmt::format("at most {}", kMaxConditions));
      return true;
    }
    const bool active = outer && test();
    conditions_.push_back({active, active || !outer, false, where});
    return true;
  }
  if (conditions_.empty()) {
    reporter_.error(where, fmt::format("'{}' without .if", directive));
    return true;
  }
  if (directive == ".endif") {
    conditions_.pop_back();
    return true;
  }
  Condition& condition = conditions_.back();
  if (condition.in_else)
    reporter_.error(where, fmt::format("'{}' behind .else", directive), ".endif");
  condition.in_else = directive == ".else";
  if (condition.done) {
    condition.active = false;
    return true;
  }
  condition.active = directive == ".else" || test();
  condition.done = condition.active;
  return true;
}

} // namespace stallscope::isa::assembly
