#pragma once

#include "timeline/timeline.hpp"

namespace stallscope::trace {

/// Gives the lost fetch slots that nothing else shows to the next operation fetched: fills
/// Timeline::fetch_waits, of a timeline that is complete otherwise. Operations before
/// `first_fetched` were in flight when the record began.
void find_fetch_waits(Timeline& timeline, OpId first_fetched);

} // namespace stallscope::trace
