#include "plan/course_record.hpp"

#include "trace/ledger.hpp"

#include <algorithm>

namespace stallscope::gui {

void add_lost(trace::RunRecord& record, const std::vector<bool>& counted) {
  Timeline& timeline = record.timeline;
  for (const Gap& gap : timeline.gaps)
    if (gap.lane < counted.size() && counted[gap.lane])
      timeline.lost.push_back(
          {gap.begin, gap.end, static_cast<std::uint8_t>(trace::LedgerPoint::issue), 1, gap.cause});
  std::stable_sort(timeline.lost.begin(), timeline.lost.end(),
                   [](const LostSlots& a, const LostSlots& b) { return a.begin < b.begin; });
}

} // namespace stallscope::gui
