#pragma once

#include "timeline/timeline.hpp"

#include <algorithm>
#include <cstddef>

// Stretches in which a lane is empty, each with its cause, sorted by begin.
namespace stallscope::trace {

/// The gaps of a lane that is empty because slots were lost at a ledger point. Their cause is that
/// of the slots not lost to an operation in a lane, which is reported last in a cycle. Intervals
/// that differ only in the number of lost slots are merged.
[[nodiscard]] GrowingArray<Gap> gaps_of(const GrowingArray<LostSlots>& lost, LaneId lane);

/// Shifts gaps of a lane's lead to the lane itself, later by the lead's length in cycles, up to
/// `end`. Gaps before the first cycle of a run are not shifted.
void delay_gaps(GrowingArray<Gap>& gaps, std::uint64_t cycles, Cycle end);

/// Combines the lane's own gaps with the parts of the others outside of them.
[[nodiscard]] GrowingArray<Gap> with_others_outside(const GrowingArray<Gap>& own,
                                                    const GrowingArray<Gap>& others);

/// The cause of a gap of an operation squashed or replayed on the lead of its lane. When the branch
/// or load behind which it was has been squashed by then, the branch behind which that one was.
[[nodiscard]] Cause lasting(const Gap& gap, const Timeline& timeline);

/// Removes what lies before a cycle.
template <class Stretches> void clip_before(Stretches& stretches, Cycle first) {
  std::size_t left = 0;
  for (auto stretch : stretches) {
    stretch.begin = std::max(stretch.begin, first);
    if (stretch.begin < stretch.end)
      stretches[left++] = stretch;
  }
  stretches.truncate(left);
}

} // namespace stallscope::trace
