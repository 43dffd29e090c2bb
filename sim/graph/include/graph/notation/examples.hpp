#pragma once

#include <string_view>
#include <vector>

namespace stallscope::graph {

/// A graph included with the program.
struct ExampleInfo {
  std::string_view name;
  std::string_view text;
};
[[nodiscard]] const std::vector<ExampleInfo>& examples();

} // namespace stallscope::graph
