#pragma once

#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stallscope::graph {

/// An expression as a formula, without named subexpressions: shared parts are counted once per
/// occurrence (expression swell) but stored once.
struct Expression {
  enum class Kind : std::uint8_t { number, variable, operation };

  Kind kind = Kind::number;
  double number = 0;
  std::string variable;
  Op op = Op::add;
  std::vector<std::shared_ptr<const Expression>> parts;
  std::uint64_t operators = 0; ///< operators in the written formula; saturates at kManyOperators
  std::uint32_t levels = 0;    ///< nesting depth of operators
};
using Formula = std::shared_ptr<const Expression>;

inline constexpr std::uint64_t kManyOperators = std::uint64_t{1} << 62;
inline constexpr std::uint64_t kMostWritten = 2000; ///< maximum number of operators of a printed
                                                    ///< formula

/// Maximum nesting depth of a formula that is differentiated: derivatives are a few times deeper,
/// and recursive functions traverse them.
inline constexpr std::uint32_t kMostLevels = 1000;

/// "(1 - 2*x)^2"; for more than kMostWritten operators only their number.
[[nodiscard]] std::string text_of(const Formula& formula);
[[nodiscard]] double value_of(const Formula& formula,
                              const std::vector<std::pair<std::string, double>>& variables);

/// A polynomial of one variable with integer coefficients, in ascending order of powers.
struct Polynomial {
  std::string variable;
  std::vector<std::int64_t> coefficients;

  /// "16(1 - 10x + 24x^2 - 16x^3)": the common factor is factored out.
  [[nodiscard]] std::string text() const;
};
/// Nothing if the formula has several variables, operators other than + - *, or coefficients that
/// are not integers or overflow.
[[nodiscard]] std::optional<Polynomial> polynomial_of(const Formula& formula);

/// One row of a table as in the chapter: a result, and its symbolic derivative.
struct SymbolicRow {
  std::string name;
  std::string wrt;
  Formula formula;
  Formula derivative;
  std::optional<Polynomial> simplified; ///< the derivative as a polynomial
};

/// The formula of a scalar node, and its derivatives. Errors, with their location: operators
/// without a scalar formula, formulas of more than kMostLevels.
[[nodiscard]] Result<std::vector<SymbolicRow>> symbolic(const Graph& graph, NodeId y,
                                                        const std::vector<NodeId>& wrt);

} // namespace stallscope::graph
