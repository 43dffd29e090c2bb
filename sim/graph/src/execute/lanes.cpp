#include "execute/lanes.hpp"

#include <utility>

namespace stallscope::graph {

void drop_empty_lanes(Execution& run) {
  std::vector<std::uint32_t> place(run.lanes.size(), 0);
  std::vector<GraphLane> kept;
  for (std::uint32_t i = 0; i < run.lanes.size(); ++i) {
    const GraphLane& lane = run.lanes[i];
    place[i] = static_cast<std::uint32_t>(kept.size());
    if (lane.kind == LaneKind::host || lane.kind == LaneKind::stream || !lane.tasks.empty())
      kept.push_back(lane);
  }
  run.lanes = std::move(kept);
  for (Task& task : run.tasks)
    task.lane = place[task.lane];
}

} // namespace stallscope::graph
