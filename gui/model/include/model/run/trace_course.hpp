#pragma once

#include "base/result.hpp"
#include "model/run/course.hpp"
#include "model/run/run.hpp"
#include "model/run/subject.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace stallscope::gui {

/// The subject by the first bytes, compressed or not: a Kanata log or an O3PipeView trace of a
/// pipeline, or Chrome trace events in JSON, as written by profilers. Nothing: not a trace.
[[nodiscard]] std::optional<Subject> subject_of_trace(std::string_view beginning);

/// Reads a recorded trace, from its file or from the text that replaces it. Invalid lines are
/// warnings; a file that is not a trace, or is damaged, is an error. `go_on` is called at
/// intervals; reading stops when it returns false.
[[nodiscard]] Result<std::shared_ptr<const Course>> open_trace(const RunSpec& spec,
                                                               const std::function<bool()>& go_on);

} // namespace stallscope::gui
