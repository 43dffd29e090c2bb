#pragma once

#include "timeline/occupancy_table.hpp"
#include "timeline/pipeline_diagram.hpp"
#include "trace/render.hpp"

#include <string>

namespace stallscope::trace {

/// The table of a view's window. With operations but no cycles in the view: the cycles those
/// operations take.
[[nodiscard]] OccupancyTable table_of(const RunRecord& run, const View& view);

/// The diagram of a view's window: rows by operation, columns by cycle, each limited when the view
/// says so.
[[nodiscard]] PipelineDiagram diagram_of(const RunRecord& run, const View& view);

/// Why a view shows nothing of this run; empty when it shows something.
[[nodiscard]] std::string why_nothing(const RunRecord& run, const View& view);

} // namespace stallscope::trace
