#include "timeline/timeline.hpp"

#include <algorithm>

namespace stallscope {

const OpRow* Timeline::find(OpId op) const {
  const auto at = std::lower_bound(rows.begin(), rows.end(), op,
                                   [](const OpRow& row, OpId wanted) { return row.op < wanted; });
  return at != rows.end() && at->op == op ? &*at : nullptr;
}

std::span<const FetchWait> Timeline::fetch_waits_of(OpId op) const {
  const auto first = std::partition_point(fetch_waits.begin(), fetch_waits.end(),
                                          [op](const FetchWait& wait) { return wait.op < op; });
  const auto last =
      std::find_if(first, fetch_waits.end(), [op](const FetchWait& wait) { return wait.op != op; });
  return {first, last};
}

} // namespace stallscope
