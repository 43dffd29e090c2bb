#pragma once

#include "timeline/timeline.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stallscope::gui {

/// Finds what a timeline has in a few cycles without going through the rest of it: what is drawn
/// costs what is seen. Eight bytes a row. The timeline must outlive it.
class TimelineIndex {
public:
  TimelineIndex() = default;
  explicit TimelineIndex(const Timeline& timeline);

  /// Rows [first, last) hold all that are on a lane in cycles [from, to); some of them may not be.
  struct Rows {
    std::size_t first = 0;
    std::size_t last = 0;
  };
  [[nodiscard]] Rows rows_in(Cycle from, Cycle to) const;

  /// The part of the timeline that cycles [from, to) show, whole rows and gaps, so that every
  /// table and diagram of these cycles is that of the timeline; without lost slots. Covers what of
  /// the cycles is recorded.
  [[nodiscard]] Timeline slice(Cycle from, Cycle to) const;

  /// Lost slots [first, last) hold all of a point (a LedgerPoint) in cycles [from, to); some of
  /// them may lie outside.
  [[nodiscard]] Rows lost_in(std::uint8_t point, Cycle from, Cycle to) const;

  /// The end of the cycle in which the n-th instruction retires, from 1; several micro-ops count
  /// once. Cycle 0 for n = 0, kNever when fewer do. Only of a timeline from the first cycle on.
  [[nodiscard]] Cycle retirement(std::size_t n) const;
  /// Instructions that have retired by the end of a cycle.
  [[nodiscard]] std::size_t retired_at(Cycle cycle) const;

  /// The first cycle behind `cycle` (or the last before it) in which an operation begins to wait;
  /// kNever when there is none.
  [[nodiscard]] Cycle next_stall(Cycle cycle) const;
  [[nodiscard]] Cycle previous_stall(Cycle cycle) const;

private:
  const Timeline* timeline_ = nullptr;
  std::vector<std::uint64_t> latest_end_;  ///< of the rows up to this one
  std::vector<std::uint64_t> latest_lost_; ///< end, of the lost slots of the same point up to this
  std::vector<std::size_t> first_gap_;     ///< by lane, and one past the last
  std::vector<std::uint64_t> retirements_;
  std::vector<std::uint64_t> stalls_; ///< cycles in which some operation begins to wait, each once
};

/// The beginning of a wait that is worth stopping at: not the steps of a long execution itself.
[[nodiscard]] bool is_stall(const Span& span);

} // namespace stallscope::gui
