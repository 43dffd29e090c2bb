#pragma once

#include "graph/structure/graph.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope::graph::fx {

/// An argument as Python prints it.
struct Argument {
  enum class Kind : std::uint8_t {
    node,   ///< %x
    number, ///< 3, -1.5e-05, True (1), False (0)
    word,   ///< None, none, torch.float32
    list    ///< (a, b) or [a, b]
  };
  Kind kind = Kind::word;
  std::string_view text; ///< of nodes the name
  double number = 0;
  std::vector<Argument> items;
};

/// A line: %name : [num_users=1] = call_function[target=torch.add](args = (%x, 1), kwargs = {k:
/// 2}), or return (a, b).
struct Statement {
  std::string_view name;
  std::string_view operation; ///< placeholder, get_attr, call_function, ..., return
  std::string_view target;
  std::vector<Argument> arguments; ///< return: the results
  std::vector<std::pair<std::string_view, Argument>> keywords;
  Place place; ///< of the target, for messages
};

/// What is wrong in a line.
struct LineProblem {
  Place place;
  std::string message;
  std::string expected;
};

/// Parses a line that is not empty. Fails with the problem.
[[nodiscard]] std::optional<LineProblem> parse_line(std::string_view line, std::uint32_t number,
                                                    Statement& out);

} // namespace stallscope::graph::fx
