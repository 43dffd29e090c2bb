// Where the program is said to have ended.

#include "property/proof/proof.hpp"
#include "timeline/occupancy_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::property {

namespace {

/// Somebody is in a lane from a cycle on.
bool used_from(const Timeline& timeline, LaneId lane, std::uint64_t cycle) {
  return std::any_of(timeline.spans.begin(), timeline.spans.end(),
                     [&](const Span& span) { return span.lane == lane && span.end.value > cycle; });
}

} // namespace

void prove_drain(const Timeline& timeline, Proof& proof) {
  const OccupancyTable table = occupancy_table(timeline, timeline.first_cycle, timeline.end_cycle);
  for (std::size_t lane = 0; lane < table.lanes.size(); ++lane) {
    std::uint64_t ended = 0;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      const TableCell& cell = table.rows[r][lane];
      const std::uint64_t cycle = timeline.first_cycle.value + r;
      if (cell.gap.why == Reason::drain && ended == 0 && cell.occupants.empty())
        ended = cycle;
      if (ended != 0 && cell.gap.why == Reason::idle && cell.occupants.empty() &&
          timeline.lanes[lane].is_unit && !used_from(timeline, static_cast<LaneId>(lane), cycle)) {
        proof.problems.push_back(
            fmt::format("cycle {}: {} is idle, and the program has ended for it "
                        "in {}",
                        cycle, table.lanes[lane].name, ended));
        return;
      }
      for (const Occupant& here : cell.occupants)
        if (const OpRow* row = timeline.find(here.op);
            ended != 0 && row != nullptr && row->begin.value > ended && !row->wrong_path) {
          proof.problems.push_back(
              fmt::format("cycle {}: {} is empty as the program has ended, and #{} comes later",
                          ended, table.lanes[lane].name, here.op.value));
          return;
        }
    }
  }
}

} // namespace stallscope::property
