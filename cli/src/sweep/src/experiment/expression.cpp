#include "sweep/expression.hpp"

#include "base/ascii.hpp"
#include "base/input_limits.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace stallscope::sweep {

namespace {

bool begins_name(char c) {
  return is_letter(c) || c == '_';
}

/// Nesting limit of parentheses and signs: parsing is recursive.
constexpr int kMaxDepth = InputLimits::formula_depth;
constexpr std::size_t kMaxBytes = InputLimits::formula;

} // namespace

/// Recursive descent, one function for each precedence level. Stops at the first error.
class ExpressionParser {
public:
  explicit ExpressionParser(std::string_view text) { result_.text_ = text; }

  Expression::Parsed parse() {
    if (result_.text_.size() > kMaxBytes)
      fail(0, fmt::format("the expression has {} bytes", result_.text_.size()),
           fmt::format("at most {}", kMaxBytes));
    result_.root_ = disjunction();
    skip_spaces();
    if (!failed_ && at_ < result_.text_.size())
      fail(at_, fmt::format("'{}' cannot stand here", result_.text_[at_]),
           "an operator, or the end of the expression");
    Expression::Parsed parsed;
    if (failed_)
      parsed.error = error_;
    else
      parsed.expression = std::move(result_);
    return parsed;
  }

private:
  using Kind = Expression::Kind;

  void fail(std::size_t offset, std::string message, std::string expected) {
    if (!failed_)
      error_ = {offset, std::move(message), std::move(expected)};
    failed_ = true;
    at_ = result_.text_.size();
  }
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < result_.text_.size() ? result_.text_[at_ + ahead] : '\0';
  }
  void skip_spaces() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n')
      ++at_;
  }
  /// Consumes a sign or a word if it is next.
  bool take(std::string_view token) {
    skip_spaces();
    if (result_.text_.compare(at_, token.size(), token) != 0)
      return false;
    const char behind = peek(token.size());
    if (begins_name(token.front()) && (begins_name(behind) || is_digit(behind) || behind == '.'))
      return false;
    at_ += token.size();
    return true;
  }
  std::size_t add(Kind kind, std::size_t left, std::size_t right = 0) {
    result_.nodes_.push_back({kind, 0, {}, left, right, at_});
    return result_.nodes_.size() - 1;
  }

  std::size_t disjunction() {
    std::size_t left = conjunction();
    while (take("or"))
      left = add(Kind::logical_or, left, conjunction());
    return left;
  }
  std::size_t conjunction() {
    std::size_t left = negation();
    while (take("and"))
      left = add(Kind::logical_and, left, negation());
    return left;
  }
  std::size_t negation() {
    if (!take("not"))
      return comparison();
    if (++depth_ > kMaxDepth)
      fail(at_, "too many parts inside each other", "a simpler expression");
    const std::size_t node = failed_ ? 0 : add(Kind::logical_not, negation());
    --depth_;
    return node;
  }
  std::size_t comparison() {
    const std::size_t left = sum();
    constexpr std::pair<std::string_view, Kind> kSigns[] = {
        {"==", Kind::equal},         {"!=", Kind::not_equal}, {"<=", Kind::less_equal},
        {">=", Kind::greater_equal}, {"<", Kind::less},       {">", Kind::greater}};
    for (const auto& [sign, kind] : kSigns)
      if (take(sign))
        return add(kind, left, sum());
    if (peek() == '=')
      fail(at_, "'=' compares nothing", "== for equal");
    return left;
  }
  std::size_t sum() {
    std::size_t left = product();
    while (true) {
      if (take("+"))
        left = add(Kind::add, left, product());
      else if (take("-"))
        left = add(Kind::subtract, left, product());
      else
        return left;
    }
  }
  std::size_t product() {
    std::size_t left = unary();
    while (true) {
      if (take("*"))
        left = add(Kind::multiply, left, unary());
      else if (take("/"))
        left = add(Kind::divide, left, unary());
      else
        return left;
    }
  }
  std::size_t unary() {
    if (++depth_ > kMaxDepth)
      fail(at_, "too many parts inside each other", "a simpler expression");
    const std::size_t node = failed_ ? 0 : take("-") ? add(Kind::negate, unary()) : primary();
    --depth_;
    return node;
  }
  std::size_t primary() {
    skip_spaces();
    const std::size_t begin = at_;
    if (take("(")) {
      const std::size_t inner = disjunction();
      if (!failed_ && !take(")"))
        fail(at_, "a parenthesis is not closed", "')'");
      return inner;
    }
    const char c = peek();
    if (is_digit(c) || (c == '.' && is_digit(peek(1))))
      return number();
    if (c == '"' || c == '\'' || c == '`')
      return quoted(c);
    if (begins_name(c)) {
      while (begins_name(peek()) || is_digit(peek()) || peek() == '.')
        ++at_;
      return leaf(Kind::name, begin, result_.text_.substr(begin, at_ - begin));
    }
    fail(begin, c == '\0' ? "the expression ends too early" : fmt::format("'{}' is no value", c),
         "a number, a name or a text in quotes");
    return 0;
  }
  std::size_t number() {
    const std::size_t begin = at_;
    const char* from = result_.text_.c_str() + begin;
    char* end = nullptr;
    const double value = std::strtod(from, &end);
    at_ = begin + static_cast<std::size_t>(end - from);
    const std::size_t node = leaf(Kind::number, begin, {});
    result_.nodes_[node].number = value;
    return node;
  }
  std::size_t quoted(char quote) {
    const std::size_t begin = at_;
    const std::size_t end = result_.text_.find(quote, begin + 1);
    if (end == std::string::npos) {
      fail(begin, "the quote is not closed", fmt::format("another {}", quote));
      return 0;
    }
    at_ = end + 1;
    return leaf(quote == '`' ? Kind::name : Kind::text, begin,
                result_.text_.substr(begin + 1, end - begin - 1));
  }
  std::size_t leaf(Kind kind, std::size_t offset, std::string text) {
    result_.nodes_.push_back({kind, 0, std::move(text), 0, 0, offset});
    return result_.nodes_.size() - 1;
  }

  Expression result_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
  ExpressionError error_;
};

