#pragma once

#include "base/result.hpp"
#include "graph/structure/graph.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stallscope::graph {

/// The words of a list with commas; none of an empty list.
[[nodiscard]] std::vector<std::string> names_in(const std::string& list);

/// The node of this name, or an error.
[[nodiscard]] std::optional<NodeId> node_called(const Graph& graph, const std::string& name,
                                                const char* option, Diagnostics& problems);

/// Appends the problems of a failed result; always false.
template <class T> bool fail(Diagnostics& problems, const Result<T>& what) {
  const Diagnostics& more = what.diagnostics();
  problems.insert(problems.end(), more.begin(), more.end());
  return false;
}
/// Appends a problem; always false.
bool fail(Diagnostics& problems, std::string message);

} // namespace stallscope::graph
