#pragma once

#include "base/result.hpp"
#include "graph/study/study.hpp"
#include "model/run/course.hpp"
#include "model/run/run.hpp"

#include <functional>
#include <memory>

namespace stallscope::gui {

/// Reads the files named by a graph's run, or the text that replaces one.
[[nodiscard]] graph::ReadGraphFile graph_reader(const RunSpec& spec);

/// The study options from the settings of a run; an error for an unknown key or value.
[[nodiscard]] Result<graph::StudyOptions> study_options(const RunSpec& spec);

/// Reads a graph, applies the settings, and runs it.
[[nodiscard]] Result<std::shared_ptr<const Course>> open_graph(const RunSpec& spec,
                                                               const std::function<bool()>& go_on);

} // namespace stallscope::gui
