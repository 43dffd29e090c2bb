#include "graph/execute/events.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace stallscope::graph {

std::vector<StreamEvent> stream_events(const Execution& run) {
  std::vector<std::size_t> place(run.tasks.size(), 0); // position in its lane, from 1
  for (const GraphLane& lane : run.lanes)
    for (std::size_t i = 0; i < lane.tasks.size(); ++i)
      place[lane.tasks[i]] = i + 1;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> seen; // by waiting and other lane
  std::map<TaskIndex, std::vector<TaskIndex>> waits;                   // by recorded task
  for (std::uint32_t own = 0; own < run.lanes.size(); ++own) {
    if (run.lanes[own].kind == LaneKind::host)
      continue;
    for (const TaskIndex index : run.lanes[own].tasks) {
      std::map<std::uint32_t, TaskIndex> last; // by lane: the last task needed of it
      for (const TaskIndex need : run.tasks[index].needs) {
        const auto [entry, is_new] = last.try_emplace(run.tasks[need].lane, need);
        if (!is_new && place[need] > place[entry->second])
          entry->second = need;
      }
      for (const auto& [lane, need] : last) {
        std::size_t& reached = seen[{own, lane}];
        if (lane == own || place[need] <= reached)
          continue;
        reached = place[need];
        waits[need].push_back(index);
      }
    }
  }
  std::vector<StreamEvent> out;
  for (auto& [task, by] : waits) {
    std::stable_sort(by.begin(), by.end(), [&run](TaskIndex a, TaskIndex b) {
      return run.tasks[a].start < run.tasks[b].start;
    });
    out.push_back({task, std::move(by)});
  }
  std::stable_sort(out.begin(), out.end(), [&run](const StreamEvent& a, const StreamEvent& b) {
    return run.tasks[a.recorded_behind].end < run.tasks[b.recorded_behind].end;
  });
  return out;
}

} // namespace stallscope::graph
