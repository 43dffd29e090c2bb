#pragma once

#include "timeline/timeline.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stallscope::gui {

/// Index of a timeline by cycle, so that drawing costs depend only on the visible part. Eight bytes
/// per row. The timeline must outlive the index.
class TimelineIndex {
public:
  TimelineIndex() = default;
  explicit TimelineIndex(const Timeline& timeline);

  /// Range [first, last) that contains all rows on a lane in cycles [from, to), and possibly
  /// others.
  struct Rows {
    std::size_t first = 0;
    std::size_t last = 0;
  };
  [[nodiscard]] Rows rows_in(Cycle from, Cycle to) const;
  /// Range [first, last) of the gaps of a lane that meet cycles [from, to).
  [[nodiscard]] Rows gaps_in(LaneId lane, Cycle from, Cycle to) const;

  /// The part of the timeline relevant for cycles [from, to), with whole rows and gaps, so that
  /// tables and diagrams of these cycles are equal; without lost slots. Covers the recorded part of
  /// the cycles.
  [[nodiscard]] Timeline slice(Cycle from, Cycle to) const;

  /// Range [first, last) that contains all lost slots of a point (a LedgerPoint) in cycles [from,
  /// to), and possibly others.
  [[nodiscard]] Rows lost_in(std::uint8_t point, Cycle from, Cycle to) const;

  /// The cycle in which the n-th instruction (from 1) retires; the micro-ops of an instruction
  /// count once. Cycle 0 for n = 0, kNever when fewer retire. Only for a timeline from the first
  /// cycle on.
  [[nodiscard]] Cycle retirement(std::size_t n) const;
  /// Instructions that have retired by the end of a cycle.
  [[nodiscard]] std::size_t retired_at(Cycle cycle) const;

  /// The first cycle after `cycle` (or the last before it) in which an operation begins to wait;
  /// kNever when there is none.
  [[nodiscard]] Cycle next_stall(Cycle cycle) const;
  [[nodiscard]] Cycle previous_stall(Cycle cycle) const;

private:
  const Timeline* timeline_ = nullptr;
  std::vector<std::uint64_t> latest_end_;  ///< running maximum of the rows' ends
  std::vector<std::uint64_t> latest_lost_; ///< running maximum of the ends of lost slots of the
                                           ///< same point
  std::vector<std::size_t> first_gap_;     ///< by lane, and one past the last
  std::vector<std::uint64_t> retirements_;
  std::vector<std::uint64_t> stalls_; ///< sorted cycles in which some operation begins to wait
};

/// The span begins a wait that navigation stops at; later steps of a long execution do not.
[[nodiscard]] bool is_stall(const Span& span);

} // namespace stallscope::gui
