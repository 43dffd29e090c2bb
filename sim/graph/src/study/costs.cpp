#include "study/costs.hpp"

#include "study/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::graph {

CostOf cost_of_runs(const ExecuteOptions& options, const StudyOptions& asked) {
  ExecuteOptions how = options;
  if (!asked.distribute.empty())
    how.devices = 1;
  return [how, fast_memory = asked.fast_memory](const Graph& graph) -> std::optional<GraphCost> {
    Graph tiled = graph;
    if (fast_memory > 0)
      tile_attention(tiled, fast_memory);
    ExecuteOptions each = how;
    if (std::any_of(tiled.nodes.begin(), tiled.nodes.end(),
                    [](const Node& node) { return node.condition != kNoNode; }))
      each.style = Style::whole;
    const Result<Execution> run = execute(tiled, each, {});
    if (!run)
      return std::nullopt;
    return GraphCost{run->makespan, totals(tiled).bytes};
  };
}

bool use_fast_memory(Graph& graph, std::uint64_t bytes, bool declined, Diagnostics& problems) {
  bool any = false;
  for (const Node& node : graph.nodes) {
    if (node.op != Op::attention)
      continue;
    any = true;
    const Node& q = graph.at(node.inputs[0]);
    const std::uint64_t least = 4 * static_cast<std::uint64_t>(q.shape.back()) * bytes_of(q.type);
    if (bytes < least)
      return fail(problems,
                  fmt::format("--fast-memory: {} bytes hold no block of {}; expected {} at "
                              "least, for a query, a key, a value and a result",
                              bytes, node.name, least));
  }
  if (!any && !declined)
    return fail(problems, "--fast-memory is about fused attention, and there is none; expected "
                          "--passes attention, and softmax(q k^T) v");
  tile_attention(graph, bytes);
  return true;
}

} // namespace stallscope::graph
