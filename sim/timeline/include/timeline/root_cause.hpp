#pragma once

#include "timeline/timeline.hpp"

namespace stallscope {

/// The root cause of a held operation in a cycle: while the cause is another operation
/// (Reason::stage_full), that operation's cause. The ledger charges root causes.
[[nodiscard]] Cause root_cause(const Timeline& timeline, const Cause& cause, Cycle cycle);

} // namespace stallscope
