#pragma once

#include "graph/execute/execute.hpp"

#include <vector>

namespace stallscope::graph {

/// An event: recorded on a lane behind a task, waited for by later tasks of other lanes.
struct StreamEvent {
  TaskIndex recorded_behind = kNoTask;
  std::vector<TaskIndex> waits; ///< the tasks in front of which their lanes wait, by start
};

/// The events that a run needs, in the order in which they are recorded. Tasks of a lane run in
/// order, so that a lane waits only for what is behind all that it has waited for of the other
/// lane.
[[nodiscard]] std::vector<StreamEvent> stream_events(const Execution& run);

} // namespace stallscope::graph
