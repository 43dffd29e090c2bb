#pragma once

#include "arguments.hpp"
#include "range.hpp"
#include "trace/render.hpp"

#include <optional>
#include <string>

// What runs and traces are shown by.
namespace stallscope::cli {

/// What --cycles and --instructions choose.
void set_window(trace::View& view, const Range& cycles, const Range& ops);

/// A run in a format of reports; nothing in those of traces, which are written while it runs.
[[nodiscard]] std::optional<std::string> report_of(const trace::RunRecord& run,
                                                   const trace::View& view, Format format,
                                                   const Appearance& look, bool to_file);

} // namespace stallscope::cli
