#pragma once

#include "graph/passes/passes.hpp"

#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace stallscope::graph {

/// Where a fusion is applied so that the graph costs no more than without it.
struct ChosenPlaces {
  std::set<NodeId> skipped;
  std::vector<Declined> declined;
};
/// `run`: the fusion, with a log that can skip units. All units are tried together; if the graph
/// costs more, one after the other, each on top of those that cost no more. Beyond
/// `kMostTriedUnits` none is applied then.
[[nodiscard]] ChosenPlaces choose_places(const Graph& graph,
                                         const std::function<Graph(RewriteLog&)>& run,
                                         const CostOf& cost_of);

inline constexpr std::size_t kMostTriedUnits = 64;

} // namespace stallscope::graph
