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

/// By how it begins, decompressed or not: a Kanata log or an O3PipeView trace of a pipeline, or
/// Chrome trace events in JSON, as profilers write them. Nothing: it is no trace.
[[nodiscard]] std::optional<Subject> subject_of_trace(std::string_view beginning);

/// Reads a recorded trace, from its file or the text that stands for it. Lines that cannot be read
/// are warnings; a file that is no trace, or that is damaged, is an error. `go_on` is asked now and
/// then; reading ends where it returns false.
[[nodiscard]] Result<std::shared_ptr<const Course>> open_trace(const RunSpec& spec,
                                                               const std::function<bool()>& go_on);

} // namespace stallscope::gui
