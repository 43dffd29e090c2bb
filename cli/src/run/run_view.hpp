#pragma once

#include "arguments/arguments.hpp"
#include "subject/range.hpp"
#include "trace/render.hpp"

#include <optional>
#include <string>

// Output of runs and traces.
namespace stallscope::cli {

/// Estimated size of a run's pictures in this format; 0 for text, which is limited by the number of
/// cells.
[[nodiscard]] std::uint64_t picture_bytes(const trace::RunRecord& run, const trace::View& view,
                                          Format format);
/// False, with a message, when the pictures exceed the size limit of files.
[[nodiscard]] bool can_show(std::uint64_t picture_bytes);

/// The window selected by --cycles and --instructions.
void set_window(trace::View& view, const Range& cycles, const Range& ops);

/// A run in a report format. Nothing for trace formats, which are written during the run, and, with
/// a message, when the report is too large.
[[nodiscard]] std::optional<std::string> report_of(const trace::RunRecord& run,
                                                   const trace::View& view, Format format,
                                                   const Appearance& look, bool to_file);
/// A report on two runs side by side.
[[nodiscard]] std::optional<std::string>
reports_of(const trace::RunRecord& a, const trace::RunRecord& b, const trace::View& view,
           Format format, trace::Align align, const Appearance& look, bool to_file);

} // namespace stallscope::cli
