#pragma once

#include "timeline/occupancy_table.hpp"
#include "timeline/pipeline_diagram.hpp"
#include "trace/render.hpp"

#include <string>
#include <vector>

namespace stallscope::trace {

/// The table of a view's window. When the view selects operations but no cycles: the cycles of
/// those operations.
[[nodiscard]] OccupancyTable table_of(const RunRecord& run, const View& view);

/// The diagram of a view's window: rows by operation, columns by cycle, each limited by the view.
[[nodiscard]] PipelineDiagram diagram_of(const RunRecord& run, const View& view);

/// Why a view has no content for this run; empty when it has.
[[nodiscard]] std::string why_nothing(const RunRecord& run, const View& view);

/// Why a table or diagram is not drawn: no content, or too much; empty when it can be.
[[nodiscard]] std::string why_no_table(const RunRecord& run, const View& view);
[[nodiscard]] std::string why_no_diagram(const RunRecord& run, const View& view);

/// Rows and cycles of a view's diagram without its cells, for files: no limit on the length.
struct SpanWindow {
  Cycle from;
  Cycle to; ///< one past the last
  std::vector<const OpRow*> rows;
};
[[nodiscard]] SpanWindow span_window(const RunRecord& run, const View& view);

} // namespace stallscope::trace
