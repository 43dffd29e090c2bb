#pragma once

#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::graph {

/// A pattern of operators: a variable, a number, or an operator of patterns.
struct Pattern {
  enum class Kind : std::uint8_t { variable, number, operation };

  Kind kind = Kind::variable;
  std::string variable; ///< c1: a constant, k1: of one element, s1: of one element; else anything
  double number = 0;
  Op op = Op::add;
  std::vector<Pattern> inputs;
};

/// "name: add(c1, add(x, c2)) => add(x, add(c1, c2))", a line of a rules file. A variable that
/// occurs twice is the same value. Operators that commute match in both orders.
struct Rule {
  std::string name;
  Pattern from;
  Pattern to;
  std::uint32_t line = 0;
};

struct RulesInfo {
  std::string_view name;
  std::string_view text;
};
/// The files of rules that come with the program.
[[nodiscard]] const std::vector<RulesInfo>& rules_files();

/// All rules of a text, or all problems of it.
[[nodiscard]] Result<std::vector<Rule>> parse_rules(std::string_view text, std::string_view file);
/// Those that come with the program.
[[nodiscard]] const std::vector<Rule>& shipped_rules();
[[nodiscard]] std::string_view shipped_rules_text();

} // namespace stallscope::graph
