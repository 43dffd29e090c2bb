#pragma once

#include "timeline/timeline.hpp"
#include "trace/event.hpp"
#include "trace/ledger.hpp"

#include <array>
#include <vector>

namespace stallscope::trace {

/// Turns events into spans on lanes. `lanes` are the core's, in order.
///
/// Cycles outside the log's [first_cycle, end_cycle) are clipped: a log that starts in the middle
/// of a run begins with the facts about operations in flight, stamped with its first cycle or
/// earlier. Operations still on a lane at the end are closed there and marked in_flight. An
/// operation that is on no lane in these cycles has no row. Events of an operation after its retire
/// or flush are ignored. `lose` events of one point and cycle add up; one of a later cycle first
/// ends what is in force at that point.
[[nodiscard]] Timeline build_timeline(const EventLog& log, std::vector<Lane> lanes);

/// The ledger counted again from the lost slots of a timeline, with the widths of the points: for a
/// run recorded whole, equal to the core's own. When a point lost more slots than it has, its used
/// slots are 0 and Ledger::balanced() says so.
[[nodiscard]] Ledger recount_ledger(const Timeline& timeline,
                                    const std::array<std::uint32_t, kLedgerPointCount>& widths);
/// The same, all points as wide.
[[nodiscard]] Ledger recount_ledger(const Timeline& timeline, std::uint32_t width);

} // namespace stallscope::trace
