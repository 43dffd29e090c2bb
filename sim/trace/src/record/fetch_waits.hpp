#pragma once

#include "timeline/timeline.hpp"

namespace stallscope::trace {

/// Attributes otherwise unexplained lost fetch slots to the next operation fetched: fills
/// Timeline::fetch_waits of an otherwise complete timeline. Operations before `first_fetched` were
/// in flight when the record began.
void find_fetch_waits(Timeline& timeline, OpId first_fetched);

} // namespace stallscope::trace
