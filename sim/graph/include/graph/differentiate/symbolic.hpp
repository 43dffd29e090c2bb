#pragma once

#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::graph {

/// An expression as it would be written out: nothing is shared, as a formula has no names for its
/// parts. In memory parts are shared, so that swell is counted and not stored.
struct Expression {
  enum class Kind : std::uint8_t { number, variable, operation };

  Kind kind = Kind::number;
  double number = 0;
  std::string variable;
  Op op = Op::add;
  std::vector<std::shared_ptr<const Expression>> parts;
  std::uint64_t operators = 0; ///< that are written; at most kManyOperators
  std::uint32_t levels = 0;    ///< of operators within each other
};
using Formula = std::shared_ptr<const Expression>;

inline constexpr std::uint64_t kManyOperators = std::uint64_t{1} << 62;
inline constexpr std::uint64_t kMostWritten = 2000; ///< operators of a formula that is printed

/// Levels of a formula that is derived. Derivatives have a few times as many, and functions that
/// call themselves go through them.
inline constexpr std::uint32_t kMostLevels = 1000;

/// "(1 - 2*x)^2"; of more than kMostWritten operators only how many there are.
[[nodiscard]] std::string text_of(const Formula& formula);
[[nodiscard]] double value_of(const Formula& formula,
                              const std::vector<std::pair<std::string, double>>& variables);

/// A polynomial of one variable with whole coefficients, from the constant on.
struct Polynomial {
  std::string variable;
  std::vector<std::int64_t> coefficients;

  /// "16(1 - 10x + 24x^2 - 16x^3)": the common factor in front.
  [[nodiscard]] std::string text() const;
};
/// None: it has several variables, other operators than + - *, or numbers that are not whole or do
/// not fit.
[[nodiscard]] std::optional<Polynomial> polynomial_of(const Formula& formula);

/// One line of the chapter's table: a result, and its derivative by the rules, written out.
struct SymbolicRow {
  std::string name;
  std::string wrt;
  Formula formula;
  Formula derivative;
  std::optional<Polynomial> simplified; ///< of the derivative
};

/// The formula of a scalar node, and its derivatives; an error names operators that have no formula
/// of scalars, or one of more than kMostLevels, with their place.
[[nodiscard]] Result<std::vector<SymbolicRow>> symbolic(const Graph& graph, NodeId y,
                                                        const std::vector<NodeId>& wrt);

} // namespace stallscope::graph
