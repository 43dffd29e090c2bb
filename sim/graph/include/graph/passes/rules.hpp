#pragma once

#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::graph {

/// A pattern of operators: a variable, a number, or an operator with patterns as operands.
struct Pattern {
  enum class Kind : std::uint8_t { variable, number, operation };

  Kind kind = Kind::variable;
  std::string variable; ///< c1: any constant, k1: a constant with one element, s1: any value with
                        ///< one element; otherwise any value
  double number = 0;
  Op op = Op::add;
  std::vector<Pattern> inputs;
};

/// A rewrite rule, a line of a rules file: "name: add(c1, add(x, c2)) => add(x, add(c1, c2))". A
/// variable that occurs twice must match the same value. Commutative operators match in both
/// operand orders. "name (real): ..." is not tried on whole numbers.
struct Rule {
  std::string name;
  Pattern from;
  Pattern to;
  std::string file;
  std::uint32_t line = 0;
  bool real = false; ///< holds for real numbers, not for whole ones: not tried on i32
};

struct RulesInfo {
  std::string_view name;
  std::string_view text;
};
/// The rules files included with the program.
[[nodiscard]] const std::vector<RulesInfo>& rules_files();

/// Parses the rules of a text; returns all problems.
[[nodiscard]] Result<std::vector<Rule>> parse_rules(std::string_view text, std::string_view file);
inline constexpr std::string_view kShippedRules = "chapter.rules"; ///< file of shipped_rules()
/// The rules included with the program.
[[nodiscard]] const std::vector<Rule>& shipped_rules();
[[nodiscard]] std::string_view shipped_rules_text();

} // namespace stallscope::graph
