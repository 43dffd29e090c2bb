#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stallscope::sweep {

/// A number, a text, or no value: the point has no such name.
using Scalar = std::variant<std::monostate, double, std::string>;

/// A problem of an expression, with its place in the text.
struct ExpressionError {
  std::size_t offset = 0; ///< bytes
  std::string message;
  std::string expected;
};

/// A condition or arithmetic expression over the parameters of a point: `fetch_width <= 4 and
/// machine != "ooo-8"`.
///
/// Numbers, 'texts' and "texts", names, + - * /, comparisons, and, or, not, parentheses. Names with
/// characters other than letters, digits, dots and underscores are in backquotes. Texts are
/// compared by their bytes; a text and a number are unequal and unordered. With a missing value
/// every comparison except != is false, and arithmetic has no value.
class Expression {
public:
  using Lookup = std::function<Scalar(std::string_view name)>;

  struct Parsed;
  [[nodiscard]] static Parsed parse(std::string_view text);

  [[nodiscard]] Scalar evaluate(const Lookup& lookup) const;
  /// Truth value: neither 0 nor empty.
  [[nodiscard]] bool holds(const Lookup& lookup) const;
  [[nodiscard]] const std::string& text() const { return text_; }

  /// A name in the expression, with its position.
  struct Name {
    std::string name;
    std::size_t offset = 0;
  };
  [[nodiscard]] std::vector<Name> names() const;

private:
  friend class ExpressionParser;
  enum class Kind : std::uint8_t {
    number,
    text,
    name,
    negate,
    logical_not,
    add,
    subtract,
    multiply,
    divide,
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    logical_and,
    logical_or,
  };
  struct Node {
    Kind kind = Kind::number;
    double number = 0;
    std::string text;     ///< for texts and names
    std::size_t left = 0; ///< indices into nodes_
    std::size_t right = 0;
    std::size_t offset = 0;
  };
  [[nodiscard]] Scalar evaluate(std::size_t node, const Lookup& lookup) const;

  std::string text_;
  std::vector<Node> nodes_;
  std::size_t root_ = 0;
};

struct Expression::Parsed {
  std::optional<Expression> expression;
  ExpressionError error; ///< set if parsing failed
};

} // namespace stallscope::sweep
