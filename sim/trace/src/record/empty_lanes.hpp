#pragma once

#include "timeline/timeline.hpp"

// Stretches in which a lane is empty, each with its cause, sorted by begin.
namespace stallscope::trace {

/// Those of a lane that is empty because slots were lost at a ledger point. Their cause is that of
/// slots lost to no operation in a lane, which is reported last in a cycle. Intervals that differ
/// only in the number of lost slots are merged.
[[nodiscard]] GrowingArray<Gap> gaps_of(const GrowingArray<LostSlots>& lost, LaneId lane);

/// An operation missing on a lane's lead is missing on the lane after the lead's length in cycles,
/// up to `end`. Before the first cycle of a run nothing is missing.
void put_off(GrowingArray<Gap>& gaps, std::uint64_t cycles, Cycle end);

/// Combines the lane's own gaps with the others between them.
[[nodiscard]] GrowingArray<Gap> outside_of(const GrowingArray<Gap>& own,
                                           const GrowingArray<Gap>& others);

} // namespace stallscope::trace
