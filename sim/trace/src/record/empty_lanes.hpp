#pragma once

#include "timeline/timeline.hpp"

// Stretches in which a lane is empty, each with its cause, sorted by begin.
namespace stallscope::trace {

/// The gaps of a lane that is empty because slots were lost at a ledger point. Their cause is that
/// of the slots not lost to an operation in a lane, which is reported last in a cycle. Intervals
/// that differ only in the number of lost slots are merged.
[[nodiscard]] GrowingArray<Gap> gaps_of(const GrowingArray<LostSlots>& lost, LaneId lane);

/// Shifts gaps of a lane's lead to the lane itself, later by the lead's length in cycles, up to
/// `end`. Gaps before the first cycle of a run are not shifted.
void put_off(GrowingArray<Gap>& gaps, std::uint64_t cycles, Cycle end);

/// Combines the lane's own gaps with the parts of the others outside of them.
[[nodiscard]] GrowingArray<Gap> outside_of(const GrowingArray<Gap>& own,
                                           const GrowingArray<Gap>& others);

} // namespace stallscope::trace
