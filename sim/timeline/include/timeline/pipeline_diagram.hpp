#pragma once

#include "timeline/timeline.hpp"

#include <vector>

namespace stallscope {

/// One operation in one cycle of the pipeline diagram.
struct DiagramCell {
  LaneId lane = kNoLane; ///< kNoLane: not in the pipeline in this cycle
  Cause cause; ///< why the operation is held; none when it is executing. On no lane: why it has not
               ///< been fetched yet
};

struct DiagramRow {
  OpRow row;
  std::vector<DiagramCell> cells; ///< one for each cycle, from PipelineDiagram::first_cycle on
};

/// Instruction x cycle: one row for each dynamic operation; two iterations of a loop are two rows.
struct PipelineDiagram {
  Cycle first_cycle{1};
  std::uint64_t cycle_count = 0;
  std::vector<Lane> lanes;
  std::vector<DiagramRow> rows;
};

/// The operations that are on some lane during cycles [from, to), with their cells in that window.
[[nodiscard]] PipelineDiagram pipeline_diagram(const Timeline& timeline, Cycle from, Cycle to);

/// The operations with first <= op <= last, over all their cycles.
[[nodiscard]] PipelineDiagram pipeline_diagram(const Timeline& timeline, OpId first, OpId last);

} // namespace stallscope
