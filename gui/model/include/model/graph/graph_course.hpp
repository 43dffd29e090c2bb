#pragma once

#include "base/result.hpp"
#include "graph/study/study.hpp"
#include "model/run/course.hpp"
#include "model/run/run.hpp"

#include <functional>
#include <memory>

namespace stallscope::gui {

/// Reads what a graph's run names: files, and the text that stands for one.
[[nodiscard]] graph::ReadGraphFile graph_reader(const RunSpec& spec);

/// What the settings of a run ask of its graph; an error for a key or value that there is not.
[[nodiscard]] Result<graph::StudyOptions> study_options(const RunSpec& spec);

/// Reads a graph, does what the settings ask for, and runs it.
[[nodiscard]] Result<std::shared_ptr<const Course>> open_graph(const RunSpec& spec,
                                                               const std::function<bool()>& go_on);

} // namespace stallscope::gui
