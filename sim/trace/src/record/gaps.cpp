#include "record/gaps.hpp"

#include <algorithm>

namespace stallscope::trace {

GrowingArray<Gap> gaps_of(const GrowingArray<LostSlots>& lost, LaneId lane) {
  GrowingArray<Gap> gaps;
  for (std::size_t i = 0; i < lost.size(); ++i) {
    if (i + 1 < lost.size() && lost[i + 1].begin == lost[i].begin)
      continue; // later reports for these cycles exist
    if (!gaps.empty() && gaps.back().end == lost[i].begin && gaps.back().cause == lost[i].cause)
      gaps.back().end = lost[i].end;
    else
      gaps.push_back({lost[i].begin, lost[i].end, lane, lost[i].cause});
  }
  return gaps;
}

void delay_gaps(GrowingArray<Gap>& gaps, std::uint64_t cycles, Cycle end) {
  std::size_t left = 0;
  for (Gap gap : gaps) {
    gap.begin = gap.begin <= Cycle{1} ? gap.begin : gap.begin + cycles;
    gap.end = std::min(gap.end + cycles, end);
    if (gap.begin < gap.end)
      gaps[left++] = gap;
  }
  gaps.truncate(left);
}

GrowingArray<Gap> with_others_outside(const GrowingArray<Gap>& own,
                                      const GrowingArray<Gap>& others) {
  if (own.empty())
    return others;
  GrowingArray<Gap> all;
  std::size_t next = 0; // index of the first of the lane's own gaps that has not ended
  for (Gap gap : others) {
    while (next < own.size() && own[next].end <= gap.begin)
      ++next;
    for (std::size_t i = next; i < own.size() && own[i].begin < gap.end; ++i) {
      if (own[i].begin > gap.begin)
        all.push_back({gap.begin, own[i].begin, gap.lane, gap.cause});
      gap.begin = std::max(gap.begin, own[i].end);
    }
    if (gap.begin < gap.end)
      all.push_back(gap);
  }
  const auto middle = static_cast<std::ptrdiff_t>(all.size());
  all.append(own.begin(), own.end());
  std::inplace_merge(all.begin(), all.begin() + middle, all.end(),
                     [](const Gap& a, const Gap& b) { return a.begin < b.begin; });
  return all;
}

Cause lasting(const Gap& gap, const Timeline& timeline) {
  Cause cause = gap.cause;
  const OpRow* behind = timeline.find(cause.culprit);
  for (; behind != nullptr && behind->flushed_by && behind->flushed_by < behind->op &&
         behind->end <= gap.begin;
       behind = timeline.find(cause.culprit))
    cause = {Reason::mispredict, kNoRegister, behind->flushed_by};
  return cause;
}

} // namespace stallscope::trace
