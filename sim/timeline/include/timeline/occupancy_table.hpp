#pragma once

#include "timeline/timeline.hpp"

#include <vector>

namespace stallscope {

/// An operation in a cell of the occupancy table.
struct Occupant {
  OpId op;
  InstructionIndex instruction;
  Cause cause; ///< why it does not move on; none when it works here
  bool wrong_path = false;
  bool arrived = false; ///< this is its first cycle on this lane
};

/// One lane in one cycle.
struct TableCell {
  std::vector<Occupant> occupants; ///< oldest first
  Cause gap;                       ///< why its free slots are empty; none when no slot is free
};

/// The lecture's figure: one row a cycle, one column a lane.
struct OccupancyTable {
  Cycle first_cycle{1};
  std::vector<Lane> lanes;
  std::vector<std::vector<TableCell>>
      rows; ///< rows[i] is cycle first_cycle + i; as many cells as lanes
};

/// Projects cycles [from, to) of a timeline; the window is clipped to what is recorded.
[[nodiscard]] OccupancyTable occupancy_table(const Timeline& timeline, Cycle from, Cycle to);

} // namespace stallscope
