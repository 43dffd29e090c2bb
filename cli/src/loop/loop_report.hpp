#pragma once

#include "session/loop.hpp"
#include "trace/render.hpp"

#include <string>
#include <vector>

// Output of loop analyses, each of one body on one machine.
namespace stallscope::cli {

using LoopReports = std::vector<session::LoopReport>;

/// `beside`: the loops of compared machines or programs are first shown side by side.
[[nodiscard]] std::string loop_text(const LoopReports& reports, bool beside,
                                    const trace::TextStyle& style);
/// Documented in cli/README.md: stallscope.loop/1, of several stallscope.loops/1.
[[nodiscard]] std::string loop_json(const LoopReports& reports);
[[nodiscard]] std::string loop_csv(const LoopReports& reports);
[[nodiscard]] std::string loop_html(const LoopReports& reports, bool beside);

} // namespace stallscope::cli
