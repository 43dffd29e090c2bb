#pragma once

#include "arguments/graph_arguments.hpp"
#include "graph/tune/tune.hpp"

namespace stallscope::cli {

/// Measures the points of `graph --tune` as a sweep runs its points: in processes, with progress
/// unless `quiet`, and kept in a database when one is named. What the database has is not measured
/// again. Ends at Ctrl-C. Without processes (WebAssembly): here, and a database is refused.
[[nodiscard]] graph::MeasurePoints measured_by_workers(const GraphArguments& arguments, bool quiet);

} // namespace stallscope::cli
