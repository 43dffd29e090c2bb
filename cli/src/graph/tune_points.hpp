#pragma once

#include "arguments/graph_arguments.hpp"
#include "graph/tune/tune.hpp"

namespace stallscope::cli {

/// Measures the points of `graph --tune` in parallel processes like the points of a sweep, with
/// progress unless `quiet`, and stores them in the database, if one is named. Points found in the
/// database are not measured again. Stops at Ctrl-C. Without process support (WebAssembly),
/// measures sequentially and refuses a database.
[[nodiscard]] graph::MeasurePoints measured_by_workers(const GraphArguments& arguments, bool quiet);

} // namespace stallscope::cli
