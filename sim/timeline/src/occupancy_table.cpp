#include "timeline/occupancy_table.hpp"

#include <algorithm>

namespace stallscope {

namespace {

/// The queue in which an operation also keeps an entry; on the lead lane of a unit, the queue of
/// the unit.
LaneId queue_of(const std::vector<Lane>& lanes, const Span& span) {
  return lanes[lanes[span.lane].is_lead ? LaneId{span.slot} : span.lane].queue;
}

} // namespace

OccupancyTable occupancy_table(const Timeline& timeline, Cycle from, Cycle to) {
  OccupancyTable table;
  table.lanes = timeline.lanes;
  from = std::max(from, timeline.first_cycle);
  to = std::min(to, timeline.end_cycle);
  table.first_cycle = from;
  if (to <= from)
    return table;
  table.rows.assign(to - from, std::vector<TableCell>(timeline.lanes.size()));

  for (const OpRow& row : timeline.rows) {
    if (row.begin >= to || row.end <= from)
      continue;
    Cycle lane_since{0};
    LaneId lane_before = kNoLane;
    for (const Span& span : timeline.spans_of(row)) {
      if (span.lane != lane_before)
        lane_since = span.begin;
      lane_before = span.lane;
      const LaneId queue = queue_of(timeline.lanes, span);
      for (Cycle c = std::max(span.begin, from); c < std::min(span.end, to); ++c) {
        table.rows[c - from][span.lane].occupants.push_back(
            {row.op, row.instruction, span.cause, row.wrong_path, c == lane_since});
        if (queue != kNoLane)
          table.rows[c - from][queue].occupants.push_back(
              {row.op, row.instruction, {}, row.wrong_path, false});
      }
    }
  }
  for (const Gap& gap : timeline.gaps) {
    const Lane& lane = table.lanes[gap.lane];
    const bool counts_slots = lane.lost_at != kNoLedgerPoint && !lane.is_unit && !lane.is_lead;
    for (Cycle c = std::max(gap.begin, from); c < std::min(gap.end, to); ++c) {
      TableCell& cell = table.rows[c - from][gap.lane];
      if (counts_slots || lane.has_room(cell.occupants.size()))
        cell.gap = gap.cause;
    }
  }
  return table;
}

} // namespace stallscope
