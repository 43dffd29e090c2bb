#pragma once

#include "graph/evaluate/evaluate.hpp"

#include <cstdint>

namespace stallscope::graph {

/// Small enough to be computed, optimised and run for every input.
inline bool is_quick(const Graph& graph) {
  constexpr std::int64_t kQuickElements = 20'000;
  constexpr std::size_t kQuickNodes = 200;
  std::int64_t elements = 0;
  for (const Node& node : graph.nodes)
    elements += elements_of(node.shape);
  return elements <= kQuickElements && graph.nodes.size() <= kQuickNodes;
}

} // namespace stallscope::graph
