#include "graph/passes/rules.hpp"

#include "base/check.hpp"
#include "base/input_limits.hpp"
#include "notation/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace stallscope::graph {

namespace {

constexpr unsigned kMostPatternDepth = InputLimits::rule_depth;

/// Reads rules, one per line.
class RuleReader {
public:
  RuleReader(std::string_view text, std::string_view file) : text_(text), file_(file) {
    // Rule names contain '-', which the lexer treats as an operator, so names are split off first.
    std::uint32_t line = 0;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      lines_.emplace_back(++line, text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  Result<std::vector<Rule>> run() {
    for (const auto& [number, text] : lines_)
      if (problems_.size() < kMostProblems)
        rule(number, text);
    if (!problems_.empty())
      return std::move(problems_);
    return std::move(rules_);
  }

private:
  void rule(std::uint32_t number, std::string_view text) {
    text = text.substr(0, text.find('#'));
    if (text.find_first_not_of(" \t\r") == std::string_view::npos)
      return;
    line_ = number;
    const std::size_t colon = text.find(':');
    const std::size_t arrow = text.find("=>");
    if (colon == std::string_view::npos || arrow == std::string_view::npos || arrow < colon)
      return error({number, 1, 1}, "not a rule", "name: add(x, 0) => x");
    Rule out;
    out.line = number;
    out.name = text.substr(0, colon);
    out.name.erase(0, out.name.find_first_not_of(" \t"));
    if (const std::size_t real = out.name.find("(real)"); real != std::string::npos) {
      out.real = true;
      out.name.erase(real);
    }
    out.name.erase(out.name.find_last_not_of(" \t") + 1);
    out.file = file_;
    used_.clear();
    const auto from = side(text, colon + 1, arrow);
    known_ = used_;
    const bool good = from.has_value();
    right_ = true;
    const auto to = side(text, arrow + 2, text.size());
    right_ = false;
    if (!good || !to)
      return;
    if (from->kind != Pattern::Kind::operation)
      return error({number, static_cast<std::uint32_t>(colon + 2), 1},
                   "the left side is no operator", "add(x, 0)");
    out.from = *from;
    out.to = *to;
    rules_.push_back(std::move(out));
  }

  std::optional<Pattern> side(std::string_view line, std::size_t begin, std::size_t end) {
    Diagnostics problems;
    tokens_ = tokens_of(line.substr(begin, end - begin), file_, problems);
    for (Token& token : tokens_) {
      token.place.line = line_;
      token.place.column += static_cast<std::uint32_t>(begin);
    }
    at_ = 0;
    if (!problems.empty()) {
      error({line_, problems[0].column + static_cast<std::uint32_t>(begin), 1}, problems[0].message,
            problems[0].expected);
      return std::nullopt;
    }
    auto out = pattern(0);
    if (out && tokens_[at_].kind != TokenKind::end) {
      error(tokens_[at_].place, unexpected(tokens_[at_]), "the end");
      return std::nullopt;
    }
    return out;
  }

  std::optional<Pattern> pattern(unsigned depth) {
    Token token = tokens_[at_];
    Pattern out;
    const bool negative = token.is("-");
    if (negative)
      token = tokens_[++at_];
    if (token.kind == TokenKind::number) {
      ++at_;
      out.kind = Pattern::Kind::number;
      out.number = negative ? -token.number : token.number;
      return out;
    }
    if (token.kind != TokenKind::name || depth > kMostPatternDepth) {
      error(token.place, unexpected(token), "an operator, a variable or a number");
      return std::nullopt;
    }
    ++at_;
    if (!tokens_[at_].is("(")) {
      if (right_ && !known_.contains(std::string(token.text))) {
        error(token.place, fmt::format("'{}' is not on the left side", token.text),
              "variables of the left side");
        return std::nullopt;
      }
      used_.insert(std::string(token.text));
      out.variable = token.text;
      return out;
    }
    return operation(token, depth);
  }

  std::optional<Pattern> operation(const Token& name, unsigned depth) {
    const auto op = op_from_name(name.text);
    if (!op) {
      error(name.place, fmt::format("unknown operator '{}'", name.text), "an operator",
            std::string(nearest_word(name.text, operator_names())));
      return std::nullopt;
    }
    Pattern out;
    out.kind = Pattern::Kind::operation;
    out.op = *op;
    do {
      ++at_;
      auto input = pattern(depth + 1);
      if (!input)
        return std::nullopt;
      out.inputs.push_back(std::move(*input));
    } while (tokens_[at_].is(","));
    if (!tokens_[at_].is(")")) {
      error(tokens_[at_].place, unexpected(tokens_[at_]), "')'");
      return std::nullopt;
    }
    ++at_;
    const OpInfo& about = info(*op);
    if (out.inputs.size() < about.least || out.inputs.size() > about.most) {
      error(name.place, fmt::format("{} has not {} inputs", about.name, out.inputs.size()),
            std::string(about.signature));
      return std::nullopt;
    }
    return out;
  }

  static std::string unexpected(const Token& token) {
    return token.kind == TokenKind::end ? std::string("the pattern ends here")
                                        : fmt::format("unexpected '{}'", token.text);
  }

  void error(Place place, std::string message, std::string expected, std::string suggestion = {}) {
    problems_.push_back(error_at(file_, text_, place, std::move(message), std::move(expected),
                                 std::move(suggestion)));
  }

  std::string_view text_;
  std::string_view file_;
  std::vector<std::pair<std::uint32_t, std::string_view>> lines_;
  std::vector<Rule> rules_;
  Diagnostics problems_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 0;
  bool right_ = false;
  std::set<std::string> used_;
  std::set<std::string> known_;
};

} // namespace

Result<std::vector<Rule>> parse_rules(std::string_view text, std::string_view file) {
  return RuleReader(text, file).run();
}

std::string_view shipped_rules_text() {
  return rules_files().front().text;
}

const std::vector<Rule>& shipped_rules() {
  static const std::vector<Rule> rules = [] {
    auto parsed = parse_rules(shipped_rules_text(), kShippedRules);
    STALLSCOPE_CHECK(parsed.ok(), "the rules that come with the program are right");
    return *parsed;
  }();
  return rules;
}

} // namespace stallscope::graph
