#pragma once

#include "arguments/arguments.hpp"
#include "subject/range.hpp"
#include "trace/render.hpp"

#include <optional>
#include <string>

// What runs and traces are shown by.
namespace stallscope::cli {

/// Bytes that the pictures of a run take in this format; 0 in text, whose size follows from the
/// number of cells.
[[nodiscard]] std::uint64_t picture_bytes(const trace::RunRecord& run, const trace::View& view,
                                          Format format);
/// False, and says so, when pictures take more than files are written with.
[[nodiscard]] bool can_show(std::uint64_t picture_bytes);

/// What --cycles and --instructions choose.
void set_window(trace::View& view, const Range& cycles, const Range& ops);

/// A run in a format of reports; nothing in those of traces, which are written while it runs,
/// and when it is too much, which is said.
[[nodiscard]] std::optional<std::string> report_of(const trace::RunRecord& run,
                                                   const trace::View& view, Format format,
                                                   const Appearance& look, bool to_file);

} // namespace stallscope::cli
