#pragma once

#include "graph/execute/execute.hpp"

namespace stallscope::graph {

/// Removes copy engines, links and the network where they have no tasks.
void drop_empty_lanes(Execution& run);

} // namespace stallscope::graph
