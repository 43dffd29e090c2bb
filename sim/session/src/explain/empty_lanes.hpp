#pragma once

#include "session/runner.hpp"

#include <string>
#include <vector>

namespace stallscope::session {

/// The span of an operation in a cycle; nullptr: on no lane.
[[nodiscard]] const Span* span_at(const Timeline& timeline, const OpRow& row, Cycle cycle);

/// Why lanes are empty or not full in a cycle: one sentence for each cause, naming all lanes that
/// are empty because of it. `retires`: the machine's last stage retires instead of writing.
[[nodiscard]] std::vector<std::string> empty_lanes(const trace::RunRecord& run, bool retires,
                                                   Cycle cycle);

} // namespace stallscope::session
