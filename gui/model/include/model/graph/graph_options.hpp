#pragma once

#include "model/analysis/machine_options.hpp"
#include "model/run/run.hpp"

#include <string>
#include <vector>

namespace stallscope::gui {

/// What can be asked of a graph, as options with their values; an error for a key or value that
/// there is not.
[[nodiscard]] Result<std::vector<MachineOption>> graph_options(const RunSpec& spec);

} // namespace stallscope::gui
