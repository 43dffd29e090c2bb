#pragma once

#include "model/analysis/machine_options.hpp"
#include "model/run/run.hpp"

#include <string>
#include <vector>

namespace stallscope::gui {

/// The settings of a graph as options with their values; an error for an unknown key or value.
[[nodiscard]] Result<std::vector<MachineOption>> graph_options(const RunSpec& spec);

} // namespace stallscope::gui
