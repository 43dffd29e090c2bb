#pragma once

#include "timeline/timeline.hpp"

#include <vector>

namespace stallscope {

/// An operation in a cell of the occupancy table.
struct Occupant {
  OpId op;
  InstructionIndex instruction;
  Cause cause; ///< why the operation is held; none when it is executing here
  bool wrong_path = false;
  bool arrived = false; ///< its first cycle on this lane
};

/// One lane in one cycle.
struct TableCell {
  std::vector<Occupant> occupants; ///< oldest first
  Cause gap;                       ///< why its free slots are empty; none when all are occupied

  /// A slot is free. In a lane without a fixed number of slots, a nonempty cell has a free slot
  /// when the ledger has lost slots.
  [[nodiscard]] bool has_room(const Lane& lane) const {
    return lane.has_room(occupants.size()) || gap.why != Reason::none;
  }
};

/// The occupancy table: one row for each cycle, one column for each lane.
struct OccupancyTable {
  Cycle first_cycle{1};
  std::vector<Lane> lanes;
  std::vector<std::vector<TableCell>>
      rows; ///< rows[i] is cycle first_cycle + i, with a cell for each lane
};

/// The occupancy table of cycles [from, to), clipped to the recorded ones.
[[nodiscard]] OccupancyTable occupancy_table(const Timeline& timeline, Cycle from, Cycle to);

} // namespace stallscope
