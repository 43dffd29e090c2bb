#pragma once

#include <vector>

#include "timeline/timeline.hpp"
#include "trace/event.hpp"
#include "trace/ledger.hpp"

namespace stallscope::trace {

/// Turns events into spans on lanes. `lanes` are the core's, in order.
[[nodiscard]] Timeline build_timeline(const EventLog& log, std::vector<Lane> lanes);

/// The ledger counted again from the lost slots of a timeline: for a run recorded whole, equal to the core's own.
[[nodiscard]] Ledger recount_ledger(const Timeline& timeline, std::uint32_t width);

} // namespace stallscope::trace
