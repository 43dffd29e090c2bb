#pragma once

#include "timeline/timeline.hpp"
#include "trace/event.hpp"
#include "trace/ledger.hpp"

#include <array>
#include <vector>

namespace stallscope::trace {

/// Builds the spans on lanes from events. `lanes` are the core's, in order.
///
/// Cycles outside the log's [first_cycle, end_cycle) are clipped: a log that starts in the middle
/// of a run begins with a snapshot of the operations in flight, stamped with its first cycle or
/// earlier. Operations still on a lane at the end are closed there and marked in_flight. An
/// operation that is on no lane in these cycles has no row. Events after an operation's retire or
/// flush are ignored. `lose` events of one point and cycle add up; a `lose` event of a later
/// cycle first ends those in force at that point.
[[nodiscard]] Timeline build_timeline(const EventLog& log, std::vector<Lane> lanes);

/// Recomputes the ledger from the lost slots of a timeline, given the widths of the points: for a
/// run recorded in full it equals the core's own. When a point lost more slots than it has, its
/// used slots are 0 and Ledger::balanced() reports it.
[[nodiscard]] Ledger recount_ledger(const Timeline& timeline,
                                    const std::array<std::uint32_t, kLedgerPointCount>& widths);
/// recount_ledger() with equal widths for all points.
[[nodiscard]] Ledger recount_ledger(const Timeline& timeline, std::uint32_t width);

} // namespace stallscope::trace
