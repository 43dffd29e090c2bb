#pragma once

#include "timeline/timeline.hpp"

namespace stallscope {

/// What an operation that is held in a cycle waits for in the end: of one that stands behind
/// another (Reason::stage_full) what that one waits for, and so on. It is what a ledger charges.
[[nodiscard]] Cause root_cause(const Timeline& timeline, const Cause& cause, Cycle cycle);

} // namespace stallscope
