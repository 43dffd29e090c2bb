#pragma once

#include "graph/study/study.hpp"

namespace stallscope::graph {

/// The cost of a graph when it runs with these options: the length of its schedule, and its bytes,
/// with fused attentions in tiles that fit into fast memory. Graphs with branches are taken to be
/// launched whole; a graph that is distributed afterwards, to run on one device.
[[nodiscard]] CostOf cost_of_runs(const ExecuteOptions& options, const StudyOptions& asked);

/// Tiles the fused attentions. A block has a query, a key, a value and a result at least.
/// `declined`: some were not made because of their cost, so that there need not be one.
bool use_fast_memory(Graph& graph, std::uint64_t bytes, bool declined, Diagnostics& problems);

} // namespace stallscope::graph
