#include "timeline/timeline.hpp"

#include <algorithm>

namespace stallscope {

const OpRow* Timeline::find(OpId op) const {
  const auto at = std::lower_bound(rows.begin(), rows.end(), op,
                                   [](const OpRow& row, OpId wanted) { return row.op < wanted; });
  return at != rows.end() && at->op == op ? &*at : nullptr;
}

} // namespace stallscope
