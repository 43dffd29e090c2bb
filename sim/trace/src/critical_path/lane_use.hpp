#pragma once

#include "timeline/timeline.hpp"

#include <algorithm>

namespace stallscope::trace {

/// An operation is on a lane in one of the cycles [begin, end).
inline bool is_used(const Timeline& timeline, LaneId lane, Cycle begin, Cycle end) {
  return std::any_of(timeline.rows.begin(), timeline.rows.end(), [&](const OpRow& row) {
    const auto spans = timeline.spans_of(row);
    return std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
      return span.lane == lane && span.begin < end && begin < span.end;
    });
  });
}

} // namespace stallscope::trace
