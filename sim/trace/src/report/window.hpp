#pragma once

#include "timeline/occupancy_table.hpp"
#include "timeline/pipeline_diagram.hpp"
#include "trace/render.hpp"

#include <string>
#include <vector>

namespace stallscope::trace {

/// The table of a view's window. With operations but no cycles in the view: the cycles those
/// operations take.
[[nodiscard]] OccupancyTable table_of(const RunRecord& run, const View& view);

/// The diagram of a view's window: rows by operation, columns by cycle, each limited when the view
/// says so.
[[nodiscard]] PipelineDiagram diagram_of(const RunRecord& run, const View& view);

/// Why a view shows nothing of this run; empty when it shows something.
[[nodiscard]] std::string why_nothing(const RunRecord& run, const View& view);

/// Why a table or a diagram is not drawn: nothing to show, or too much of it; empty when it can be.
[[nodiscard]] std::string why_no_table(const RunRecord& run, const View& view);
[[nodiscard]] std::string why_no_diagram(const RunRecord& run, const View& view);

/// The rows and cycles of a view's diagram without its cells: what files write, however long the
/// run.
struct SpanWindow {
  Cycle from;
  Cycle to; ///< one past the last
  std::vector<const OpRow*> rows;
};
[[nodiscard]] SpanWindow span_window(const RunRecord& run, const View& view);

} // namespace stallscope::trace
