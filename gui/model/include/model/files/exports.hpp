#pragma once

#include "base/result.hpp"
#include "model/comparison/comparison.hpp"
#include "model/scheduling/schedule_model.hpp"
#include "trace/line_costs.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace stallscope::gui {

enum class ExportFormat : std::uint8_t { svg, csv, json, text, markdown, latex };
/// "svg", "csv", "json", "txt", "md", "tex".
[[nodiscard]] std::string_view ending_of(ExportFormat format);

/// Selection of what to export.
struct ExportRequest {
  bool table = false;
  bool diagram = false;
  bool ledger = false;
  bool structures = false;      ///< structures at the end of the last cycle
  std::uint64_t from_cycle = 1; ///< inclusive
  std::uint64_t to_cycle = 1;   ///< inclusive
};

/// Exports cycles of one run, or of both side by side, in a format: equal to the command line's
/// output. Waits for the record if necessary. Fails when the output is too large, or nothing was
/// selected.
[[nodiscard]] Result<std::string> export_runs(Comparison& runs, const ExportRequest& what,
                                              ExportFormat format);

/// The costs by source line of a run, equal to the command line's `run --lines`.
[[nodiscard]] std::string export_lines(const Run& run, const trace::LineCosts& costs,
                                       ExportFormat format);

/// The dependence graph as SVG, or its edges as CSV.
[[nodiscard]] Result<std::string> export_graph(const ScheduleModel& schedule, ExportFormat format);

} // namespace stallscope::gui