Expression::Parsed Expression::parse(std::string_view text) {
  return ExpressionParser(text).parse();
}

std::vector<Expression::Name> Expression::names() const {
  std::vector<Name> names;
  for (const Node& node : nodes_)
    if (node.kind == Kind::name)
      names.push_back({node.text, node.offset});
  return names;
}

namespace {

bool is_true(const Scalar& value) {
  if (const auto* number = std::get_if<double>(&value))
    return *number != 0;
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr && !text->empty();
}

Scalar truth(bool value) {
  return value ? 1.0 : 0.0;
}

bool is_nothing(const Scalar& value) {
  return std::holds_alternative<std::monostate>(value);
}

} // namespace

Scalar Expression::evaluate(std::size_t index, const Lookup& lookup) const {
  const Node& node = nodes_[index];
  switch (node.kind) {
  case Kind::number:
    return node.number;
  case Kind::text:
    return node.text;
  case Kind::name:
    return lookup(node.text);
  case Kind::logical_not:
    return truth(!is_true(evaluate(node.left, lookup)));
  case Kind::logical_and:
    return truth(is_true(evaluate(node.left, lookup)) && is_true(evaluate(node.right, lookup)));
  case Kind::logical_or:
    return truth(is_true(evaluate(node.left, lookup)) || is_true(evaluate(node.right, lookup)));
  default:
    break;
  }
  const Scalar left = evaluate(node.left, lookup);
  const Scalar right = node.kind == Kind::negate ? Scalar{0.0} : evaluate(node.right, lookup);
  const bool alike = left.index() == right.index() && !is_nothing(left);
  if (node.kind == Kind::equal || node.kind == Kind::not_equal)
    return truth((alike && left == right) == (node.kind == Kind::equal));
  if (node.kind >= Kind::less && node.kind <= Kind::greater_equal) {
    const bool less = alike && left < right;
    const bool greater = alike && left > right;
    const bool equal = alike && left == right;
    return truth(node.kind == Kind::less         ? less
                 : node.kind == Kind::less_equal ? less || equal
                 : node.kind == Kind::greater    ? greater
                                                 : greater || equal);
  }
  const auto* a = std::get_if<double>(&left);
  const auto* b = std::get_if<double>(&right);
  if (a == nullptr || b == nullptr)
    return {};
  const double result = node.kind == Kind::negate     ? -*a
                        : node.kind == Kind::add      ? *a + *b
                        : node.kind == Kind::subtract ? *a - *b
                        : node.kind == Kind::multiply ? *a * *b
                                                      : *a / *b;
  return std::isfinite(result) ? Scalar{result} : Scalar{};
}

Scalar Expression::evaluate(const Lookup& lookup) const {
  return evaluate(root_, lookup);
}

bool Expression::holds(const Lookup& lookup) const {
  return is_true(evaluate(lookup));
}

} // namespace stallscope::sweep
